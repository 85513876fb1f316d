import { expect, type Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import type { Desk } from './desk.ts'

/** Puts a new session of this person into the tab, as the sign-in screen would; answers its token. */
export async function signIn(page: Page, desk: Desk, role: Role = 'administrator'): Promise<string> {
  const token = await desk.signIn(role)
  await storeToken(page, token)
  return token
}

/**
 * Session storage belongs to the origin: a new tab gets the token with the first page that it opens, any other from a page of the
 * origin that runs nothing.
 */
export async function storeToken(page: Page, token: string): Promise<void> {
  const store = (value: string) => sessionStorage.setItem('token', value)
  if (page.url() === 'about:blank') {
    const script = await page.addInitScript(store, token)
    // A page that is closed meanwhile has removed it already.
    page.once('domcontentloaded', () => void script.dispose().catch(() => undefined))
    return
  }
  await page.goto('/healthz')
  await page.evaluate(store, token)
}

export const storedToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'))

/** Fills in and sends the form of /login. */
export async function signInByForm(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The address without the origin. */
export const whereIs = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Another address within the same page, as Back and Forward lead to one. */
export const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** From one screen behind the sign-in to another, without starting the console again: less than half the work of a new page. */
export async function goToScreen(page: Page, path: string): Promise<void> {
  const before = await page.locator('[data-screen]:visible').elementHandle()
  await goWithin(page, path)
  await before!.waitForElementState('hidden')
  await screenIsThere(page)
}

/** Waits until the screen in front has loaded what it shows. */
export async function screenIsThere(page: Page, heading?: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, ...(heading && { name: heading }) })).toBeVisible()
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
}
