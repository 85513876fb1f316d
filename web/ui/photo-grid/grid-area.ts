import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type PhotoLayout, rowIndexAt, rowIndexOf } from './pack-rows.ts'

/** The width that photos can fill, in whole pixels. */
export function useWidth(area: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = area.current!
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(Math.floor(element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return width
}

/** When the rows are packed again for another width or height, the photo at the top edge stays there. */
export function useSteadyView(
  area: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  layout: PhotoLayout,
) {
  const before = useRef(layout)
  useLayoutEffect(() => {
    const old = before.current
    before.current = layout
    const element = area.current
    if (!element || !list.current || old === layout || old.rows.length === 0) return
    if (old.lefts.length !== layout.lefts.length || (old.width === layout.width && sameRows(old, layout))) return
    const top = element.scrollTop - list.current.offsetTop
    if (top <= 0) return
    const row = old.rows[rowIndexAt(old, top)]!
    const now = layout.rows[rowIndexOf(layout, row.start)]!
    element.scrollTo({ top: now.top + (top - row.top) + list.current.offsetTop })
  }, [area, list, layout])
}
/** Another order of the same photos: what moved, moved; the view stays where it is. */
const sameRows = (one: PhotoLayout, other: PhotoLayout) =>
  Math.abs(one.rows.length - other.rows.length) <= Math.max(2, one.rows.length * 0.02)
