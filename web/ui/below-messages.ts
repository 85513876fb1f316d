import { type CSSProperties, type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'

/** What is at the lower end of the page and must not be covered. */
type Place = 'list-footer' | 'offline-notice' | 'upload-dock'

const measured = new Map<Element, { place: Place; height: number }>()
const listeners = new Set<() => void>()
let heights: CSSProperties = {}

function measure() {
  const next: Partial<Record<Place, number>> = {}
  // A list that is not in sight but mounted still has its footer; it measures 0.
  for (const { place, height } of measured.values()) next[place] = Math.max(next[place] ?? 0, height)
  const found = Object.fromEntries(Object.entries(next).map(([place, height]) => [`--${place}-height`, `${height}px`]))
  if (JSON.stringify(found) === JSON.stringify(heights)) return
  heights = found
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Messages appear above this element while it is there and `isThere`. */
export function useBelowMessages(element: RefObject<HTMLElement | null>, place: Place, isThere = true): void {
  useLayoutEffect(() => {
    const found = element.current
    if (!found || !isThere) return undefined
    const sized = new ResizeObserver(() => {
      measured.set(found, { place, height: found.offsetHeight })
      measure()
    })
    sized.observe(found)
    return () => {
      sized.disconnect()
      measured.delete(found)
      measure()
    }
  }, [element, place, isThere])
}

/**
 * How high those elements are, as styles of the element that holds the messages. Not of the page: a variable that all
 * elements inherit makes the browser compute all their styles again.
 */
export const useHeightsBelow = (): CSSProperties => useSyncExternalStore(subscribe, () => heights)
