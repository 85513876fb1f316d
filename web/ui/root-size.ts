import { type RefObject, useLayoutEffect } from 'react'

/** Tells all styles how high an element is, as a variable of the page, while it is there and `isThere`. */
export function useRootSize(element: RefObject<HTMLElement | null>, name: `--${string}`, isThere = true): void {
  useLayoutEffect(() => {
    const place = element.current
    if (!place || !isThere) return undefined
    const { style } = document.documentElement
    const sized = new ResizeObserver(() => style.setProperty(name, `${place.offsetHeight}px`))
    sized.observe(place)
    return () => {
      sized.disconnect()
      style.removeProperty(name)
    }
  }, [element, name, isThere])
}
