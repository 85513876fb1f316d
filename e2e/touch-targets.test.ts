import type { Page } from '@playwright/test'
import { goToScreen, screenIsThere, signIn } from './support/sign-in.ts'
import { signedInRoutes } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'screens', viewport: { width: 320, height: 720 }, hasTouch: true, isMobile: true })
test.setTimeout(300_000)

test('every control is 24 pixels wide and high for a finger', async ({ page, desk }) => {
  await desk.createArticle({ title: 'A story for fingers' })
  await signIn(page, desk)
  await page.goto('/')
  await screenIsThere(page)
  for (const { path } of signedInRoutes) {
    await goToScreen(page, path)
    expect.soft(await smallControls(page), path).toEqual([])
  }
})

/** Controls that are smaller, with what belongs to them; links in a sentence may be as high as its lines. */
const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24
    const sizeOf = (control: Element) => {
      const { content, position, inset } = getComputedStyle(control, '::after')
      // A link whose surface is that of its whole row.
      const isRow = content !== 'none' && position === 'absolute' && inset === '0px'
      const surface = isRow && control instanceof HTMLElement ? (control.offsetParent ?? control) : control
      const { width, height } = surface.getBoundingClientRect()
      const around = Number.parseFloat(inset) || 0
      return { width: width - 2 * Math.min(0, around), height: height - 2 * Math.min(0, around) }
    }
    const isLarge = (control: Element) => {
      const { width, height } = sizeOf(control)
      return width >= LEAST && height >= LEAST
    }
    return (
      [...document.querySelectorAll('button, a[href], input, select, textarea, .mantine-Switch-track')]
        .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect()
          return width > 1 && height > 1 && getComputedStyle(control).display !== 'inline'
        })
        // A field in a box is reached by a touch of the box.
        .filter((control) => !isLarge(control) && !control.closest('.mantine-Input-input'))
        .map((control) => {
          const { width, height } = sizeOf(control)
          const name = control.getAttribute('aria-label') || control.textContent || control.className
          return `${control.localName} “${name}”: ${Math.round(width)} × ${Math.round(height)}`
        })
    )
  })
