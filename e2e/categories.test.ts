import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { DESK, PHONE, expectAccessible, expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { watchWork } from './support/work.ts'
import { amount } from '../server/testing/amount.ts'

test.use({ serverNamed: 'categories' })
test.describe.configure({ mode: 'serial' })

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
/** The names as the screen shows them, indented by their level. */
const shown = async (page: Page) =>
  page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .filter((one) => one.hasAttribute('data-id'))
        .map(
          (one) =>
            '-'.repeat(Number(one.getAttribute('aria-level')) - 1) +
            (one.querySelector('span[class*=label]')?.textContent ?? ''),
        ),
    )
const stored = async (desk: Desk) => {
  const { items } = await desk.api<{ items: CategoryTreeItem[] }>('GET', '/api/categories/tree')
  const level = (item: CategoryTreeItem): number =>
    item.parent ? 1 + level(items.find(({ id }) => id === item.parent)!) : 0
  return items.map((item) => '-'.repeat(level(item)) + item.name)
}

test('an editor adds, renames and moves categories by keyboard, and the screen shows what is stored', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/cate')
  await screenIsThere(page, 'Categories')
  await expect(page.getByText('No categories yet')).toBeVisible()
  await expectNoAxeFindings(page, 'empty')
  await page.getByRole('button', { name: 'New category' }).first().click()
  await page.keyboard.type('News')
  await page.keyboard.press('Enter')
  for (const name of ['Culture', 'Sport']) {
    await expect(page.getByRole('row', { selected: true })).toBeFocused()
    await page.keyboard.press('n')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(row(page, name)).toBeFocused()
  }
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('status').filter({ hasText: '“Sport” is now 2 of 3 at the top level.' })).toBeAttached()
  await expect.poll(() => shown(page)).toEqual(['News', 'Sport', 'Culture'])
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => shown(page)).toEqual(['News', '-Sport', 'Culture'])
  await expect(row(page, 'Sport')).toBeFocused()
  // At once, while the move may still be on its way.
  await page.keyboard.press('F2')
  await page.keyboard.type('Football')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Football')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'News')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'News')).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => stored(desk)).toEqual(['News', '-Football', 'Culture'])
  await page.reload()
  await screenIsThere(page, 'Categories')
  expect(await shown(page)).toEqual(['News', 'Culture'])
  await row(page, 'News').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => shown(page)).toEqual(['News', 'Football', 'Culture'])
  await expect.poll(() => stored(desk)).toEqual(['News', 'Football', 'Culture'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shown(page)).toEqual(['News', '-Football', 'Culture'])
  await expect.poll(() => stored(desk)).toEqual(['News', '-Football', 'Culture'])
})

test('a category is dragged into another, merged, deleted with its articles sent elsewhere, and all is undone', async ({
  page,
  desk,
}) => {
  const { items } = await desk.api<{ items: CategoryTreeItem[] }>('GET', '/api/categories/tree')
  const idOf = (name: string) => items.find((item) => item.name === name)!.id
  await desk.createArticle({ primaryCategory: idOf('Football'), status: 'published' })
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/cate')
  await screenIsThere(page, 'Categories')
  await page.getByRole('button', { name: 'Unfold all' }).click()
  const before = await shown(page)
  await row(page, 'Football').hover()
  const grip = (await row(page, 'Football').locator('[data-act=grip]').boundingBox())!
  const target = (await row(page, 'Culture').boundingBox())!
  await page.mouse.move(grip.x + 6, grip.y + 12)
  await page.mouse.down()
  await page.mouse.move(target.x + 80, target.y + target.height / 2, { steps: 6 })
  await expect(row(page, 'Culture')).toHaveAttribute('data-drop', 'into')
  await page.mouse.up()
  await expect.poll(() => shown(page)).toContain('-Football')
  await expect.poll(() => stored(desk)).toEqual(expect.arrayContaining(['Culture', '-Football']))
  const dialog = page.getByRole('dialog')
  await row(page, 'Culture').click()
  await page.getByRole('button', { name: 'Merge into another…' }).click()
  await dialog.getByRole('combobox', { name: 'Into' }).fill('Foot')
  await page.getByRole('option', { name: 'Football' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A category cannot be merged into one below it.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shown(page)).toEqual(before)

  await row(page, 'Football').click()
  await page.getByRole('button', { name: 'Merge into another…' }).click()
  await dialog.getByRole('combobox', { name: 'Into' }).fill('Cult')
  await page.getByRole('option', { name: 'Culture' }).click()
  await expect(dialog.getByText('1 article changes its category.')).toBeVisible()
  await expectNoAxeFindings(page, 'merge')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(row(page, 'Football')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Football')).toBeVisible()

  await row(page, 'News').click()
  await page.keyboard.press('Delete')
  await expect(dialog.getByText('It has 1 subcategory, which goes')).toBeVisible()
  await expectNoAxeFindings(page, 'delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(() => stored(desk))
    .toEqual(before.filter((one) => one !== 'News').map((one) => (one === '-Football' ? 'Football' : one)))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stored(desk)).toEqual(before)
})

test('a viewer reads the tree and changes nothing', async ({ page, desk }) => {
  await signIn(page, desk, 'viewer')
  await page.goto('/jCore/cate')
  await screenIsThere(page, 'Categories')
  await expect(page.getByRole('button', { name: 'New category' })).toHaveCount(0)
  const before = await shown(page)
  await row(page, 'Culture').focus()
  for (const key of ['Alt+ArrowUp', 'Delete', 'F2', 'n']) await page.keyboard.press(key)
  await expect(page.getByRole('treegrid').getByRole('textbox')).toHaveCount(0)
  expect(await shown(page)).toEqual(before)
  await expect(page.getByText('Editors and administrators arrange categories.')).toBeVisible()
})

const file = new URL('../../shared/data/taxonomy/content-taxonomy-3.1.tsv', import.meta.url)
const lines = (() => {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .slice(2)
      .filter(Boolean)
      .map((line) => line.split('\t'))
  } catch {
    return []
  }
})()

/** The taxonomy of the field has 704. */
const MANY = amount({ full: 704, short: 240 })

test('hundreds of categories unfold, are walked and searched without the page freezing', async ({ page, desk }) => {
  test.skip(lines.length === 0, 'the taxonomy of 704 nodes is not on this machine (../shared/data/taxonomy)')
  const ids = new Map<string, string>()
  let token = await desk.signIn('administrator')
  for (const [at, [id = '', parent = '', name = '']] of lines.slice(0, MANY).entries()) {
    const body = { name: name.trim(), parent: ids.get(parent) ?? null }
    if (at % 400 === 399) token = await desk.signIn('administrator')
    const made = await desk.send<{ id: string }>(token, 'POST', '/api/categories', body)
    if (made.status === 201) ids.set(id, made.body.id)
  }
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/cate')
  await screenIsThere(page, 'Categories')
  const work = await watchWork(page)
  await page.getByRole('button', { name: 'Unfold all' }).click()
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(MANY - 5)
  const unfolding = await work()
  await page.getByRole('row').nth(1).focus()
  for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowDown')
  const eachKey = (await work()) / 40
  await page.keyboard.press('/')
  await page.keyboard.type('sedan')
  await expect.poll(() => shown(page)).toEqual(['Automotive', '-Auto Body Styles', '--Sedan'])
  await expect(page.locator('mark')).toHaveText('Sedan')
  console.log(`${MANY} categories: ${unfolding} ms of work to unfold them, ${eachKey} ms for each arrow key`)
  expect(unfolding).toBeLessThan(3000)
  expect(eachKey).toBeLessThan(100)
})

test('the screen has no axe finding in both themes, and fits 320 px', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/cate')
  await screenIsThere(page, 'Categories')
  await row(page, 'News').click()
  await expectAccessible(page, 'categories', [DESK])
  await page.setViewportSize(PHONE)
  await row(page, 'News').getByRole('button').click()
  await expect(page.getByRole('dialog').getByLabel('Slug')).toBeVisible()
  await expectAccessible(page, 'a category', [PHONE])
})
