import { expect, type Locator, type Page } from '@playwright/test'
import type { Media } from '#contract/media.ts'
import type { Role } from '#contract/permissions.ts'
import type { Desk } from './desk.ts'
import { landscapeFile } from './pictures.ts'
import { storeToken, screenIsThere } from './sign-in.ts'
import { tokenOf } from './writing.ts'

export const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Pictures' }).getByRole('link', { name, exact: true })
export const dock = (page: Page) => page.getByRole('region', { name: 'Uploads to the library' })
export const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

export async function openMedia(page: Page, desk: Desk, query = '', role: Role = 'editor') {
  await storeToken(page, await tokenOf(desk, role))
  await page.goto(`/jCore/media${query}`)
  await screenIsThere(page, 'Media')
}

/** Puts a picture into the library through the API. */
export async function upload(
  desk: Desk,
  name: string,
  texts: { alt?: string; caption?: string } = {},
  role: Role = 'editor',
  look = {},
): Promise<Media> {
  const { buffer, mimeType } = await landscapeFile(name, look)
  const form = new FormData()
  for (const [key, value] of Object.entries(texts)) form.append(key, value)
  form.append('file', new File([Uint8Array.from(buffer)], name, { type: mimeType }))
  return desk.upload(form, await tokenOf(desk, role))
}

/** Opens a card by a click where it has no check box and no badge. */
export const openPicture = async (page: Page, name: string): Promise<Locator> => {
  await card(page, name).click({ position: { x: 90, y: 60 } })
  await expect(panel(page, name)).toBeVisible()
  return panel(page, name)
}
