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
 * Going back in the browser lands where the area was scrolled to, also when the screen is made again.
 * @param ready whether what it shows is there, so that it can be scrolled at all
 */
export function useScrollPlace(area: RefObject<HTMLElement | null>, ready: boolean): void {
  const { search } = useScreen()
  const entry = useRef<string>(undefined)
  const restored = useRef(false)
  // Asked only when something else comes to the front: reading it on every scroll would hold scrolling up.
  useEffect(() => {
    const top = area.current?.scrollTop
    if (entry.current !== undefined && restored.current && top !== undefined) remember(entry.current, top)
    entry.current = entryNow()
  }, [search, area])

  useLayoutEffect(() => {
    if (!ready || restored.current || !area.current) return
    restored.current = true
    const top = places.get(entryNow())
    if (top !== undefined) area.current.scrollTo({ top })
  }, [ready, area])

  useLayoutEffect(() => {
    const element = area.current
    return () => {
      if (element && restored.current && entry.current !== undefined) remember(entry.current, element.scrollTop)
    }
  }, [area])
}
