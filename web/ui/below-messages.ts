import { type CSSProperties, type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'

/** What is at the lower end of the page and must not be covered. */
type Place = 'list-footer' | 'offline-notice' | 'upload-dock'

/** As the style of lists has it. */
const PHONE = '(max-width: 640px)'

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

/**
 * On a phone the page ends below the messages: it can be scrolled away from under them. Elsewhere nothing uses their height,
 * and a variable of the page costs the styles of all its elements.
 */
export function useHeightOfPage(region: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const place = region.current
    if (!place || !isShown) return undefined
    const { style } = document.documentElement
    const phone = matchMedia(PHONE)
    const measure = () => {
      if (phone.matches) style.setProperty('--toasts-height', `${place.offsetHeight}px`)
      else style.removeProperty('--toasts-height')
    }
    const sized = new ResizeObserver(measure)
    sized.observe(place)
    phone.addEventListener('change', measure)
    return () => {
      sized.disconnect()
      phone.removeEventListener('change', measure)
      style.removeProperty('--toasts-height')
    }
  }, [region, isShown])
}
