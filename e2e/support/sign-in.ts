import { expect, type Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import type { Desk } from './desk.ts'

/** Puts a new session of this person into the tab, as the sign-in screen would; answers its token. */
export async function signIn(page: Page, desk: Desk, role: Role = 'administrator'): Promise<string> {
  const token = await desk.signIn(role)
  await storeToken(page, token)
  return token
}

/** Session storage belongs to the origin, so any page of it will do; this one runs nothing. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate((value) => sessionStorage.setItem('token', value), token)
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

/** Waits until the screen in front has loaded what it shows. */
export async function screenIsThere(page: Page, heading?: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, ...(heading && { name: heading }) })).toBeVisible()
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
}
