import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { isFull } from '../../server/testing/amount.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds on what is shown now, WCAG 2.2 AA and its best practices, as one line each. What is there at a first look
 * only was on its way: on a busy machine something may begin to fade in just then.
 */
export async function axeFindings(page: Page, rules: axe.RunOptions['runOnly'] = TAGS): Promise<string[]> {
  return (await findingsNow(page, rules)).length > 0 ? findingsNow(page, rules) : []
}

async function findingsNow(page: Page, rules: axe.RunOptions['runOnly']): Promise<string[]> {
  // What fades in is pale for a moment; what turns for ever, as a skeleton does, is looked at as it is. Mantine sets its
  // fades as transitions in two steps, so nothing may begin within two frames either.
  await page.waitForFunction(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const moving = () =>
      document
        .getAnimations()
        .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    for (let quiet = 0; quiet < 3; quiet++) {
      if (moving()) return false
      await frame()
    }
    return true
  })
  const violations = await violationsOn(page, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} at ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

/** The builder carries what it finds in frames over into a page of its own; without frames axe itself is five times as fast. */
async function violationsOn(page: Page, rules: axe.RunOptions['runOnly']): Promise<axe.Result[]> {
  // A sandboxed frame runs no script, not even axe: waiting for it would take for ever.
  const scripted = await page.locator('iframe:not([sandbox=""])').count()
  if (scripted > 0) return (await new AxeBuilder({ page }).options({ runOnly: rules! }).analyze()).violations
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // None of these rules reads style sheets from their source: without fetching them axe is a quarter faster.
    const preload = { assets: ['media'] }
    const options: axe.RunOptions = { runOnly: runOnly!, resultTypes: ['violations'], iframes: false, preload }
    // What names an element is its selector: writing out the source of each one that was looked at is a twentieth of the work.
    window.axe.configure({ noHtml: true })
    const found: axe.AxeResults = await window.axe.run(document, options)
    return found.violations
  }, rules)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

export async function expectNoAxeFindings(page: Page, where = ''): Promise<void> {
  expect.soft(await axeFindings(page), `axe ${where}`).toEqual([])
}

/** Nothing on the page makes it scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(over, `pixels too wide ${where}`).toBeLessThanOrEqual(0)
}

export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 320, height: 720 }

/** As `expectAccessibleInBothThemes`, for which only `npm run test:full` has the time; `npm test` looks at them in pairs. */
export const expectAccessible = (page: Page, where: string, sizes = [DESK, PHONE]): Promise<void> =>
  (isFull ? expectAccessibleInBothThemes : expectAccessibleInPairs)(page, where, sizes)

/**
 * What is shown now has no axe finding in either theme and does not scroll sideways, at each of these sizes. A theme changes nothing but colours, so the second one is asked about its contrasts only. The first is the one that is on: each change of theme
 * or size draws the whole page again.
 */
export async function expectAccessibleInBothThemes(page: Page, where: string, sizes: (typeof DESK)[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    const theme = await shownTheme(page)
    await expectNoAxeFindings(page, `${where} ${size.width} ${theme}`)
    await expectNoSidewaysScroll(page, `${where} ${size.width}`)
    const other = theme === 'light' ? 'dark' : 'light'
    await switchTheme(page, other)
    const rules = { type: 'rule' as const, values: ['color-contrast'] }
    expect.soft(await axeFindings(page, rules), `axe ${where} ${size.width} ${other}`).toEqual([])
  }
}

/**
 * As `expectAccessible`, in half the time: every rule in the light theme on a desk, and in the dark one on a phone. Enough where
 * another journey looks at the same parts, with data in them, in all four ways.
 */
export async function expectAccessibleInPairs(page: Page, where: string, sizes = [DESK, PHONE]): Promise<void> {
  for (const size of sizes) {
    const theme = size.width < 640 ? 'dark' : 'light'
    await page.setViewportSize(size)
    await switchTheme(page, theme)
    await expectNoAxeFindings(page, `${where} ${size.width} ${theme}`)
    await expectNoSidewaysScroll(page, `${where} ${size.width}`)
  }
}

type Theme = 'light' | 'dark'

async function shownTheme(page: Page): Promise<Theme> {
  const theme = await page.locator('html').getAttribute('data-mantine-color-scheme')
  return theme === 'dark' ? 'dark' : 'light'
}

/** The page follows the system a moment later; for people who asked for less motion no colour is on its way then. */
async function switchTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}
