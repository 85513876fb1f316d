import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DayZones, useDayMoments } from './day-moments.ts'
import {
  type FilterValues,
  type ListQuery,
  type ListShape,
  type ListState,
  normalisedSearch,
  queryOf,
  readListState,
  sortAfterSearch,
  writeListState,
} from './list-address.ts'
import { useScreen } from './screen.tsx'

export type ListControl<
  Asked extends FilterValues = FilterValues,
  Sort extends string = string,
  Own extends FilterValues = FilterValues,
> = {
  shape: ListShape<Asked, Sort, Own>
  state: ListState<Asked, Sort, Own>
  /** The search text as typed, ahead of `state.q`. */
  draft: string
  setDraft: (text: string) => void
  /** Between compositionstart and compositionend nothing is sent. */
  setComposing: (composing: boolean) => void
  /** Sends the search text at once. */
  flush: () => void
  /** Changes the state and the address. Anything but paging returns to page 1. `q` also replaces the draft. */
  update(patch: Partial<ListState<Asked, Sort, Own>>, options?: { replace?: boolean }): void
  /** Takes over a whole query string, of a saved view for instance. */
  show: (search: string) => void
}

/** With what to ask the server for: days have become moments, and filters of the screen alone are left out. */
export type AskingList<Asked extends FilterValues, Sort extends string, Own extends FilterValues> = ListControl<
  Asked,
  Sort,
  Own
> & { query: ListQuery<Asked, Sort> }

const SEARCH_DELAY_MS = 250

/**
 * The state of the list on this screen, kept in the screen's address. The search field is never bound to the address:
 * it has a draft of its own that follows the address only when it was changed from outside.
 */
export function useListState<A extends FilterValues, S extends string, O extends FilterValues>(
  shape: ListShape<A, S, O>,
  zones?: DayZones,
): AskingList<A, S, O> {
  const { search, navigate } = useScreen()
  const state = useMemo(() => readListState(shape, search), [shape, search])
  const moments = useDayMoments(shape, state, zones)
  const query = useMemo(() => ({ ...queryOf(state, shape.own), ...moments }), [state, shape, moments])
  const [draft, setDraft] = useState(state.q)
  const [composing, setComposing] = useState(false)
  const latest = useRef({ state, draft })
  /** Search texts that we sent and that have not come back as an address yet. */
  const sent = useRef<string[]>([])
  const seen = useRef(state.q)

  useLayoutEffect(() => {
    latest.current.state = state
    if (seen.current === state.q) return
    seen.current = state.q
    const ours = sent.current.indexOf(state.q)
    if (ours >= 0) sent.current = sent.current.slice(ours + 1)
    else {
      sent.current = []
      latest.current.draft = state.q
      setDraft(state.q)
    }
  }, [state])

  const update = useCallback(
    (patch: Partial<ListState<A, S, O>>, options?: { replace?: boolean }) => {
      const { state: now, draft: typed } = latest.current
      const q = patch.q ?? normalisedSearch(typed)
      const stays =
        'page' in patch || Object.keys(patch).every((key) => key === 'hidden' || key === 'density' || key === 'layout')
      const sort = patch.sort ?? sortAfterSearch(shape, now, q)
      const next = { ...now, ...patch, q, sort, page: stays && q === now.q ? (patch.page ?? now.page) : 1 }
      if (patch.q !== undefined) {
        latest.current.draft = patch.q
        setDraft(patch.q)
      }
      if (q !== now.q) sent.current.push(q)
      latest.current.state = next
      navigate(writeListState(shape, next), options ?? {})
    },
    [navigate, shape],
  )

  const flush = useCallback(() => {
    if (normalisedSearch(latest.current.draft) !== latest.current.state.q) update({}, { replace: true })
  }, [update])

  useEffect(() => {
    if (composing || normalisedSearch(draft) === latest.current.state.q) return undefined
    const timer = setTimeout(flush, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [draft, composing, flush])

  return {
    shape,
    state,
    query,
    draft,
    setDraft: useCallback((text: string) => {
      latest.current.draft = text
      setDraft(text)
    }, []),
    setComposing,
    flush,
    update,
    show: useCallback(
      (given: string) => {
        const next = readListState(shape, given)
        update({ ...next, page: 1 })
      },
      [shape, update],
    ),
  }
}
