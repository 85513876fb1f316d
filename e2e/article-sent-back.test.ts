import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { expect, test } from './support/test.ts'
import { bar, expectSaved, openToWrite, pathOf, stored, textOf, tokenOf } from './support/writing.ts'

test.use({ serverNamed: 'sent-back' })

const longBody = Array.from({ length: 60 }, (_, n) => `<p>Paragraph ${n + 1} of a long report.</p>`).join('')
const reminder = (page: Page) => page.locator('[data-reminder]')
const scrolled = (page: Page) => page.locator('[data-own-scroll]').evaluate(({ scrollTop }) => scrollTop)

/** An article that its author submitted and goes on writing in, at its end. */
async function writeFarDown(page: Page, desk: Desk): Promise<Article> {
  const { authors, primaryCategory } = await desk.createArticle()
  const token = await tokenOf(desk, 'author')
  const begun = await desk.api(
    'POST',
    '/api/articles',
    { title: 'The last ferry', body: longBody, primaryCategory },
    token,
  )
  await desk.api('PATCH', `/api/articles/${begun.id}`, { version: begun.version, authors })
  const { version } = await stored(desk, begun.id)
  await desk.api('POST', `/api/articles/${begun.id}/submit`, { version, message: '' }, token)
  await openToWrite(page, desk, pathOf(begun), 'author')
  await textOf(page).getByText('Paragraph 60').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' One.')
  await expectSaved(page)
  expect(await scrolled(page)).toBeGreaterThan(500)
  return begun
}

/** Someone else does it, and the open page asks for the newest state sooner than it would by itself. */
async function act(page: Page, desk: Desk, { id }: Article, action: string, more: object) {
  const { version } = await stored(desk, id)
  await desk.api('POST', `/api/articles/${id}/${action}`, { version, ...more })
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(reminder(page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
}

test('whose article is sent back while they write far down sees it there until they have read the note, and goes on writing', async ({
  page,
  desk,
}) => {
  const article = await writeFarDown(page, desk)
  await act(page, desk, article, 'return', { note: 'Name the source.' })
  await expect(reminder(page)).toContainText('Sent back with a note')
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()
  await expectNoAxeFindings(page)

  // The cursor is where it was, and so is the text.
  await page.keyboard.type(' Two.')
  await expect(textOf(page).getByText('One. Two.')).toBeInViewport()
  await expectSaved(page)
  await expect(reminder(page)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(reminder(page).getByText('Sent back with a note')).toBeInViewport({ ratio: 1 })

  await reminder(page).getByRole('button', { name: 'Read it' }).click()
  const banner = page.getByRole('alert', { name: 'Sent back with a note' })
  await expect(banner).toBeInViewport()
  await expect(banner).toContainText('Name the source.')
  await expect(banner).toBeFocused()
  await expect(reminder(page)).toBeHidden()
  await textOf(page).getByText('Paragraph 60').click()
  await expect(banner).not.toBeInViewport()
  await expect(reminder(page)).toBeHidden()
})

test('whose article comes back without a note reads who did that and when, and whom to ask', async ({ page, desk }) => {
  const article = await writeFarDown(page, desk)
  await act(page, desk, article, 'return', { note: '' })
  await expect(reminder(page)).toContainText('This is a draft again')
  await reminder(page).getByRole('button', { name: 'Read it' }).click()
  const banner = page.getByRole('alert', { name: 'This is a draft again' })
  await expect(banner).toBeFocused()
  await expect(banner).toContainText(/, (now|\d+ seconds? ago|a moment ago|just now)/)
  await expect(banner).toContainText(/There is no note about why\. Ask .+, if it is not clear\./)
  await expectNoAxeFindings(page)
})

test('whose article is scheduled while they write far down sees it there, and what it means', async ({
  page,
  desk,
}) => {
  const article = await writeFarDown(page, desk)
  await act(page, desk, article, 'schedule', { publishAt: new Date(Date.now() + 86_400_000).toISOString() })
  await expect(reminder(page)).toContainText('This article is scheduled')
  await expect(textOf(page).getByText('One.')).toBeInViewport()
  await reminder(page).getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByRole('alert', { name: 'This article is scheduled' })).toBeInViewport()
  await expect(reminder(page)).toBeHidden()
})
