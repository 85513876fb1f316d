import type { Page } from '@playwright/test'

/** How many screens are in the page, hidden ones included. */
export const keptScreens = (page: Page) => page.locator('[data-screen]').count()

/**
 * Watches the screens that are in the page now. The answered function tells how many of them are no longer there, and
 * every element that was added or removed inside them since.
 */
export async function watchScreens(page: Page) {
  const watch = await page.evaluateHandle(() => {
    const screens = [...document.querySelectorAll('[data-screen]')]
    const changes: string[] = []
    const nameOf = (node: Node) => (node instanceof Element ? node.outerHTML.slice(0, 80) : `text ${node.nodeValue}`)
    const observer = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const node of addedNodes) changes.push(`+ ${nameOf(node)}`)
        for (const node of removedNodes) changes.push(`- ${nameOf(node)}`)
      }
    })
    for (const screen of screens) observer.observe(screen, { childList: true, subtree: true })
    return { screens, changes }
  })
  return () =>
    watch.evaluate(({ screens, changes }) => ({
      screens: screens.length,
      gone: screens.filter(({ isConnected }) => !isConnected).length,
      changes,
    }))
}
