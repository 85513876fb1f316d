import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { bar, expectSaved, next, openToWrite, pathOf, savedState, stored, textOf, tokenOf } from './support/writing.ts'

test.use({ serverNamed: 'read-only' })

/** Sooner than its next look, which is a matter of seconds. */
const look = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
const notSaved = (page: Page) => page.getByRole('alert', { name: 'What you typed is not saved' })

async function act(desk: Desk, { id }: Article, action: string, more = {}) {
  const { version } = await stored(desk, id)
  return desk.api('POST', `/api/articles/${id}/${action}`, { version, ...more })
}

async function typeAtEnd(page: Page, words: string) {
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

test('whose article is scheduled while they write is told why and what is kept, and it is saved after the schedule', async ({
  page,
  context,
  desk,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { authors, primaryCategory } = await desk.createArticle()
  const fields = { title: 'The last ferry', body: '<p>It left.</p>', primaryCategory: primaryCategory }
  const article = await desk.api('POST', '/api/articles', fields, await tokenOf(desk, 'author'))
  await desk.api('PATCH', `/api/articles/${article.id}`, { version: article.version, authors: authors })
  await openToWrite(page, desk, pathOf(article), 'author')
  const cut = await page.route(`**/api/articles/${article.id}`, (route) => route.abort())
  await typeAtEnd(page, ' And came back.')
  await expect(savedState(page)).toContainText('Not saved')
  await act(desk, article, 'schedule', { publishAt: new Date(Date.now() + 86_400_000).toISOString() })
  await cut.dispose()
  await expect(async () => {
    await look(page)
    await expect(page.getByText('This article is scheduled')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await expect(page.getByText('To change it, ask an editor to cancel the schedule.')).toBeVisible()
  await expect(page.getByText(/^Will be published on/)).not.toContainText('Change the time')
  await expect(textOf(page)).toContainText('It left. And came back.')
  await expect(tools(page)).toBeHidden()
  await page.setViewportSize({ width: 320, height: 640 })
  const isCut = (words: string | RegExp) =>
    bar(page)
      .getByText(words)
      .last()
      .evaluate(({ parentElement: box }) => box!.scrollWidth > box!.clientWidth)
  expect(await isCut('Not saved')).toBe(false)
  await expectNoAxeFindings(page)
  await notSaved(page).getByRole('button', { name: 'Copy the text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('It left. And came back.')
  await expectNoAxeFindings(page)

  await page.reload()
  await expect(notSaved(page)).toBeVisible()
  expect(await isCut(/^(tomorrow|in 2[34])/)).toBe(false)
  await act(desk, article, 'return', { note: '' })
  await expect(async () => {
    await look(page)
    await expect(tools(page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await expectSaved(page)
  await expect(notSaved(page)).toBeHidden()
  await expect(page.getByText(/was not saved, but kept in this browser/)).toBeHidden()
  expect((await stored(desk, article.id)).body).toBe('<p>It left. And came back.</p>')
})

test('an article that was moved to the trash while someone wrote in it is restored with what they wrote', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'On its way out', body: '<p>Begun.</p>' })
  await openToWrite(page, desk, pathOf(article), 'editor')
  const cut = await page.route(`**/api/articles/${article.id}`, (route) => route.abort())
  await typeAtEnd(page, ' Written meanwhile.')
  await expect(savedState(page)).toContainText('Not saved')
  await act(desk, article, 'trash')
  await cut.dispose()
  await expect(async () => {
    await look(page)
    await expect(page.getByText('This article is in the trash')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await expect(notSaved(page)).toBeVisible()
  await expect(savedState(page)).toHaveText('Not saved: it is in the trash')
  await next(page, 'Restore as draft').click()
  await expect(bar(page).getByText('Draft', { exact: true })).toBeVisible()
  await expectSaved(page)
  await expect(page.getByText(/was not saved, but kept in this browser/)).toBeHidden()
  expect(await stored(desk, article.id)).toMatchObject({ status: 'draft', body: '<p>Begun. Written meanwhile.</p>' })
})

test('whose role is lowered in an open article can no longer write in it, and takes the text along', async ({
  page,
  context,
  desk,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const author = await desk.person('author')
  const fields = { title: 'Mine', body: '<p>Begun.</p>' }
  const article = await desk.api('POST', '/api/articles', fields, await desk.signIn('author'))
  await signIn(page, desk, 'author')
  await page.goto(pathOf(article))
  await expect(textOf(page)).toHaveText('Begun.')
  const { items } = await desk.api<{ items: { id: string; email: string; version: number }[] }>('GET', '/api/users')
  const { id, version } = items.find(({ email }) => email === author.email)!
  const changed = await desk.api<{ version: number }>('PATCH', `/api/users/${id}`, { version, role: 'viewer' })
  await typeAtEnd(page, ' Typed since.')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(author.password)
  await again.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByText('Your role was changed from Author to Viewer')).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy the text' })
  await expect(copy).toBeVisible()
  await expect(next(page, 'Submit for review')).toBeHidden()
  await expect(tools(page)).toBeHidden()
  for (let visit = 0; visit < 2; visit++) {
    await page.reload()
    await expect(page.getByText('This article does not exist')).toBeVisible()
  }
  await expectNoAxeFindings(page)
  await copy.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Begun. Typed since.')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(copy).toBeHidden()
  await page.reload()
  await expect(page.getByText('This article does not exist')).toBeVisible()
  await expect(copy).toBeHidden()
  await desk.api('PATCH', `/api/users/${id}`, { version: changed.version, role: 'author' })
})

test('who is taken off the byline while they write is told why nothing is saved, and takes the text along', async ({
  page,
  context,
  desk,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const author = await desk.person('author')
  const { items } = await desk.api<{ items: { id: string; email: string }[] }>('GET', '/api/users')
  const user = items.find(({ email }) => email === author.email)!.id
  const byline = await desk.api<{ id: string }>('POST', '/api/authors', { displayName: 'Arno Fischer', user })
  const other = await desk.api<{ id: string }>('POST', '/api/authors', { displayName: 'Nora Quay' })
  const article = await desk.createArticle({ body: '<p>Begun.</p>', authors: [byline.id] })
  await signIn(page, desk, 'author')
  await page.goto(pathOf(article))
  await expect(textOf(page)).toHaveText('Begun.')
  await desk.api('PATCH', `/api/articles/${article.id}`, { version: article.version, authors: [other.id] })
  await typeAtEnd(page, ' Typed since.')
  await expect(notSaved(page)).toContainText('You can no longer change this article, or it was deleted.')
  await expectNoAxeFindings(page)
  await notSaved(page).getByRole('button', { name: 'Copy the text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Begun. Typed since.')
})
