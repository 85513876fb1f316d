import { type MouseEvent, type RefObject, useLayoutEffect } from 'react'

/** Marks a scrolling table that is wider than its place: the names and the actions then stay in sight at its edges. */
export function useWideTable(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = scroller.current
    const table = place?.firstElementChild
    if (!place || !table) return undefined
    const sized = new ResizeObserver(() => place.toggleAttribute('data-wide', table.scrollWidth > place.clientWidth))
    sized.observe(place)
    sized.observe(table)
    return () => sized.disconnect()
  }, [scroller])
}

/** In a wide table the link of a row covers its name only; a click on any other cell is one on the link, with its keys. */
export function followRow({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (!currentTarget.closest('[data-wide]') || target.closest('a, button, input, label, time')) return
  currentTarget.querySelector('[data-row-link]')?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}
