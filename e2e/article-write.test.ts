import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import { expect, test } from './support/test.ts'
import {
  bar,
  choose,
  createIn,
  expectSaved,
  historyOf,
  idOf,
  next,
  openToWrite,
  pathOf,
  readerGets,
  savedState,
  stored,
  subtitleOf,
  textOf,
  titleOf,
} from './support/writing.ts'

/** Heading, bold, list and table, with the keys and buttons a writer uses. */
async function writeText(page: Page) {
  await textOf(page).click()
  await page.keyboard.type('## The bridge')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It was ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('not')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' broken.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- snow')
  await page.keyboard.press('Enter')
  await page.keyboard.type('wind')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Table', exact: true }).click()
  await page.keyboard.type('Month')
}

test('on paper there is what was written, and no hint at what could be', async ({ page, desk }) => {
  await openToWrite(page, desk, pathOf(await desk.createArticle({ title: 'On paper', subtitle: '', body: '' })))
  const hintOfText = () =>
    textOf(page).evaluate((text) => getComputedStyle(text.querySelector('p')!, '::before').content)
  await expect(subtitleOf(page)).toBeVisible()
  expect(await hintOfText()).toContain('…')
  await page.emulateMedia({ media: 'print' })
  await expect(titleOf(page)).toBeVisible()
  await expect(subtitleOf(page)).toBeHidden()
  expect(await hintOfText()).toBe('none')
  await page.emulateMedia({ media: 'screen' })
  await subtitleOf(page).fill('Of winter')
  await page.emulateMedia({ media: 'print' })
  await expect(subtitleOf(page)).toBeVisible()
})

/** Readers see it, and the screen knows. */
async function openPublished(page: Page, article: Article, desk: Parameters<typeof openToWrite>[1]) {
  await openToWrite(page, desk, pathOf(article))
  await expect(bar(page).getByText('Published', { exact: true })).toBeVisible()
}

test('an article is written, saves itself under its own address, is published, changed, and read outside', async ({
  page,
  desk,
}) => {
  await openToWrite(page, desk)
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.type('Winter at the West Lake')
  await page.keyboard.press('Enter')
  await expect(subtitleOf(page)).toBeFocused()
  await page.keyboard.type('Snow on the Broken Bridge')
  await writeText(page)
  await expectSaved(page)
  const id = idOf(page)
  await expect(page).toHaveTitle('Winter at the West Lake · Copydesk')

  await createIn(page, 'Authors', 'Zhang Dai')
  await createIn(page, 'Primary category', 'Essays')
  await next(page, 'Publish').click()
  await expect(page.getByText('Published “Winter at the West Lake”')).toBeVisible()
  const article = await stored(desk, id)
  expect(article.slug).toBe('winter-at-the-west-lake')
  const first = await readerGets(desk, article.slug)
  expect(first).toMatchObject({ status: 200, title: 'Winter at the West Lake' })
  expect(first.body).toContain('<h2>The bridge</h2><p>It was <strong>not</strong> broken.</p>')
  expect(first.body).toMatch(/<ul><li>(<p>)?snow.*wind/)
  expect(first.body).toMatch(/<table.*<th.*Month/)

  await textOf(page).getByText('broken').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Not at all.')
  await expectSaved(page)
  await expect(bar(page).getByText('Changes', { exact: true })).toBeVisible()
  expect((await readerGets(desk, article.slug)).body).toBe(first.body)
  await next(page, 'Publish changes').click()
  await expect(page.getByText('Published “Winter at the West Lake”').last()).toBeVisible()
  await expect.poll(async () => (await readerGets(desk, article.slug)).body).toContain('broken. Not at all.')
})

test('the first save gives a new article its address without taking the cursor or a letter', async ({ page, desk }) => {
  await openToWrite(page, desk)
  await titleOf(page).fill('Typed through the first save')
  await textOf(page).click()
  const words = Array.from({ length: 40 }, (_, at) => `word${at} `)
  await page.keyboard.type(words.join(''), { delay: 10 })
  await expect(page).toHaveURL(/\/jCore\/article\/[0-9a-f-]{36}$/)
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type('end')
  await expect.poll(async () => (await stored(desk, idOf(page))).body).toBe(`<p>${words.join('')}end</p>`)
  await expect(textOf(page)).toHaveText(`${words.join('')}end`)
  await expectSaved(page)
})

test('a column that is made wider with the mouse stays so for readers, and undo makes it as wide as before', async ({
  page,
  desk,
}) => {
  const body = '<table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>'
  const article = await desk.createArticle({ title: 'Wide', body })
  await openToWrite(page, desk, pathOf(article))
  const { x, y, width } = (await textOf(page).getByRole('columnheader', { name: 'A' }).boundingBox())!
  await page.mouse.move(x + width - 1, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width + 59, y + 10, { steps: 4 })
  await page.mouse.up()
  const saved = async () => (await stored(desk, article.id)).body
  await expect.poll(saved).toMatch(/<col style="width:\s*\d{3}px/)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe(body)
})

test.describe('what is missing', () => {
  const targets = [
    ['Give it a title', 'textbox', 'Title'],
    ['Name at least one author', 'combobox', 'Authors'],
    ['Choose a primary category', 'combobox', 'Primary category'],
    ['Write the text', 'textbox', 'Text of the article'],
  ] as const

  test('the checklist says in words what publishing needs and jumps to each field', async ({ page, desk }) => {
    const { id } = await desk.api('POST', '/api/articles', { title: '', internalNote: 'begun' })
    await openToWrite(page, desk, pathOf({ id }))
    for (const [sentence, role, field] of targets) {
      await next(page, 'Publish').click()
      const list = page.getByRole('dialog')
      await expect(list.getByText(/^Needed before publishing: /)).toBeVisible()
      await list.getByRole('button', { name: sentence }).click()
      await expect(page.getByRole(role, { name: field, exact: true })).toBeFocused()
    }
    expect((await stored(desk, id)).status).toBe('draft')
  })

  test('on a phone it jumps into the drawer, and out of it for the text', async ({ page, desk }) => {
    const { id } = await desk.api('POST', '/api/articles', { title: '', internalNote: 'begun' })
    await page.setViewportSize({ width: 320, height: 640 })
    await openToWrite(page, desk, pathOf({ id }))
    for (const [sentence, role, field] of targets) {
      await next(page, 'Publish').click()
      await page.getByRole('dialog').getByRole('button', { name: sentence }).click()
      await expect(page.getByRole(role, { name: field, exact: true })).toBeFocused()
      await expect(page.getByRole(role, { name: field, exact: true })).toBeInViewport()
      const drawer = page.getByRole('dialog', { name: 'Article settings' })
      if (await drawer.isVisible()) await drawer.getByRole('button', { name: 'Close' }).click()
      await expect(drawer).toBeHidden()
    }
  })
})

test('a click into the text closes what is missing and leaves the cursor where it was clicked', async ({
  page,
  desk,
}) => {
  const { id } = await desk.api('POST', '/api/articles', { title: 'Not ready yet', body: '<p>Harbour reopens.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await next(page, 'Publish').click()
  const list = page.getByRole('dialog')
  await expect(list.getByText(/^Needed before publishing: /)).toBeVisible()
  await page.getByText('Harbour reopens.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' After the storm.')
  await expect(list).toBeHidden()
  await expect(page.getByText('Harbour reopens. After the storm.')).toBeVisible()
  // By Escape one goes back to the button.
  await next(page, 'Publish').click()
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(next(page, 'Publish')).toBeFocused()
})

test('unpublished changes can be discarded; readers see no difference, the history keeps them', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ status: 'published', title: 'To be discarded' })
  await openPublished(page, article, desk)
  await titleOf(page).fill('A title no one wanted')
  await expectSaved(page)
  await choose(page, 'Discard changes')
  await expect(titleOf(page)).toHaveValue('To be discarded')
  expect((await readerGets(desk, article.slug)).title).toBe('To be discarded')
  expect((await historyOf(desk, article.id)).map(({ content }) => content.title)).toContain('A title no one wanted')
})

test('an article is scheduled on the clocks of the person’s time zone, and the plan is cancelled', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ title: 'For later' })
  await openToWrite(page, desk, pathOf({ id }))
  await choose(page, 'Schedule…')
  const dialog = page.getByRole('dialog', { name: 'Schedule “For later”' })
  await expect(dialog.getByText(/Time zone: \S+/)).toBeVisible()
  await dialog.getByLabel('Publish at').fill('2020-01-01T08:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible()
  await dialog.getByLabel('Publish at').fill('2099-07-01T08:30')
  await expect(dialog.getByText(/Readers will see it on .*2099/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(bar(page).getByText('Scheduled', { exact: true })).toBeVisible()
  const zone = (await desk.api<{ user: { timeZone: string } }>('GET', '/api/session')).user.timeZone
  const planned = new Date((await stored(desk, id)).publishAt!)
  expect(
    new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(planned),
  ).toBe('2099-07-01 08:30')
  await choose(page, 'Cancel the schedule')
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()
  expect((await stored(desk, id)).status).toBe('draft')
})

test('a published article is returned to draft, and another is archived', async ({ page, desk }) => {
  for (const [action, said, status] of [
    ['Unpublish', 'Draft', 'draft'],
    ['Archive', 'Archived', 'archived'],
  ] as const) {
    const article = await desk.createArticle({ status: 'published' })
    await openPublished(page, article, desk)
    await choose(page, action)
    await expect(bar(page).getByText(said, { exact: true })).toBeVisible()
    expect((await stored(desk, article.id)).status).toBe(status)
    expect((await readerGets(desk, article.slug)).status).toBe(404)
  }
  await next(page, 'Restore as draft').click()
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()
})

test('an article goes to the trash, comes back by Undo, and again by Restore', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ title: 'In and out' })
  await openToWrite(page, desk, pathOf({ id }))
  await choose(page, 'Move to trash')
  await expect(page.getByRole('alert').getByText('This article is in the trash')).toBeVisible()
  await expect(titleOf(page)).not.toBeEditable()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()
  await expect(titleOf(page)).toBeEditable()

  await choose(page, 'Move to trash')
  await expect(bar(page).getByText('Trash', { exact: true })).toBeVisible()
  await next(page, 'Restore as draft').click()
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()
  await textOf(page).click()
  await page.keyboard.type('Back again. ')
  await expectSaved(page)
  expect(await stored(desk, id)).toMatchObject({ status: 'draft', deletedAt: null })
})

test('an author submits, an editor returns it with a note, and the author reads the note and goes on', async ({
  page,
  desk,
}) => {
  await openToWrite(page, desk, '/jCore/article/add', 'author')
  await titleOf(page).fill('By a new writer')
  await textOf(page).click()
  await page.keyboard.type('A first try.')
  await expectSaved(page)
  await expect(bar(page).getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
  const path = pathOf({ id: idOf(page) })
  await next(page, 'Submit for review').click()
  await expect(bar(page).getByText('In review', { exact: true })).toBeVisible()

  await openToWrite(page, desk, path, 'editor')
  await choose(page, 'Return to the writer…')
  const dialog = page.getByRole('dialog', { name: 'Return “By a new writer” to the writer' })
  await dialog.getByRole('button', { name: 'Return to the writer' }).click()
  await expect(dialog.getByText('Say what should change, so that the writer can go on.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'What should change' }).fill('Name the source.\nAnd the year.')
  await dialog.getByRole('button', { name: 'Return to the writer' }).click()
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()

  await openToWrite(page, desk, path, 'author')
  await expect(page.getByRole('alert').filter({ hasText: 'Sent back with a note' })).toContainText('Name the source.')
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Source: Zhang Dai, 1632.')
  await next(page, 'Submit for review').click()
  await expect(bar(page).getByText('In review', { exact: true })).toBeVisible()
  expect((await stored(desk, path.split('/').at(-1)!)).body).toContain('1632')
})

test('an earlier version is looked at and made the newest; the one before stays in the history', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ title: 'Third thoughts', body: '<p>The first wording.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('The second wording.')
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Created/ }).click()
  const version = page.getByRole('dialog', { name: /^Version of/ })
  await expect(version.getByRole('deletion')).toHaveText('removed: first')
  await expect(version.getByRole('insertion')).toHaveText('added: second')
  await version.getByRole('button', { name: 'Make this the newest version' }).click()
  await expect(textOf(page)).toHaveText('The first wording.')
  await expect(savedState(page)).toHaveText(/^Saved/)
  expect((await stored(desk, id)).body).toBe('<p>The first wording.</p>')
  expect((await historyOf(desk, id)).map(({ content }) => content.body)).toContain('<p>The second wording.</p>')
})

test('a section of the article’s settings that is opened at the end of the screen comes into view', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ title: 'Low tide' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openToWrite(page, desk, pathOf({ id }))
  for (const name of ['SEO', 'Ads', 'History']) {
    const section = page.getByRole('button', { name, exact: true })
    // Its title at the lower edge, as the mouse wheel leaves it.
    await section.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await section.click()
    await expect(section).toHaveAttribute('aria-expanded', 'true')
    await expect(section).toBeFocused()
    await expect(page.getByRole('region', { name, exact: true })).toBeInViewport({ ratio: 0.9 })
    await expect(section).toBeInViewport({ ratio: 1 })
  }
})

for (const height of [640, 400])
  test(`on a phone ${height} pixels high what is missing moves the article down rather than covering it`, async ({
    page,
    desk,
  }) => {
    const words = 'Ferries stay in port as the storm passes over the islands'
    const { id } = await desk.api<Article>('POST', '/api/articles', { title: words })
    await page.setViewportSize({ width: 320, height })
    await openToWrite(page, desk, pathOf({ id }))
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await next(page, 'Publish').click()
    const list = page.getByRole('dialog', { name: 'Before publishing' })
    await expect(list.getByRole('button').first()).toBeFocused()
    await expect(next(page, 'Publish')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Draft', { exact: true })).toBeInViewport({ ratio: 1 })
    const bottom = async (locator: typeof list) =>
      (await locator.boundingBox())!.y + (await locator.boundingBox())!.height
    await expect.poll(async () => (await title.boundingBox())!.y >= (await bottom(list))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(next(page, 'Publish')).toBeFocused()
  })

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the state of a published article is whole beside “Publish changes”', async ({ page, desk }) => {
    const article = await desk.createArticle({ title: 'Narrow', status: 'published' })
    await openToWrite(page, desk, pathOf(article), 'editor')
    await titleOf(page).fill('Narrow, and edited')
    await expect(next(page, 'Publish changes')).toBeVisible()
    const isWhole = (text: string) =>
      bar(page)
        .getByText(text, { exact: true })
        .evaluate((own) => {
          const range = document.createRange()
          range.selectNodeContents(own)
          const { left, right, top, height } = range.getBoundingClientRect()
          return [left + 1, right - 2].every((x) => own.contains(document.elementFromPoint(x, top + height / 2)))
        })
    await expect.poll(() => isWhole('Published')).toBe(true)
    for (const button of await bar(page).getByRole('button').all()) await button.click({ trial: true })
  })
})
