import type { Page } from '@playwright/test'
import sharp from 'sharp'

export type GivenFile = string | { name: string; mimeType: string; buffer: Buffer }

/** Clicks the button and answers the system's file dialog. */
export async function chooseFile(page: Page, button: string, file: GivenFile): Promise<void> {
  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).first().click()
  await (await dialog).setFiles(file)
}

/** A small PNG of one colour; another seed is another picture. */
export async function picture(seed: string): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = Buffer.from(seed.padEnd(3, '.'))
  return sharp({ create: { width: 64, height: 48, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}
