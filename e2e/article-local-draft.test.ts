import type { Page, Route } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import {
  bar,
  expectSaved,
  historyOf,
  idOf,
  openToWrite,
  pathOf,
  savedState,
  stored,
  subtitleOf,
  textOf,
  titleOf,
  tokenOf,
} from './support/writing.ts'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
/** Says that unsaved text of an earlier visit is in its fields again. */
const isBack = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^Unsaved text from .* is back in its fields/ })
const slugOf = (page: Page) => page.getByRole('textbox', { name: 'Slug' })

/** The cursor at the end of the text, and words behind it. */
async function writeOn(page: Page, words: string) {
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: code, status, code, requestId: 'req-1' }),
})
/** What the server answers to every save, until it is taken away. */
const answerSaves = (page: Page, id: string, answer: (route: Route) => Promise<void>) =>
  page.route(`**/api/articles/${id}`, (route) =>
    route.request().method() === 'PATCH' ? answer(route) : route.continue(),
  )

test('what is typed offline is kept, said so, and saved when the connection is back', async ({
  page,
  context,
  desk,
}) => {
  const { id } = await desk.createArticle({ body: '<p>Online.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await context.setOffline(true)
  await writeOn(page, ' Offline.')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await writeOn(page, ' Still offline.')
  await context.setOffline(false)
  await expectSaved(page)
  await expect(textOf(page)).toHaveText('Online. Offline. Still offline.')
  expect((await stored(desk, id)).body).toBe('<p>Online. Offline. Still offline.</p>')
})

test('a tab closed while offline: the text is back when the article is opened again, and saved', async ({
  page,
  context,
  desk,
}) => {
  const { id } = await desk.createArticle({ body: '<p>Online.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await context.setOffline(true)
  await writeOn(page, ' Offline.')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await page.close()
  await context.setOffline(false)

  const again = await context.newPage()
  await openToWrite(again, desk, pathOf({ id }))
  await expect(isBack(again)).toBeVisible()
  await expect(textOf(again)).toHaveText('Online. Offline.')
  await expectSaved(again)
  expect((await stored(desk, id)).body).toBe('<p>Online. Offline.</p>')
  await again.reload()
  await expect(textOf(again)).toHaveText('Online. Offline.')
  await expect(isBack(again)).toBeHidden()
})

test('two tabs of one article that are both lost while offline: what was typed in each of them is back', async ({
  page,
  context,
  desk,
}) => {
  const { id } = await desk.createArticle({ subtitle: '', body: '<p>One.</p><p>Two.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  const second = await context.newPage()
  await openToWrite(second, desk, pathOf({ id }))
  await context.setOffline(true)
  await writeOn(page, ' Of the first tab.')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await second.bringToFront()
  await subtitleOf(second).fill('Of the second tab')
  await expect(savedState(second)).toContainText('Not saved: offline')
  await page.close()
  await second.close()
  await context.setOffline(false)

  const again = await context.newPage()
  await openToWrite(again, desk, pathOf({ id }))
  await expect(subtitleOf(again)).toHaveValue('Of the second tab')
  await again.getByRole('alert').getByRole('button', { name: 'Restore it' }).click()
  await expect(textOf(again)).toContainText('Two. Of the first tab.')
  await expectSaved(again)
  expect(await stored(desk, id)).toMatchObject({
    subtitle: 'Of the second tab',
    body: '<p>One.</p><p>Two. Of the first tab.</p>',
  })
  await again.reload()
  await expect(textOf(again)).toContainText('Of the first tab.')
  await expect(isBack(again)).toBeHidden()
})

test('what one tab could not save is not forgotten when another tab of the article saves', async ({
  page,
  context,
  desk,
}) => {
  const { id } = await desk.createArticle({ subtitle: '', body: '<p>One.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  const second = await context.newPage()
  await openToWrite(second, desk, pathOf({ id }))
  await answerSaves(page, id, (route) => route.fulfill(problem(503, 'busy')))
  await writeOn(page, ' Of the first tab.')
  await expect(savedState(page)).toContainText('Not saved')
  await second.bringToFront()
  await subtitleOf(second).fill('Of the second tab')
  await expectSaved(second)
  // What is open in another tab is its own.
  await second.reload()
  await expect(textOf(second)).toHaveText('One.')
  await page.close()
  // On a busy machine a closed tab is there for seconds, and what is in it is still its own.
  const tabs = () => second.evaluate(async () => (await navigator.locks.query()).held?.length)
  await expect.poll(tabs).toBe(1)
  await second.reload()
  await expect(isBack(second)).toBeVisible()
  await expect(textOf(second)).toHaveText('One. Of the first tab.')
  await expectSaved(second)
  expect((await stored(desk, id)).body).toBe('<p>One. Of the first tab.</p>')
})

test('a new article that was never saved is back too, and can be undone', async ({ page, context, desk }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openToWrite(page, desk)
  await context.setOffline(true)
  await page.keyboard.type('Never on the server')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await page.reload().catch(() => undefined)
  await context.setOffline(false)
  await page.goto('/jCore/article/add')
  await expect(titleOf(page)).toHaveValue('Never on the server')
  await expect(isBack(page)).toBeVisible()
  await expect(page).toHaveURL(/\/jCore\/article\/[0-9a-f-]{36}$/)
  await page.goto('/jCore/article/add')
  await expect(textOf(page)).toBeVisible()
  await expect(isBack(page)).toBeHidden()

  await context.setOffline(true)
  await titleOf(page).fill('Not worth it')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await page.reload().catch(() => undefined)
  await context.setOffline(false)
  await page.goto('/jCore/article/add')
  await expect(titleOf(page)).toHaveValue('Not worth it')
  await isBack(page).getByRole('button', { name: 'Undo' }).click()
  await expect(titleOf(page)).toHaveValue('')
  await page.goto('/jCore/article/add')
  await expect(textOf(page)).toBeVisible()
  await expect(titleOf(page)).toHaveValue('')
  await expect(isBack(page)).toBeHidden()
})

test('a tab closed right after the last letter: the browser asks, and the letter is kept all the same', async ({
  page,
  context,
  desk,
}) => {
  const { id } = await desk.createArticle({ subtitle: '' })
  await openToWrite(page, desk, pathOf({ id }))
  await context.setOffline(true)
  await subtitleOf(page).fill('The last letters')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closed = page.waitForEvent('close')
  await (await asked).accept()
  await closed
  await context.setOffline(false)
  const again = await context.newPage()
  await openToWrite(again, desk, pathOf({ id }))
  await expect(isBack(again)).toBeVisible()
  await expect(subtitleOf(again)).toHaveValue('The last letters')
})

test('kept text and a newer version of it: both are shown, and the other one stays in the history', async ({
  page,
  context,
  desk,
}) => {
  const { id, version } = await desk.createArticle({ body: '<p>Online.</p>', subtitle: '' })
  await openToWrite(page, desk, pathOf({ id }))
  await context.setOffline(true)
  await subtitleOf(page).fill('Kept subtitle')
  await writeOn(page, ' Mine.')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await page.close()
  await context.setOffline(false)
  await desk.api('PATCH', `/api/articles/${id}`, { version, body: '<p>Theirs.</p>' })

  const again = await context.newPage()
  await openToWrite(again, desk, pathOf({ id }))
  const dialog = again.getByRole('dialog', { name: /changed the same part of this article/ })
  await expect(dialog.getByRole('deletion')).toHaveText('only in mine: Online. Mine.')
  expect((await stored(desk, id)).body).toBe('<p>Theirs.</p>')
  await dialog
    .getByRole('radiogroup', { name: 'Version to keep: Text' })
    .getByText(/^From /)
    .click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expectSaved(again)
  expect(await stored(desk, id)).toMatchObject({ body: '<p>Theirs.</p>', subtitle: 'Kept subtitle' })
  expect((await historyOf(desk, id)).map(({ content }) => content.body)).toContain('<p>Online. Mine.</p>')
})

test('the server fails: the text stays, why is said beside it, and “Try again” says it again or saves it', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ body: '<p>Before.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await answerSaves(page, id, (route) => route.fulfill(problem(507, 'storage_full')))
  await writeOn(page, ' After.')
  await expect(savedState(page)).toContainText(/^Not saved\. The server's disk is full\. Nothing was saved/)
  await expect(textOf(page)).toHaveText('Before. After.')
  const again = bar(page).getByRole('button', { name: 'Try again' })
  await again.click()
  // On a phone the bar has no room for a sentence.
  await expect(page.getByText(/^The server's disk is full\. Nothing was saved/)).toBeVisible()
  await page.unrouteAll()
  await again.click()
  await expectSaved(page)
  expect((await stored(desk, id)).body).toBe('<p>Before. After.</p>')
})

for (const [what, answer] of [
  ['is busy', problem(503, 'busy')],
  ['has a fault', problem(500, 'unexpected')],
  ['is being restarted behind a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
] as const) {
  test(`the server ${what}: the text stays and is saved by itself a little later`, async ({ page, desk }) => {
    const { id } = await desk.createArticle({ body: '<p>Before.</p>' })
    await openToWrite(page, desk, pathOf({ id }))
    await answerSaves(page, id, (route) => route.fulfill(answer))
    await writeOn(page, ' After.')
    await expect(savedState(page)).toContainText('Not saved')
    await page.unrouteAll()
    await expectSaved(page)
    expect((await stored(desk, id)).body).toBe('<p>Before. After.</p>')
  })
}

test('the session ends while typing: signing in over the screen saves what was typed', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ body: '<p>Before.</p>' })
  const person = await desk.person('editor')
  const token = await desk.newToken(person)
  await storeToken(page, token)
  await page.goto(pathOf({ id }))
  await expect(textOf(page)).toBeVisible()
  await desk.endSession(token)
  await writeOn(page, ' After.')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(dialog).toBeHidden()
  await expectSaved(page)
  await expect(textOf(page)).toHaveText('Before. After.')
  expect((await stored(desk, id)).body).toBe('<p>Before. After.</p>')
})

test('going to another screen right after the last letter saves it, and coming back shows it', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ body: '<p>Before.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await writeOn(page, ' And then away.')
  await menu(page, 'Articles').click()
  await expect(page).toHaveURL(/\/jCore\/article(\?|$)/)
  await expect.poll(async () => (await stored(desk, id)).body).toBe('<p>Before. And then away.</p>')
  await page.goBack()
  await expect(textOf(page)).toHaveText('Before. And then away.')
})

test('coming back faster than the save: the screen waits for it and shows what was typed', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ body: '<p>Before.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const order: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'GET' && request.url().endsWith(`/api/articles/${id}`) && order.push('opened'),
  )
  page.on('response', (answer) => answer.request().method() === 'PATCH' && order.push('saved'))
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await answerSaves(page, id, async (route) => {
    await held
    await route.continue()
  })
  await writeOn(page, ' And then away.')
  await menu(page, 'Articles').click()
  await expect(page).toHaveURL(/\/jCore\/article(\?|$)/)
  await asked
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(id))
  release()
  await expect(textOf(page)).toHaveText('Before. And then away.')
  // Where the screen had not been left yet, nothing is opened again.
  await expect.poll(() => order[0]).toBe('saved')
  await expect(isBack(page)).toBeHidden()
})

test('signing out right after the last letter saves it first', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ body: '<p>First words.</p>' })
  await storeToken(page, await desk.signIn('administrator'))
  await page.goto(pathOf({ id }))
  await writeOn(page, ' Last words.')
  await page.getByRole('button', { name: /^Me/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await stored(desk, id)).body).toBe('<p>First words. Last words.</p>')
})

test('browser Back from a new article: it is there as a draft', async ({ page, desk }) => {
  await storeToken(page, await tokenOf(desk, 'administrator'))
  await page.goto('/jCore/article')
  await page
    .getByRole('link', { name: 'New article' })
    .or(page.getByRole('button', { name: 'New article' }))
    .first()
    .click()
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.type('Left by Back')
  // The first keys are typed ahead of the screen; going back is meant once it is there.
  await expect(page).toHaveURL(/\/jCore\/article\/add/)
  await expect(page.locator('[data-type-ahead]')).toHaveCount(0)
  await expect(titleOf(page)).toHaveValue('Left by Back')
  await page.goBack()
  await expect(page).toHaveURL(/\/jCore\/article(\?|$)/)
  await expect(page.getByRole('link', { name: 'Left by Back' })).toBeVisible()
})

test('leaving while offline says that the text is kept here, and it is', async ({ page, context, desk }) => {
  const { id } = await desk.createArticle({ subtitle: '' })
  await openToWrite(page, desk, pathOf({ id }))
  await context.setOffline(true)
  await subtitleOf(page).fill('Only here')
  await menu(page, 'Media').click()
  await expect(page.getByText(/The last changes could not be saved. They are kept in this browser/)).toBeVisible()
  await context.setOffline(false)
  await page.goBack()
  await expect(isBack(page)).toBeVisible()
  await expect(subtitleOf(page)).toHaveValue('Only here')
  await expectSaved(page)
})

test('a slug that is taken is said beside the field, and holds back nothing else', async ({ page, desk }) => {
  const { slug } = await desk.createArticle({ title: 'The slug is mine' })
  const { id } = await desk.createArticle({ subtitle: '' })
  await openToWrite(page, desk, pathOf({ id }))
  await slugOf(page).fill(slug)
  await expect(slugOf(page)).toHaveAccessibleDescription(/This slug is in use/)
  await expect(slugOf(page)).toHaveAttribute('aria-invalid', 'true')
  await subtitleOf(page).fill('Saved all the same')
  await expect.poll(async () => (await stored(desk, id)).subtitle).toBe('Saved all the same')
  await expect(slugOf(page)).toHaveAccessibleDescription(/This slug is in use/)
  await expect(savedState(page)).toHaveText('Saved here; to be corrected: Slug')
  await slugOf(page).fill('a-slug-of-its-own')
  await expectSaved(page)
  expect((await stored(desk, id)).slug).toBe('a-slug-of-its-own')
})

test('the state names the field to correct and leads to it, also into a folded section', async ({ page, desk }) => {
  await openToWrite(page, desk)
  const section = page.getByRole('button', { name: 'SEO' })
  const canonical = page.getByRole('textbox', { name: 'Canonical URL' })
  await section.click()
  await canonical.fill('https://no address')
  await section.click()
  await expect(canonical).toBeHidden()
  await savedState(page).getByRole('button', { name: 'Canonical URL' }).click()
  await expect(canonical).toBeFocused()
  await expect(canonical).toHaveAccessibleDescription(/Write a whole address/)
  await canonical.fill('https://example.com/')
  await titleOf(page).fill('Corrected')
  await expectSaved(page)
})

test('on a phone the state leads to the field to correct, whose settings are closed', async ({ page, desk }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openToWrite(page, desk)
  await page.getByRole('button', { name: 'Article settings' }).click()
  await slugOf(page).fill('not a slug!')
  await page.keyboard.press('Escape')
  await expect(slugOf(page)).toBeHidden()
  const way = savedState(page).getByRole('button', { name: 'Slug' })
  await expect(way).toBeInViewport({ ratio: 1 })
  await way.click()
  await expect(slugOf(page)).toBeFocused()
  await expect(slugOf(page)).toHaveAccessibleDescription(
    /^Only small letters a–z, digits, and single hyphens between them\. \/not-a-slug!$/,
  )
})

test('a pasted title loses its line breaks; one that is too long says so, is not cut, and holds back nothing else', async ({
  page,
  context,
  desk,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openToWrite(page, desk)
  const long = `First line ${'of many '.repeat(36)}end`
  await page.evaluate((text) => navigator.clipboard.writeText(text), long.replace('First line ', 'First\r\nline\n'))
  await titleOf(page).press('Control+v')
  await expect(titleOf(page)).toHaveValue(long)
  await expect(page.getByText('At most 255 characters.')).toBeVisible()
  await subtitleOf(page).fill('Saved all the same')
  await expect(page).toHaveURL(/\/jCore\/article\/[0-9a-f-]{36}$/)
  await expect(savedState(page)).toHaveText('Saved here; to be corrected: Title')
  expect(await stored(desk, idOf(page))).toMatchObject({ title: '', subtitle: 'Saved all the same' })
  await titleOf(page).fill(long.slice(0, 255))
  await expectSaved(page)
  await expect.poll(async () => (await stored(desk, idOf(page))).title).toBe(long.slice(0, 255))
})

test('a title that is too long is still there after the tab was closed', async ({ page, context, desk }) => {
  const { id } = await desk.createArticle({ title: 'Short' })
  await openToWrite(page, desk, pathOf({ id }))
  await titleOf(page).fill('long '.repeat(60))
  await subtitleOf(page).fill('And a subtitle')
  await expect.poll(async () => (await stored(desk, id)).subtitle).toBe('And a subtitle')
  await page.close()
  const again = await context.newPage()
  await openToWrite(again, desk, pathOf({ id }))
  await expect(isBack(again)).toBeVisible()
  await expect(titleOf(again)).toHaveValue('long '.repeat(60))
})

test('words without end break, in the title, in the text and in the list, also on a phone', async ({ page, desk }) => {
  const word = 'Donaudampfschiff'.repeat(15)
  const article = await desk.createArticle({
    title: word,
    subtitle: word,
    excerpt: word,
    body: `<h2>${word}</h2><p>${word.repeat(8)}</p><table><tbody><tr><td>${word}</td><td>${word}</td></tr></tbody></table><pre><code>${word}</code></pre>`,
  })
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await openToWrite(page, desk, pathOf(article))
    await expectNoSidewaysScroll(page, `at ${width}`)
    await expect(bar(page).getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 })
    await page.goto('/jCore/article')
    await expect(page.getByText(word).first()).toBeVisible()
    await expectNoSidewaysScroll(page, `of the list at ${width}`)
  }
})
