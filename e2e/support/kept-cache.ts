import type { BrowserContext } from '@playwright/test'

/** What Playwright keeps of a context on its own side, in the same process; no promise of its, so all of it may be missing. */
type Inside = { clearCache?: () => Promise<void> }
type Connected = { _connection?: { toImpl?: (of: BrowserContext) => Inside | undefined } }

const clearOf = new WeakMap<Inside, () => Promise<void>>()

/**
 * Whether a context that is given to the next journey keeps the files of the console that it has: Playwright empties the cache, and
 * each journey would fetch and compile them again, a tenth of the work of all. `false` empties it now.
 */
export async function keepCache(context: BrowserContext, isKept: boolean): Promise<void> {
  const inside = (context as unknown as Connected)._connection?.toImpl?.(context)
  const clear = inside && (clearOf.get(inside) ?? inside.clearCache?.bind(inside))
  if (!clear) return
  clearOf.set(inside, clear)
  inside.clearCache = async () => {}
  if (!isKept) await clear()
}
