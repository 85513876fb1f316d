import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { storeToken } from './support/sign-in.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import {
  bar,
  choose,
  expectSaved,
  idOf,
  next,
  openToWrite,
  pathOf,
  readerGets,
  stored,
  textOf,
  titleOf,
  tokenOf,
} from './support/writing.ts'

/** From the text to a button of its toolbar, and presses it. */
async function pressInToolbar(page: Page, name: string) {
  await page.keyboard.press('Alt+F10')
  const button = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
  for (let presses = 0; presses < 30; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(textOf(page)).toBeFocused()
}

test('an article is written and published by keyboard alone', async ({ page, desk }) => {
  await openToWrite(page, desk)
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.type('Without a mouse')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type('Plain and ')
  await pressInToolbar(page, 'Bold')
  await page.keyboard.type('bold')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/heading 2')
  await expect(page.getByRole('option', { name: 'Heading 2' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Half way')
  await page.keyboard.press('Enter')
  await pressInToolbar(page, 'Bullet list')
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('inside one')
  await page.keyboard.press('Alt+F10')
  await expect(
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').and(page.locator(':focus')),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  // In a list Shift+Tab means “less deep”; by way of the toolbar one leaves the text without changing it.
  await page.keyboard.press('Alt+F10')
  await tabTo(page, next(page, 'Publish'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const firstMissing = page.getByRole('dialog').getByRole('button', { name: 'Name at least one author' })
  await expect(firstMissing).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(next(page, 'Publish')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(firstMissing).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Authors' })).toBeFocused()
  await page.keyboard.type('Key Board')
  await expect(page.getByRole('option', { name: 'Create “Key Board”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Key Board' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('combobox', { name: 'Primary category' }))
  await page.keyboard.type('Keys')
  await expect(page.getByRole('option', { name: 'Create “Keys”' })).toBeVisible()
  // A typing error must not make a section of the site.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Keys' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  await tabTo(page, next(page, 'Publish'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Published “Without a mouse”')).toBeVisible()
  const { slug } = await stored(desk, idOf(page))
  expect((await readerGets(desk, slug)).body).toMatch(
    /^<p>Plain and <strong>bold<\/strong><\/p><h2>Half way<\/h2><ul><li>(<p>)?one.*<ul>.*inside one/,
  )
})

test('passing through the text by Tab changes nothing in it; after another key Tab is for the list', async ({
  page,
  desk,
}) => {
  const body = '<ul><li>one</li><li>two</li></ul>'
  const { id } = await desk.createArticle({ title: 'Passed through', body })
  await openToWrite(page, desk, pathOf({ id }))
  await textOf(page).getByText('two').click()
  const authors = page.getByRole('combobox', { name: 'Authors' })
  await page.keyboard.press('Alt+F10')
  await tabTo(page, titleOf(page), 'Shift+Tab')
  await tabTo(page, authors)
  await tabTo(page, titleOf(page), 'Shift+Tab')
  await tabTo(page, textOf(page))
  await page.keyboard.press('Control+s')
  expect((await stored(desk, id)).body).toBe(body)
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await expect(textOf(page)).toBeFocused()
  await expect.poll(async () => (await stored(desk, id)).body).toBe('<ul><li>one<ul><li>two</li></ul></li></ul>')
})

test('dialogs of the edit page open and close by keyboard and give the focus back', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ title: 'Dialogs' })
  await openToWrite(page, desk, pathOf({ id }))
  const more = bar(page).getByRole('button', { name: 'More actions' })
  await tabTo(page, more)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Schedule…' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Submit for review' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule “Dialogs”' })
  await expect(dialog.getByLabel('Publish at')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()

  await tabTo(page, bar(page).getByRole('button', { name: 'Preview' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Preview: Dialogs' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('button', { name: 'Preview' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'History' }))
  await page.keyboard.press('Enter')
  const created = page.getByRole('button', { name: /^Created/ })
  await tabTo(page, created)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Version of/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(created).toBeFocused()
})

/** Every state of the screen, one after the other; `look` is called in each. */
async function walkThroughStates(page: Page, desk: Desk, look: (where: string) => Promise<void>) {
  await openToWrite(page, desk)
  await look('new')

  const body =
    '<h2>Heading</h2><p>Text with <a href="/x">a link</a>, <strong>bold</strong> and <code>code</code>.</p><ul><li>one</li></ul>' +
    '<blockquote><p>Said.</p></blockquote><table><tbody><tr><th>Month</th><td>1</td></tr></tbody></table><pre><code>let x</code></pre>'
  const cover = await desk.createArticle({ title: 'Filled', subtitle: 'Subtitle', excerpt: 'Excerpt', body })
  await openToWrite(page, desk, pathOf(cover))
  for (const section of ['SEO', 'Ads', 'Notes', 'History']) {
    const head = page.getByRole('button', { name: section, exact: true })
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
  }
  await expect(page.getByRole('button', { name: /^Created/ })).toBeVisible()
  await look('filled, all sections open')

  await page.getByRole('button', { name: /^Created/ }).click()
  await expect(page.getByText('The article is the same now as it was in this version.')).toBeVisible()
  await look('a version')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await choose(page, 'Schedule…')
  await expect(page.getByRole('dialog', { name: /^Schedule/ })).toBeVisible()
  await look('schedule')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await bar(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Move to trash' })).toBeVisible()
  await look('menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  await page.getByRole('textbox', { name: 'Slug' }).fill('not a slug!')
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveAttribute('aria-invalid', 'true')
  await look('a fault in a field')

  const empty = await desk.api('POST', '/api/articles', { title: '', internalNote: 'begun' })
  await openToWrite(page, desk, pathOf(empty))
  await next(page, 'Publish').click()
  await expect(page.getByRole('dialog').getByText(/^Needed before publishing: /)).toBeVisible()
  await look('checklist')
  await page.keyboard.press('Escape')

  const shared = await desk.createArticle({ body: '<p>Ours</p>' })
  await openToWrite(page, desk, pathOf(shared))
  await desk.api('PATCH', `/api/articles/${shared.id}`, { version: shared.version, body: '<p>Theirs</p>' })
  await textOf(page).click()
  await page.keyboard.type('Mine')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: /changed the same part/ })).toBeVisible()
  await look('conflict')

  const trashed = await desk.createArticle({ status: 'trashed' })
  await openToWrite(page, desk, pathOf(trashed))
  await look('in the trash')

  await page.setViewportSize({ width: 320, height: 640 })
  await openToWrite(page, desk, pathOf(cover))
  await look('320 px')
  await page.getByRole('button', { name: 'Article settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Article settings' })).toBeVisible()
  await look('320 px, drawer')
}

test('axe finds nothing on the edit page in any of its states and in both themes, and nothing scrolls sideways', async ({
  page,
  desk,
}) => {
  await walkThroughStates(page, desk, (where) => expectAccessibleInBothThemes(page, where, [page.viewportSize()!]))
})

/** Texts that a person sees or hears, without what people wrote themselves. */
const saidOn = (page: Page) =>
  page.evaluate(() => {
    const said = new Set<string>()
    for (const element of document.querySelectorAll('body *')) {
      if (
        !element.checkVisibility() ||
        element.closest('[translate=no], [contenteditable] *, [aria-hidden=true], script, style')
      )
        continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-placeholder'])
        said.add(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.add(node.nodeValue!.trim())
    }
    return [...said]
  })
/** Names and forms that stay as they are in every language. */
const sameEverywhere =
  /Copydesk|SEO|HTML|URL|https?:|English|Ctrl|Alt|Shift|F8|Key|UTC|Edith Marlow(?:-Reyes)?|^E[MR]$|gen-ju-biao-ti-sheng-cheng|[A-Z][a-z]+\/[A-Z][A-Za-z_]+|\/[a-z0-9/-]+|ada|^[A-Z]$|\d+ (?:KB|MB|px)/g

test('in Chinese nothing on the edit page is left untranslated', async ({ page, desk }) => {
  const token = await tokenOf(desk, 'editor')
  const me = (await desk.api<{ user: { version: number } }>('GET', '/api/session', undefined, token)).user
  const { version } = await desk.api('PATCH', '/api/profile', { version: me.version, locale: 'zh-CN' }, token)
  const article = await desk.createArticle({ title: '山外青山', body: '<p>楼外楼</p>' })
  await desk.api('PATCH', `/api/articles/${article.id}`, { version: article.version, slug: `x${Date.now()}` })
  try {
    await storeToken(page, token)
    await page.goto(pathOf(article))
    await expect(page.getByRole('textbox', { name: '标题', exact: true })).toBeVisible()
    await expect(page.getByRole('toolbar').first()).toBeVisible()
    const folded = page.getByRole('heading', { level: 2 }).getByRole('button', { expanded: false })
    for (let left = await folded.count(); left > 0; left--) await folded.first().click()
    await expect(folded).toHaveCount(0)
    const english = async (where: string) => {
      const left = (await saidOn(page)).filter((text) => /[A-Za-z]{2,}/.test(text.replace(sameEverywhere, '')))
      expect.soft(left, where).toEqual([])
    }
    await english('article')
    await page.locator('[role=toolbar] [aria-haspopup=menu]').last().click()
    await english('menu of the editor')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '更多操作' }).click()
    await english('more actions')
  } finally {
    await desk.api('PATCH', '/api/profile', { version, locale: 'en' }, token)
  }
})
