import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useScreen } from './screen.tsx'

const places = new Map<string, number>()
const KEPT = 200

/** The entry of the browser's history that is in front; the router gives each a key. */
const entryNow = () => `${location.pathname} ${(history.state as { key?: string } | null)?.key ?? ''}`

function remember(entry: string, top: number) {
  places.delete(entry)
  places.set(entry, top)
  for (const oldest of places.keys()) {
    if (places.size <= KEPT) break
    places.delete(oldest)
  }
}

/**
 * Going back in the browser lands where the area was scrolled to, also when the screen is made anew.
 * @param ready whether what it shows is there, so that it can be scrolled at all
 */
export function useScrollPlace(area: RefObject<HTMLElement | null>, ready: boolean): void {
  const { search } = useScreen()
  const entry = useRef('')
  const restored = useRef(false)
  useEffect(() => {
    entry.current = entryNow()
    if (restored.current && area.current) remember(entry.current, area.current.scrollTop)
  }, [search, area])

  useLayoutEffect(() => {
    if (!ready || restored.current || !area.current) return
    restored.current = true
    const top = places.get(entryNow())
    if (top !== undefined) area.current.scrollTo({ top })
  }, [ready, area])

  useEffect(() => {
    const element = area.current
    if (!element || !ready) return undefined
    const onScroll = () => remember(entry.current, element.scrollTop)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [area, ready])
}
