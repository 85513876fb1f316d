import type { Page } from '@playwright/test'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('the language is switched at once, keeps what is typed, and stays after a reload and in mails', async ({
  page,
  desk,
}) => {
  const token = await signIn(page, desk, 'ad_manager')
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('山外')
  const calls: string[] = []
  await page.getByRole('button', { name: 'Language' }).click()
  page.on('request', (request) => request.isNavigationRequest() && calls.push(request.url()))
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '文章' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '媒体' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('山外')
  expect(calls, 'page loads').toEqual([])
  await expect.poll(async () => (await session(token)).user.locale).toBe('zh-CN')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '文章' })).toBeVisible()
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()

  function session(of: string) {
    return desk.api<{ user: { locale: string } }>('GET', '/api/session', undefined, of)
  }
})

test('a browser that speaks Chinese is greeted in Chinese, and can be switched before signing in', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await page.getByText('English').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await context.close()
})

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

test('the theme follows the system until one is chosen, and the choice stays', async ({ page, desk }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, desk)
  await page.goto('/edit')
  await screenIsThere(page, /Hello/)
  const light = await background(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => scheme(page)).toBe('dark')
  const dark = await background(page)
  expect(dark).not.toBe(light)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(() => scheme(page)).toBe('light')
  expect(await background(page)).toBe(light)
  await page.reload()
  await screenIsThere(page, /Hello/)
  expect(await background(page), 'light was chosen, the system is dark').toBe(light)
})

test('density is for every list and stays', async ({ page, desk }) => {
  await desk.createArticle()
  await signIn(page, desk)
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  const height = async () => (await page.getByRole('row').nth(1).boundingBox())!.height
  const comfortable = await height()
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect.poll(height).toBeLessThan(comfortable)
  await page.reload()
  await screenIsThere(page, 'Articles')
  expect(await height()).toBeLessThan(comfortable)
})
