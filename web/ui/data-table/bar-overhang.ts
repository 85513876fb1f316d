import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells the styles of the bars how much higher they are than their last one, the bar of the selected rows: on a phone, where
 * the whole list scrolls, that part scrolls away and the bar stays in sight.
 */
export function useBarOverhang(bars: RefObject<HTMLElement | null>, hasBulk: boolean): void {
  useLayoutEffect(() => {
    const place = bars.current
    const bar = place?.lastElementChild
    if (!hasBulk || !place || !(bar instanceof HTMLElement)) return undefined
    const sized = new ResizeObserver(() =>
      place.style.setProperty('--overhang', `${place.offsetHeight - bar.offsetHeight}px`),
    )
    sized.observe(place)
    sized.observe(bar)
    return () => sized.disconnect()
  }, [bars, hasBulk])
}
