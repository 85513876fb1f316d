import { DESK, expectAccessible, expectAccessibleInPairs } from './support/accessibility.ts'
import { furtherRoutes, publicRoutes, signedInRoutes, specifiedRoutes } from './support/routes.ts'
import { goToScreen, screenIsThere, signIn, whereIs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'screens' })

// The longest of all journeys: several workers share it.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

test('every screen before the sign-in is accessible in both themes, on a desk and on a phone', async ({ page }) => {
  for (const { path } of publicRoutes) {
    await page.setViewportSize(DESK)
    await page.goto(path)
    await screenIsThere(page)
    await expectAccessible(page, path)
  }
})

const behind = [
  ['every route of the specification', specifiedRoutes],
  ['every further route', furtherRoutes],
] as const
for (const [which, routes] of behind)
  test(`${which} is a screen of the shell with its title, accessible in both themes, on a desk and on a phone`, async ({
    page,
    desk,
  }) => {
    await signIn(page, desk)
    await page.goto('/jCore/nowhere')
    await screenIsThere(page)
    await expectAccessibleInPairs(page, 'an address that leads nowhere')
    for (const { path, title } of routes) {
      await page.setViewportSize(DESK)
      await goToScreen(page, path)
      expect(whereIs(page), path).toBe(path)
      await expect(page.getByRole('navigation', { name: 'Main menu' }), path).toBeVisible()
      await expect(page, path).toHaveTitle(title ? `${title} · Copydesk` : /^\S.* · Copydesk$/)
      await expect(page, path).not.toHaveTitle(/not found/i)
      await expectAccessibleInPairs(page, path)
    }
  })

test('in Chinese no screen shows an English text of ours', async ({ page, desk }) => {
  await page.addInitScript(() => localStorage.setItem('copydesk.locale', 'zh-CN'))
  for (const { path } of publicRoutes) {
    await page.goto(path)
    await screenIsThere(page)
    expect.soft(await englishOn(page), path).toEqual([])
  }
  await desk.createArticle({ title: 'A story for every screen' })
  await signIn(page, desk)
  await page.goto('/')
  await screenIsThere(page)
  for (const { path } of signedInRoutes) {
    await goToScreen(page, path)
    await expect(page).toHaveURL(path)
    expect.soft(await englishOn(page), path).toEqual([])
  }
})

/** Names, keys and data that are the same in every language. */
const SAME_EVERYWHERE =
  /Copydesk|English|WordPress|Ghost|Ctrl|Shift|Alt|Enter|Esc|Tab|UTC|GMT|HTML|SEO|URL|XML|WXR|JPEG|PNG|WebP|AVIF|GIF|MB|KB|AM|PM|Slug|slug|Markdown|https?:\/\/\S*|npm run import\S*|--media|DIR|gen-ju-[a-z-]+|Chrome\S*|Linux|[\w.-]+@[\w.-]+/g

/** What the journeys themselves put there. */
const NAMES = /story|ada|Marlow|Fischer|Mansour|Holm/i

/** Visible pieces of text, and labels, with Latin words and no Chinese. */
async function englishOn(page: import('@playwright/test').Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[data-content], code, iframe, table, a[href*="/jCore/article/"]')
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement && isShown(node.parentElement)) found.add((node.textContent ?? '').trim())
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (isShown(element))
        for (const name of ['aria-label', 'placeholder', 'title']) found.add(element.getAttribute(name) ?? '')
    return [...found]
  })
  const isEnglish = (text: string) =>
    /[A-Za-z]{3,}/.test(text.replace(SAME_EVERYWHERE, '')) && !/\p{Script=Han}/u.test(text)
  return texts.filter((text) => isEnglish(text) && !NAMES.test(text))
}
