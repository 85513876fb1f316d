import { type RefObject, useLayoutEffect, useRef } from 'react'

const MOTION_MS = 180

/**
 * Lets rows glide to where a new order puts them. Nothing moves at the first look, for who asked for less motion, or for a
 * change of many rows at once, such as another filter.
 * @param frame around the rows, which carry `data-row-id`
 * @param order the ids in their current order
 * @param scope what is shown; another one is not a new order of the same
 */
export function useRowMotion(frame: RefObject<HTMLElement | null>, order: readonly string[], scope: string): void {
  const before = useRef({ scope, tops: new Map<string, number>() })
  useLayoutEffect(() => {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-row-id]') ?? [])]
    const tops = new Map(rows.map((row) => [row.dataset['rowId'] ?? '', row.offsetTop]))
    const { scope: last, tops: old } = before.current
    before.current = { scope, tops }
    if (last !== scope || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const id = row.dataset['rowId'] ?? ''
      const distance = (old.get(id) ?? row.offsetTop) - row.offsetTop
      if (distance !== 0)
        row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
          duration: MOTION_MS,
          easing: 'ease-out',
        })
    }
  }, [frame, order, scope])
}
