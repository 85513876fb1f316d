import { expectNoAxeFindings } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import { expectSaved, openToWrite, pathOf, stored, textOf } from './support/writing.ts'

const mark = (n: number) =>
  `<a style='mso-footnote-id:ftn${n}' href="#_ftn${n}" name="_ftnref${n}"><span class=MsoFootnoteReference>[${n}]</span></a>`
const note = (n: number, text: string) =>
  `<div style='mso-element:footnote' id=ftn${n}><p class=MsoFootnoteText><a style='mso-footnote-id:ftn${n}' href="#_ftnref${n}" name="_ftn${n}">[${n}]</a> ${text}</p></div>`
const WORD = `<p class=MsoNormal>The pier was built in 1920${mark(1)} and closed in 1987${mark(2)}.</p>
  <table><tr><td><b>Year</b></td><td><b>Visitors</b></td></tr><tr><td>1950</td><td>12,000</td></tr></table>
  <div style='mso-element:footnote-list'><br clear=all><hr size=1 width="33%">${note(1, 'City archive, box 12.')}${note(2, 'Minutes of the council.')}</div>`

test('footnotes of Word lead to their notes and back, also after a reload', async ({ page, desk }) => {
  const article = await desk.createArticle({ title: 'The pier', body: '' })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).click()
  await textOf(page).evaluate((target, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, WORD)
  const notes = textOf(page).getByRole('listitem')
  await expect(notes).toHaveCount(2)
  await expect(textOf(page).getByRole('list', { name: 'Footnotes' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  await page.reload()
  await expect(notes.last()).toContainText('Minutes of the council.')
  await expect(textOf(page).getByRole('columnheader', { name: 'Visitors' })).toBeVisible()
  await expectNoAxeFindings(page, 'an article with notes')
  const { pathname } = new URL(page.url())
  await textOf(page).getByRole('link', { name: 'Footnote 2' }).click()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(pathname)

  const { body } = await stored(desk, article.id)
  const [, name] = /<a id="fnref-([0-9a-f]{8})" href="#fn-\1" role="doc-noteref" rel="noopener">1<\/a>/.exec(body) ?? []
  expect(body).toContain(`<ol class="footnotes"><li id="fn-${name}">City archive, box 12. <a href="#fnref-${name}"`)
  expect(body).not.toMatch(/<p>(?:\s|<br>)*<\/p>|<hr/)
})
