import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab, or Shift+Tab, until the focus is there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press(key)
  }
  await expect(target, `reached by ${key}`).toBeFocused()
}
