import type { Browser } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { expectSaved, openToWrite, pathOf, textOf } from './support/writing.ts'

const PARAGRAPHS = 600

/** How many elements each computation of styles was for, while `work` ran, in all pages of the browser. */
async function elementsStyled(browser: Browser, work: () => Promise<void>): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const counts: number[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as { name?: string; args?: { elementCount?: number } }[])
      if (name === 'UpdateLayoutTree' && args?.elementCount !== undefined) counts.push(args.elementCount)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return counts
}

test('a key in a long article computes the styles of what is typed, not of the whole page', async ({
  page,
  desk,
  browser,
}) => {
  const article = await desk.createArticle({ title: 'Long', body: '<p>One of many lines.</p>'.repeat(PARAGRAPHS) })
  await openToWrite(page, desk, pathOf(article), 'editor')
  await textOf(page).locator(':scope > p').first().click()
  // What the first key after a click brings along is not of every key.
  await page.keyboard.press('a')
  await expectSaved(page)
  const counts = await elementsStyled(browser, async () => {
    for (const key of 'bcdef') await page.keyboard.press(key)
    await expect(textOf(page).locator(':scope > p').first()).toContainText('abcdef')
  })
  expect(counts.length).toBeGreaterThan(0)
  expect(counts.filter((count) => count >= PARAGRAPHS)).toEqual([])
})
