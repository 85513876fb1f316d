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

test('fields, buttons, tabs and entries of menus are 40 pixels high for a finger, and no field makes a phone enlarge the page', async ({
  page,
  desk,
}) => {
  await desk.createArticle({ title: 'A story for fingers' })
  await signIn(page, desk)
  await page.goto('/')
  await screenIsThere(page)
  for (const { path } of signedInRoutes) {
    await goToScreen(page, path)
    expect.soft(await lowControls(page), path).toEqual([])
    expect.soft(await enlargedFields(page), path).toEqual([])
  }
  await goToScreen(page, '/jCore/article')
  await page.getByRole('button', { name: 'Actions for “A story for fingers”' }).last().tap()
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible()
  expect(await lowControls(page)).toEqual([])
})

/** What people use all the time; what is small by its place, as in a day of the calendar, is left to the test above. */
const lowControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 40
    const used = [
      '.mantine-Button-root:not([data-size^="compact"])',
      '.mantine-ActionIcon-root:not([data-size="xs"], .mantine-Input-section *)',
      '.mantine-Input-input:not([data-size="xs"])',
      '[class*="_tabs_"] a',
      '.mantine-Menu-item',
      '.mantine-Combobox-option',
    ]
    return [...document.querySelectorAll(used.join())]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => Math.round(control.getBoundingClientRect().height) < LEAST)
      .map((control) => `${control.getAttribute('aria-label') || control.textContent || control.className}`)
  })

/** Safari on a phone enlarges the page at a field whose letters are smaller than 16 pixels, and leaves it so. */
const enlargedFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable=true]')]
      .filter(
        (field) =>
          field.checkVisibility({ visibilityProperty: true }) &&
          Number.parseFloat(getComputedStyle(field).fontSize) < 16,
      )
      .map((field) => field.getAttribute('aria-label') || field.getAttribute('placeholder') || field.className),
  )

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
