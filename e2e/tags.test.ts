import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Role } from '#contract/permissions.ts'
import type { Tag } from '#contract/tags.ts'
import { expectAccessible, expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { goToScreen, screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'tags' })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Tags' }).getByRole('link', { name, exact: true })
const openTags = async (page: Page, query = '') => {
  await page.goto(`/jCore/tag${query}`)
  await screenIsThere(page, 'Tags')
}

test('an editor adds a tag, is told of a taken name, renames it, and is asked before leaving', async ({
  page,
  desk,
}) => {
  await desk.api('POST', '/api/tags', { name: 'Harbour' })
  await signIn(page, desk, 'editor')
  await openTags(page)
  await page.getByRole('button', { name: 'New tag' }).click()
  await expect(page).toHaveTitle(/New tag · Copydesk/)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Fill this in/)
  await page.getByRole('textbox', { name: 'Name' }).fill('HARBOUR')
  await page.getByRole('button', { name: 'Add the tag' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('This name is in use.')
  await page.getByRole('textbox', { name: 'Name' }).fill('茶馆 Tea house')
  await page.locator('#tag-synonyms').fill('teahouse')
  await page.locator('#tag-synonyms').press('Enter')
  await page.getByRole('textbox', { name: 'Description' }).fill('Places to sit.')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/jCore\/tag\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('cha-guan-tea-house')
  await expectNoAxeFindings(page, 'tag form')

  await page.getByRole('textbox', { name: 'Slug' }).fill('tea-house')
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved: 茶馆 Tea house')).toBeVisible()
  const found = await desk.api<{ to: string }>('GET', '/content/v1/redirects?path=/tag/cha-guan-tea-house')
  expect(found.to).toBe('/tag/tea-house')

  await openTags(page, '?q=teahouse')
  await expect(row(page, '茶馆 Tea house')).toBeVisible()
})

test('of two people who change a tag, the second sees both texts and chooses', async ({ page, desk }) => {
  const tag = await desk.api<Tag>('POST', '/api/tags', { name: 'Quay' })
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/tag/${tag.id}`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine')
  await desk.api('PATCH', `/api/tags/${tag.id}`, { version: 1, description: 'Theirs' })
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Description: ada changed this too')
  await expect(page.getByRole('alert')).toContainText('Theirs: Theirs')
  await expectNoAxeFindings(page, 'two texts of a tag')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved: Quay')).toBeVisible()
  expect((await desk.api<Tag>('GET', `/api/tags/${tag.id}`)).description).toBe('Mine')
})

test('what was typed about a tag is back after the tab was closed, and does not overwrite what a colleague saved', async ({
  page,
  context,
  desk,
}) => {
  const tag = await desk.api<Tag>('POST', '/api/tags', { name: 'Pier' })
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/tag/${tag.id}`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine')
  await page.getByRole('textbox', { name: 'Slug' }).fill('the-pier')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closed = page.waitForEvent('close')
  await (await asked).accept()
  await closed
  await desk.api('PATCH', `/api/tags/${tag.id}`, { version: 1, description: 'Theirs' })

  const again = await context.newPage()
  await again.setViewportSize({ width: 320, height: 700 })
  await signIn(again, desk, 'editor')
  await again.goto(`/jCore/tag/${tag.id}`)
  await expect(again.getByText(/^Unsaved text from .* is back in its fields\.$/)).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Slug' })).toHaveValue('the-pier')
  const choice = again.getByRole('alert')
  await expect(choice).toContainText('Yours: Mine')
  await expectNoAxeFindings(again, 'a restored draft and a conflict')
  await expectNoSidewaysScroll(again, 'a restored draft and a conflict')
  await again.keyboard.press('Control+s')
  await expect(choice).toBeFocused()
  await again.keyboard.press('Tab')
  await again.keyboard.press('Tab')
  await again.keyboard.press('Enter')
  await expect(again.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await again.keyboard.press('Control+s')
  await expect(again.getByText('Saved: Pier')).toBeVisible()
  expect(await desk.api<Tag>('GET', `/api/tags/${tag.id}`)).toMatchObject({ description: 'Theirs', slug: 'the-pier' })
})

test('similar tags are found, merged with counts shown before, and brought back', async ({ page, desk }) => {
  const [kept, gone] = [
    await desk.api<Tag>('POST', '/api/tags', { name: 'Festival' }),
    await desk.api<Tag>('POST', '/api/tags', { name: 'festivals' }),
  ]
  await desk.createArticle({ tags: [kept.id], status: 'published' })
  await desk.createArticle({ tags: [kept.id] })
  const article = await desk.createArticle({ tags: [gone.id], status: 'published' })
  await signIn(page, desk, 'editor')
  await openTags(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Similar tags' }).click()
  await expect(row(page, 'Festival')).toHaveCount(1)
  await expect(row(page, 'festivals')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge tags' })
  await expect(dialog.getByRole('radio', { name: 'Festival', exact: true })).toBeChecked()
  await expect(dialog).toContainText('1 article gets “Festival”. Readers see the change at once.')
  await expectNoAxeFindings(page, 'merge dialog')
  await dialog.getByRole('button', { name: 'Merge into “Festival”' }).click()
  await expect(page.getByText('Merged into “Festival”: 1 article got it')).toBeVisible()
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).tags).toEqual([kept.id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(row(page, 'festivals')).toHaveCount(1)
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).tags).toEqual([gone.id])
})

test('a merge that would lose names says which, before', async ({ page, desk }) => {
  const synonyms = Array.from({ length: 20 }, (_, at) => `Pier ${at}`)
  await desk.api('POST', '/api/tags', { name: 'Crowded quay', synonyms })
  await desk.api('POST', '/api/tags', { name: 'Crowded-quay', slug: 'quay-2', synonyms: ['Landing', 'Jetty'] })
  await signIn(page, desk, 'editor')
  await openTags(page, '?q=crowded')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge tags' })
  await dialog.getByRole('radio', { name: 'Crowded quay' }).check()
  await expect(dialog).toContainText(
    'There is no room for more than 20 synonyms: “Crowded-quay”, “Landing”, “Jetty” will not find it.',
  )
  await expectNoAxeFindings(page, 'merge dialog that loses names')
  await dialog.getByRole('radio', { name: 'Crowded-quay' }).check()
  await expect(dialog).toContainText('“Pier 17”, “Pier 18”, “Pier 19” will not find it.')
})

test('a used tag is deleted after saying how many articles lose it, and undo brings it back', async ({
  page,
  desk,
}) => {
  const tag = await desk.api<Tag>('POST', '/api/tags', { name: 'Lantern' })
  const article = await desk.createArticle({ tags: [tag.id] })
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/tag/${tag.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Lantern”?' })
  await expect(dialog).toContainText('It is taken off 1 article.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/jCore\/tag$/)
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).tags).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Lantern')).toBeVisible()
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).tags).toEqual([tag.id])
})

test('an undo that cannot be says which names others have now', async ({ page, desk }) => {
  const add = (name: string) => desk.api('POST', '/api/tags', { name })
  const ropes = [1, 2, 3, 4, 5].map((nth) => `Rope ${nth}`)
  for (const name of ['Anchor', ...ropes]) await add(name)
  await signIn(page, desk, 'editor')
  await openTags(page, '?q=Anchor')
  await page.getByRole('button', { name: 'Actions for “Anchor”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted “Anchor”')).toBeVisible()
  await add('Anchor')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Anchor” stays in the trash: there is another one of this name now.')).toBeVisible()

  await openTags(page, '?q=Rope')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 5 tags')).toBeVisible()
  for (const name of ropes) await add(name)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^“Rope 1”, “Rope 2”, “Rope 3”, 2 more stay in the trash:/)).toBeVisible()
})

test('deleting several tags says how many articles lose them: one that carries both counts once', async ({
  page,
  desk,
}) => {
  const tag = (name: string) => desk.api<Tag>('POST', '/api/tags', { name })
  const both = [await tag('Pagoda east'), await tag('Pagoda west')]
  await desk.createArticle({ tags: both.map(({ id }) => id), status: 'published' })
  await signIn(page, desk, 'editor')
  await openTags(page, '?q=pagoda')
  await expect(row(page, 'Pagoda west')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 tags?' })
  await expect(dialog).toContainText('They are taken off 1 article. Readers see the change at once.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 tags')).toBeVisible()
})

test('of similar tags one is left out of a merge, and what is typed in the form of the one that stays is not lost', async ({
  page,
  desk,
}) => {
  const tag = (name: string) => desk.api<Tag>('POST', '/api/tags', { name })
  const [kept, plural] = [await tag('Kite'), await tag('kites'), await tag('Kites 1')]
  await tag('Kitchen')
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/tag/${kept.id}`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Paper in the wind')
  await page.locator('#tag-synonyms').fill('flyer')
  await page.locator('#tag-synonyms').press('Enter')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with others' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge tags' })
  await expect(dialog.getByRole('button', { name: 'Leave out “Kite”' })).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Also merge' }).fill('kit')
  await expect(page.getByRole('option', { name: 'Kites 1' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'kites', exact: true })).toHaveCount(0)
  await page.getByRole('option', { name: 'Kites 1' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Kites 1' }).check()
  await expect(dialog.getByRole('alert')).toContainText('What you typed about “Kite” is not saved and will be lost.')
  await dialog.getByRole('radio', { name: 'Kite', exact: true }).check()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Leave out “Kites 1”' }).click()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expectNoAxeFindings(page, 'merge dialog of a form')
  await dialog.getByRole('button', { name: 'Merge into “Kite”' }).click()
  await expect(page.getByText('Merged into “Kite”: 0 articles got it')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Paper in the wind')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved: Kite')).toBeVisible()
  const stored = await desk.api<Tag>('GET', `/api/tags/${kept.id}`)
  expect(stored).toMatchObject({ description: 'Paper in the wind', synonyms: ['flyer', plural.name] })
})

test('without a mouse the focus stays in the list: after a deletion, its undo, and a merge of selected tags', async ({
  page,
  desk,
}) => {
  for (const name of ['Gate 1', 'Gate 2', 'Gate 3', 'Gate 4']) await desk.api('POST', '/api/tags', { name })
  await signIn(page, desk, 'editor')
  await openTags(page, '?q=gate&sort=name')
  await expect(row(page, 'Gate 4')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(row(page, 'Gate 2')).toBeFocused()
  await page.getByRole('button', { name: 'Delete: Gate 2' }).press('Enter')
  await expect(row(page, 'Gate 2')).toHaveCount(0)
  await expect(row(page, 'Gate 3')).toBeFocused()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Gate 2')).toBeVisible()
  await expect(row(page, 'Gate 3')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Merge tags' })
  const confirm = dialog.getByRole('button', { name: 'Merge into “Gate 3”' })
  // A key is not waited for as a click is: the counts come first.
  await expect(confirm).toBeEnabled()
  await confirm.press('Enter')
  await expect(row(page, 'Gate 4')).toHaveCount(0)
  await expect(row(page, 'Gate 3')).toBeFocused()
})

test('authors, ad managers and viewers may look at tags, and change none', async ({ page, desk }) => {
  for (const role of ['author', 'ad_manager', 'viewer'] satisfies Role[]) {
    const tag = await desk.api<Tag>('POST', '/api/tags', { name: `Seen by ${role}` })
    await signIn(page, desk, role)
    await openTags(page, `?q=${role}`)
    await expect(row(page, tag.name), role).toBeVisible()
    await expect(page.getByRole('button', { name: 'New tag' }), role).toHaveCount(0)
    await goToScreen(page, `/jCore/tag/${tag.id}`)
    await screenIsThere(page, tag.name)
    await expect(page.getByRole('button', { name: 'Save', exact: true }), role).toHaveCount(0)
    await goToScreen(page, '/jCore/tag/add')
    await expect(page.getByRole('button', { name: 'Add the tag' }), role).toHaveCount(0)
  }
})

test('tags are readable on a phone and a desk, in both themes', async ({ page, desk }) => {
  for (const [name, colour] of [
    [`Long ${'name '.repeat(9)}`, '#c92a2a'],
    ['Short', ''],
  ])
    await desk.api('POST', '/api/tags', { name, colour, synonyms: ['one', 'two'], visibility: 'internal' })
  const tag = await desk.api<Tag>('POST', '/api/tags', { name: 'Shown' })
  await signIn(page, desk, 'editor')
  await openTags(page)
  await expectAccessible(page, 'tags')
  await goToScreen(page, `/jCore/tag/${tag.id}`)
  await expectAccessible(page, 'a tag')
})
