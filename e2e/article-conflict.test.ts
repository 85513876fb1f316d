import type { Browser, Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Desk } from './support/desk.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import {
  expectSaved,
  historyOf,
  openToWrite,
  pathOf,
  savedState,
  stored,
  subtitleOf,
  textOf,
  titleOf,
  tokenOf,
} from './support/writing.ts'

/**
 * The same article on two desks: the administrator’s and the editor’s. The first one learns of the other by its next save only:
 * its look at the version every few seconds might come before the first key.
 */
async function openTwice(browser: Browser, page: Page, desk: Desk, article: Article) {
  await page.route('**/presence', (route) => route.fulfill({ json: { version: article.version, others: [] } }))
  const context = await browser.newContext()
  const other = await context.newPage()
  await openToWrite(page, desk, pathOf(article))
  await openToWrite(other, desk, pathOf(article), 'editor')
  return { other, close: () => context.close() }
}

async function writeInto(page: Page, text: string) {
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Control+s')
}

test('two people change different fields: both are kept, and the slower one is told', async ({
  browser,
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Shared by two', subtitle: 'before' })
  const { other, close } = await openTwice(browser, page, desk, article)
  await subtitleOf(other).fill('A subtitle by Edith')
  await other.keyboard.press('Control+s')
  await expectSaved(other)

  await writeInto(page, 'Words by Ada')
  await expect(page.getByText('Edith Marlow changed this article meanwhile; both changes are kept.')).toBeVisible()
  await expect(subtitleOf(page)).toHaveValue('A subtitle by Edith')
  await expect(textOf(page)).toHaveText('Words by Ada')
  await expectSaved(page)
  expect(await stored(desk, article.id)).toMatchObject({
    subtitle: 'A subtitle by Edith',
    body: '<p>Words by Ada</p>',
  })
  await close()
})

test('two people change different paragraphs: both are kept, and the cursor stays where it is', async ({
  browser,
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Two paragraphs', body: '<p>Rain fell.</p><p>Ferries wait.</p>' })
  const { other, close } = await openTwice(browser, page, desk, article)
  await textOf(page).getByText('Ferries wait.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Until noon')
  await textOf(other).getByText('Rain fell.').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' All night.')
  await other.keyboard.press('Control+s')
  await expectSaved(other)

  await page.keyboard.press('Control+s')
  await expectSaved(page)
  await page.keyboard.type(', at least.')
  await page.keyboard.press('Control+s')
  await expect(textOf(page).getByRole('paragraph')).toHaveText([
    'Rain fell. All night.',
    'Ferries wait. Until noon, at least.',
  ])
  await expect(page.getByText('Edith Marlow changed this article meanwhile; both changes are kept.')).toBeVisible()
  await expectSaved(page)
  expect((await stored(desk, article.id)).body).toBe(
    '<p>Rain fell. All night.</p><p>Ferries wait. Until noon, at least.</p>',
  )
  // The other desk had saved all it had: it is told what happened, not that something was merged.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(other.getByText(/changed this article; you see it as it is now/)).toBeVisible()
  await expect(textOf(other)).toContainText('Until noon, at least.')
  await close()
})

test('coming back to the tab shows what someone else changed meanwhile', async ({ browser, page, desk }) => {
  const article = await desk.createArticle({ subtitle: 'before' })
  const { other, close } = await openTwice(browser, page, desk, article)
  await subtitleOf(other).fill('while you were away')
  await other.keyboard.press('Control+s')
  await expectSaved(other)
  await page.unroute('**/presence')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(subtitleOf(page)).toHaveValue('while you were away')
  await close()
})

for (const [choice, kept, other] of [
  ['Mine', 'Words by Ada', 'Words by Edith'],
  ['From Edith Marlow', 'Words by Edith', 'Words by Ada'],
  // What both begin with is there once.
  ['Both, mine first', 'Words by Ada Edith', 'Words by Ada'],
] as const) {
  test(`two people change the same text: the dialog shows both, choosing “${choice}” keeps the other in the history`, async ({
    browser,
    page,
    desk,
  }) => {
    const article = await desk.createArticle({ title: 'Same words', body: '<p>Before</p>' })
    const { other: theirs, close } = await openTwice(browser, page, desk, article)
    await writeInto(theirs, 'Words by Edith')
    await expectSaved(theirs)
    await writeInto(page, 'Words by Ada')

    const dialog = page.getByRole('dialog', { name: 'Edith Marlow changed the same part of this article' })
    const compared = dialog.getByRole('region', { name: 'Text' })
    await expect(compared.getByRole('deletion')).toHaveText('only in mine: Ada')
    await expect(compared.getByRole('insertion')).toHaveText('only in the version of Edith Marlow: Edith')
    await expect(savedState(page)).toHaveText('Not saved: someone else changed this Compare')
    expect((await stored(desk, article.id)).body).toBe('<p>Words by Edith</p>')
    await dialog.getByRole('radiogroup', { name: 'Version to keep: Text' }).getByText(choice, { exact: true }).click()
    if (choice === 'Both, mine first')
      await expect(dialog.getByRole('group', { name: 'What both give' })).toContainText(kept)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expectSaved(page)
    await expect(textOf(page)).toHaveText(kept)
    await expect.poll(async () => (await stored(desk, article.id)).body).toBe(`<p>${kept}</p>`)
    expect((await historyOf(desk, article.id)).map(({ content }) => content.body)).toContain(`<p>${other}</p>`)
    await close()
  })
}

test('nobody is interrupted while writing: the question waits above the text, and every key goes into the text', async ({
  browser,
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Both at once', body: '<p>Before</p>' })
  const { other, close } = await openTwice(browser, page, desk, article)
  await writeInto(other, 'Words by Edith')
  await expectSaved(other)
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Words')
  const question = page.getByRole('status').filter({ hasText: 'Edith Marlow changed the same part of this article' })
  await expect(question).toBeVisible()
  await page.keyboard.type(' by Ada,')
  await page.keyboard.press('Enter')
  await page.keyboard.type('with a high tide')
  await expect(textOf(page).getByRole('paragraph')).toHaveText(['Words by Ada,', 'with a high tide'])
  await expectNoAxeFindings(page, 'a question that waits')
  await question.getByRole('button', { name: 'Compare and choose' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edith Marlow changed the same part of this article' })
  await dialog.getByRole('button', { name: 'Later' }).click()
  await expect(dialog).toBeHidden()
  await savedState(page).getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('Both, mine first').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await expect(question).toBeHidden()
  const both = '<p>Words by Ada,</p><p>with a high tide</p><p>Words by Edith</p>'
  await expect.poll(async () => (await stored(desk, article.id)).body).toBe(both)
  await close()
})

test('taking one’s own words out again by undo ends the question, and the other’s words are there', async ({
  browser,
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Undone', body: '<p>Before</p><ul><li>Oars</li></ul><p>End</p>' })
  const { other, close } = await openTwice(browser, page, desk, article)
  await textOf(other).click()
  await other.keyboard.press('Control+Home')
  await other.keyboard.press('End')
  await other.keyboard.type(' by Edith')
  await other.keyboard.press('Control+End')
  await other.keyboard.press('Enter')
  await other.keyboard.type('More')
  await other.keyboard.press('Control+s')
  await expectSaved(other)
  await textOf(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.type(' and sails')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.type(' by Ada')
  const question = page.getByRole('status').filter({ hasText: 'Edith Marlow changed the same part of this article' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(question).toBeHidden()
  await expect(textOf(page)).toHaveText(/^Before by Edith\s*Oars and sails\s*End\s*More$/)
  await expectSaved(page)
  const both = '<p>Before by Edith</p><ul><li>Oars and sails</li></ul><p>End</p><p>More</p>'
  await expect.poll(async () => (await stored(desk, article.id)).body).toBe(both)
  await close()
})

const cells = (...texts: string[]) => texts.map((text) => `<td>${text}</td>`).join('')
const ferries = (first: string, monday: string, sunday: string, last: string) =>
  `<p>${first}</p><p>Between.</p><table><tbody><tr>${monday}</tr><tr>${sunday}</tr></tbody></table><p>${last}</p>`

test('each place of a text has a choice of its own; other cells and sentences are merged without a question', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({
    title: 'Many places',
    body: ferries('Rain fell. Wind came.', cells('Monday', '12'), cells('Sunday', '6'), 'The end'),
  })
  await openToWrite(page, desk, pathOf(article))
  const { version } = await stored(desk, article.id)
  const typeAfter = async (text: string, typed: string) => {
    await textOf(page).getByText(text, { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(typed)
  }
  const body = ferries('Rain fell. Wind went.', cells('Monday', '12 ferries'), cells('Sun', '6'), 'The end by Edith')
  await desk.api('PATCH', `/api/articles/${article.id}`, { version, body }, await tokenOf(desk, 'editor'))
  await textOf(page).getByText('Rain fell.').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Heavy ')
  await typeAfter('12', ' boats')
  await typeAfter('6', ' boats')
  await typeAfter('The end', ' by Ada')
  const question = page.getByRole('status').filter({ hasText: 'Edith Marlow changed the same part of this article' })
  await expect(question).toBeVisible()
  // The next save is the one that asks.
  await page.keyboard.press('Control+s')

  const dialog = page.getByRole('dialog', { name: 'Edith Marlow changed the same part of this article' })
  const place = (n: number) => dialog.getByRole('region', { name: `Place ${n} of 2` })
  await expect(place(1).getByRole('cell', { name: /only in mine: boats/ })).toBeVisible()
  await expect(place(2).getByRole('insertion')).toHaveText('only in the version of Edith Marlow: Edith')
  await expect(
    dialog.getByRole('radio', { checked: true }).and(dialog.locator('[value=mine], [value=theirs]')),
  ).toHaveCount(0)
  const save = dialog.getByRole('button', { name: 'Save' })
  await place(1).getByText('From Edith Marlow', { exact: true }).click()
  await expect(dialog.getByText('Chosen: 1 of 2')).toBeVisible()
  await expect(save).toBeDisabled()
  await place(2).getByText('Both, mine first').click()
  await expect(place(2).getByRole('group', { name: 'What both give' })).toContainText('The end by Ada Edith')
  await expectNoAxeFindings(page, 'places to choose')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeFindings(page, 'places to choose, dark')

  // What was chosen is there again after “Later”.
  await dialog.getByRole('button', { name: 'Later' }).click()
  await savedState(page).getByRole('button', { name: 'Compare' }).click()
  await save.click()
  await expect(dialog).toBeHidden()
  await expectSaved(page)
  const text = async () =>
    (await stored(desk, article.id)).body.replaceAll(
      / (?:col|row)span="1"|<colgroup>.*<\/colgroup>| style="[^"]*"/g,
      '',
    )
  await expect
    .poll(text)
    .toBe(
      ferries(
        'Heavy Rain fell. Wind went.',
        cells('Monday', '12 ferries'),
        cells('Sun', '6 boats'),
        'The end by Ada Edith',
      ),
    )
  expect((await historyOf(desk, article.id)).slice(0, 2).map(({ reason }) => reason)).toEqual([
    'choice',
    'beforeChoice',
  ])
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('button', { name: /Own version, before choosing from two/ })).toBeVisible()
})

test('the question stays in sight while one writes further down, on a phone, too', async ({ browser, page, desk }) => {
  const long = Array.from({ length: 30 }, (_, n) => `<p>Paragraph ${n}</p>`).join('')
  const article = await desk.createArticle({ title: 'A long text', body: `<p>Before</p>${long}` })
  const { other, close } = await openTwice(browser, page, desk, article)
  await page.setViewportSize({ width: 320, height: 640 })
  await textOf(other).getByText('Before').click()
  await other.keyboard.type('Edith ')
  await other.keyboard.press('Control+s')
  await expectSaved(other)
  const line = textOf(page).getByText('Before')
  await line.click()
  const place = (await line.boundingBox())!.y
  await page.keyboard.press('End')
  await page.keyboard.type(' Ada')
  const compare = page.getByRole('button', { name: 'Compare', exact: true })
  await expect(compare.first()).toBeInViewport({ ratio: 1 })
  const question = page.getByRole('status').filter({ hasText: 'Edith Marlow changed the same part of this article' })
  await expect(question).toBeAttached()
  expect(
    Math.abs((await textOf(page).getByText('Before Ada').boundingBox())!.y - place),
    'the line moved',
  ).toBeLessThan(2)
  await textOf(page).getByText('Paragraph 29').scrollIntoViewIfNeeded()
  await expect(question).not.toBeInViewport()
  await expect(compare).toHaveCount(2)
  await expect(compare.nth(1)).toBeInViewport({ ratio: 1 })
  await expectNoAxeFindings(page, 'a question in a line under the bar')
  await compare.nth(1).click()
  await expect(page.getByRole('dialog', { name: 'Edith Marlow changed the same part of this article' })).toBeVisible()
  await close()
})

test('of two fields in question one may be mine and the other theirs', async ({ browser, page, desk }) => {
  const article = await desk.createArticle({ title: 'before', subtitle: 'before' })
  const { other, close } = await openTwice(browser, page, desk, article)
  await titleOf(other).fill('Title by Edith')
  await subtitleOf(other).fill('Subtitle by Edith')
  await other.keyboard.press('Control+s')
  await expectSaved(other)
  await titleOf(page).fill('Title by Ada')
  await subtitleOf(page).fill('Subtitle by Ada')
  await page.keyboard.press('Control+s')

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Save' }), 'nothing is chosen yet').toBeDisabled()
  await dialog.getByRole('radiogroup', { name: 'Version to keep: Title' }).getByText('Mine').click()
  await dialog.getByRole('radiogroup', { name: 'Version to keep: Subtitle' }).getByText('From Edith Marlow').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(titleOf(page)).toHaveValue('Title by Ada')
  await expect(subtitleOf(page)).toHaveValue('Subtitle by Edith')
  await expectSaved(page)
  expect(await stored(desk, article.id)).toMatchObject({ title: 'Title by Ada', subtitle: 'Subtitle by Edith' })
  const history = await historyOf(desk, article.id)
  expect(history.map(({ content }) => content.title)).toContain('Title by Edith')
  expect(history.map(({ content }) => content.subtitle)).toContain('Subtitle by Ada')
  await close()
})
