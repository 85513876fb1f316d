import { expect, type Locator } from '@playwright/test'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { test } from './support/test.ts'

/** Whether a person who points at the middle of it hits it. */
const isHit = (element: Locator) =>
  element.evaluate((own) => {
    own.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = own.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return left >= 0 && left + width <= window.innerWidth && hit !== null && own.contains(hit)
  })

/** The texts of the buttons of a bar that are not shown as a whole: outside the bar, or cut inside the button. */
const cutIn = (bar: Locator) =>
  bar.evaluate((own) => {
    const edge = own.getBoundingClientRect()
    const isCut = (button: Element) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const isInside = left >= edge.left && right <= edge.right && top >= edge.top && bottom <= edge.bottom
      const parts = [button, ...button.querySelectorAll('*')]
      return !isInside || parts.some((part) => part.scrollWidth > Math.ceil(part.getBoundingClientRect().width))
    }
    return [...own.querySelectorAll('button')].filter(isCut).map(({ innerText }) => innerText)
  })

for (const width of [320, 390, 1366])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: width > 640 ? 768 : 640 } })

    test('with all that match selected, every button of the bar is whole and can be hit', async ({ page, desk }) => {
      await signIn(page, desk)
      const { total } = await desk.api<{ total: number }>('GET', '/api/articles?q=many')
      for (let n = total; n < 26; n++) await desk.createArticle({ title: `One of many ${n}` })
      await page.goto('/jCore/article?q=many')
      await screenIsThere(page, 'Articles')
      const row = page.getByRole('row', { name: /One of many/ }).first()
      await row.getByRole('checkbox').check()
      const bar = page.getByRole('group', { name: 'Selected rows' })
      const isWhole = async () => {
        // A bar that scrolls sideways cuts the button at its edge.
        expect(await bar.evaluate((own) => own.scrollWidth - own.clientWidth)).toBeLessThanOrEqual(1)
        await expect.poll(() => cutIn(bar)).toEqual([])
        for (const button of await bar.getByRole('button').all())
          expect(await isHit(button), await button.innerText()).toBe(true)
      }
      await isWhole()
      await bar.getByRole('button', { name: /^Select all/ }).click()
      await expect(bar.getByRole('status')).toHaveText(/^\d+ selected$/)
      await isWhole()
      const box = (await bar.boundingBox())!
      expect((await row.boundingBox())!.y).toBeGreaterThanOrEqual(box.y + box.height)
      await bar.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Feature', exact: true }).click()
      // The message is there, and the ways to other pages can be scrolled out from below it.
      await expect(
        page.getByRole('region', { name: /Messages/ }).getByRole('button', { name: 'Close message' }),
      ).toBeVisible()
      const next = page.getByRole('button', { name: 'Next page' })
      await page
        .getByRole('navigation', { name: 'Pagination' })
        .evaluate((own) => own.closest('[data-screen]')!.scrollTo(0, 1e6))
      await expect.poll(() => isHit(next)).toBe(true)
    })
  })
