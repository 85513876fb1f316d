import type { Page } from '@playwright/test'

/** What Playwright has of a page on its own side, in the same process; no promise of its, so all of it may be missing. */
type Context = { rawEvaluateHandle?: (source: string) => Promise<unknown> }
type Inside = { mainFrame?: () => { utilityContext?: () => Promise<Context> } }
type Connected = { _connection?: { toImpl?: (of: Page) => Inside | undefined } }

const DESCRIBES_PAGE = 'ariaSnapshotForExpectFailure(element, options) {'
let isLight = false

/**
 * An expectation that is not met yet looks again and again, and each time Playwright describes the whole page as text, for a message
 * that only the last look may need: a tenth of all that runs in a page. A test that fails describes the page once, at its end.
 */
export async function pollLightly(page: Page): Promise<void> {
  if (isLight) return
  isLight = true
  const context = await (page as unknown as Connected)._connection?.toImpl?.(page)?.mainFrame?.().utilityContext?.()
  if (!context?.rawEvaluateHandle) return
  // What is put into a page, of every page from here on.
  const every = Object.getPrototypeOf(context) as Required<Context>
  const { rawEvaluateHandle } = context
  every.rawEvaluateHandle = function (this: Context, source) {
    return rawEvaluateHandle.call(this, source.replace(DESCRIBES_PAGE, `${DESCRIBES_PAGE} return undefined;`))
  }
}
