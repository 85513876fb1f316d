import { expectNoAxeFindings } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import { next, openToWrite, pathOf, readerGets, stored, textOf } from './support/writing.ts'

/** Names of notes are drawn by lot: here they are counted as they come in the text. */
function counted(html: string): string {
  const names = [...new Set([...html.matchAll(/href="#fn-([0-9a-f]{8})"/g)].map(([, name]) => name!))]
  return html.replaceAll(/(?<=fn(?:ref)?-)[0-9a-f]{8}/g, (name) => String(names.indexOf(name) + 1))
}
const mark = (n: number) => `<sup><a id="fnref-${n}" href="#fn-${n}" role="doc-noteref" rel="noopener">${n}</a></sup>`
const note = (n: number, text: string) =>
  `<li id="fn-${n}">${text} <a href="#fnref-${n}" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li>`

test('footnotes are written, moved, undone, published, and lead readers to their notes and back', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'The pier', body: '<p>Built in 1920.</p><p>Closed in 1987.</p>' })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).getByText('Built in 1920.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+Alt+f')
  await page.keyboard.type('City archive, box 12.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Footnote/ }).click()
  await page.keyboard.type('Minutes of the council.')
  const written = `<p>Built in 1920.${mark(1)}</p><p>Closed in 1987.${mark(2)}</p><ol class="footnotes">${note(1, 'City archive, box 12.')}${note(2, 'Minutes of the council.')}</ol>`
  const moved = `<p>Closed in 1987.${mark(1)}</p><p>Built in 1920.${mark(2)}</p><ol class="footnotes">${note(1, 'Minutes of the council.')}${note(2, 'City archive, box 12.')}</ol>`
  const expectStored = (html: string) =>
    expect.poll(async () => counted((await stored(desk, article.id)).body)).toBe(html)
  await expectStored(written)
  await expectNoAxeFindings(page, 'an article with footnotes')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expectStored(moved)
  await page.keyboard.press('Control+z')
  await expectStored(written)
  await page.keyboard.press('Control+Shift+z')
  await expectStored(moved)
  await page.reload()
  await expect(textOf(page).getByRole('listitem').first()).toContainText('Minutes of the council.')

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('link', { name: '2', exact: true }).click()
  await expect(preview.getByText('City archive, box 12.')).toBeInViewport()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await next(page, 'Publish').click()
  await expect.poll(async () => (await readerGets(desk, article.slug)).status).toBe(200)
  expect(counted((await readerGets(desk, article.slug)).body)).toBe(moved)
  const { items } = await desk.api<{ items: { slug: string }[] }>('GET', '/content/v1/search?q=council')
  expect(items.map(({ slug }) => slug)).toContain(article.slug)
})
