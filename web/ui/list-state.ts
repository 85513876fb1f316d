import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useScreen } from './screen.tsx'

export type Density = 'comfortable' | 'compact'
export type Layout = 'table' | 'grid'
export const pageSizes = [25, 50, 100] as const

/** What a list can be asked for: closed sets, so that a foreign query string changes nothing else. */
export type ListShape = {
  /** The filters, as the server names them, and which values are theirs. */
  filters: Readonly<Record<string, RegExp>>
  /** Sort fields; a state may carry `-` before one. */
  sorts: readonly string[]
  defaultSort: string
  /** The order while something is searched for, best match first; without a search it means nothing. */
  searchSort?: string
  /** Keys of the columns that can be hidden. */
  columns: readonly string[]
  /** Those of them that stay hidden until chosen. */
  hiddenAtFirst?: readonly string[]
  /** Whether it can be seen as a grid, too. */
  hasGrid?: true
}

/** What a list shows; the same whether it came from the address or from a saved view. */
export type ListState = {
  q: string
  filters: Readonly<Record<string, string>>
  sort: string
  page: number
  pageSize: number
  /** Keys of hidden columns, in the order of the shape. */
  hidden: readonly string[]
  /** Undefined: as the person has it everywhere. */
  density: Density | undefined
  /** Undefined: as the person has it everywhere, or the table where there is no grid. */
  layout: Layout | undefined
}

const Q_MAX = 200

/** The order that needs no mention. */
const usualSort = ({ searchSort, defaultSort }: ListShape, q: string) => (q.trim() && searchSort) || defaultSort

/** The order after the search changed: who did not choose another one gets the best match while there is a search. */
export function sortAfterSearch(shape: ListShape, { q, sort }: Pick<ListState, 'q' | 'sort'>, next: string): string {
  return Boolean(q) !== Boolean(next) && sort === usualSort(shape, q) ? usualSort(shape, next) : sort
}

/** Reads a query string; what the shape does not know is ignored. */
export function readListState(shape: ListShape, search: string): ListState {
  const given = new URLSearchParams(search)
  const whole = (key: string, fallback: number) => {
    const value = Number(given.get(key))
    return Number.isInteger(value) && value >= 1 && value <= 1_000_000 ? value : fallback
  }
  const q = (given.get('q') ?? '').slice(0, Q_MAX)
  const sort = given.get('sort') ?? ''
  const pageSize = whole('pageSize', pageSizes[0])
  const columns = given.get('columns')
  const density = given.get('density')
  const layout = given.get('layout')
  return {
    q,
    filters: Object.fromEntries(
      Object.entries(shape.filters).flatMap(([key, allowed]) => {
        const value = given.get(key)
        return value && allowed.test(value) ? [[key, value]] : []
      }),
    ),
    sort: shape.sorts.includes(sort.replace(/^-/, '')) ? sort : usualSort(shape, q),
    page: whole('page', 1),
    pageSize: (pageSizes as readonly number[]).includes(pageSize) ? pageSize : pageSizes[0],
    hidden:
      columns === null
        ? [...(shape.hiddenAtFirst ?? [])]
        : shape.columns.filter((key) => !columns.split('.').includes(key)),
    density: density === 'compact' || density === 'comfortable' ? density : undefined,
    layout: shape.hasGrid && (layout === 'table' || layout === 'grid') ? layout : undefined,
  }
}

/** Writes the query string, `?` included; what is as at first is left out, so equal states have equal addresses. */
export function writeListState(shape: ListShape, state: ListState): string {
  const out = new URLSearchParams()
  if (state.q) out.set('q', state.q)
  for (const key of Object.keys(shape.filters)) if (state.filters[key]) out.set(key, state.filters[key])
  if (state.sort !== usualSort(shape, state.q)) out.set('sort', state.sort)
  if (state.page > 1) out.set('page', String(state.page))
  if (state.pageSize !== pageSizes[0]) out.set('pageSize', String(state.pageSize))
  const shown = shape.columns.filter((key) => !state.hidden.includes(key))
  const shownAtFirst = shape.columns.filter((key) => !shape.hiddenAtFirst?.includes(key))
  if (shown.join('.') !== shownAtFirst.join('.')) out.set('columns', shown.join('.'))
  if (state.density) out.set('density', state.density)
  if (state.layout) out.set('layout', state.layout)
  const search = out.toString()
  return search ? `?${search}` : ''
}

/** The part of the address that a saved view names: everything but the page. */
export const viewOf = (shape: ListShape, state: ListState) => writeListState(shape, { ...state, page: 1 }).slice(1)

/** What the list asks the server for; empty parts are left out. */
export const queryOf = ({ q, filters, sort, page, pageSize }: ListState) => ({
  ...(q && { q }),
  ...filters,
  sort,
  page,
  pageSize,
})

/** Names what matches, whatever the page and order: when it changes, a selection means nothing any more. */
export const matchKeyOf = ({ q, filters }: ListState) => JSON.stringify([q, filters])

export type ListControl = {
  shape: ListShape
  state: ListState
  /** The search text as typed, ahead of `state.q`. */
  draft: string
  setDraft: (text: string) => void
  /** Between compositionstart and compositionend nothing is sent. */
  setComposing: (composing: boolean) => void
  /** Sends the search text at once. */
  flush: () => void
  /** Changes the state and the address. Anything but paging returns to page 1. `q` also replaces the draft. */
  update: (patch: Partial<ListState>, options?: { replace?: boolean }) => void
  /** Takes over a whole query string, of a saved view for instance. */
  show: (search: string) => void
}

const SEARCH_DELAY_MS = 250

/**
 * The state of the list on this screen, kept in the screen's address. The search field is never bound to the address:
 * it has a draft of its own that follows the address only when someone else changed it.
 */
export function useListState(shape: ListShape): ListControl {
  const { search, navigate } = useScreen()
  const state = useMemo(() => readListState(shape, search), [shape, search])
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

  const update = useCallback<ListControl['update']>(
    (patch, options) => {
      const { state: now, draft: typed } = latest.current
      const q = patch.q ?? normalise(typed)
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
    if (normalise(latest.current.draft) !== latest.current.state.q) update({}, { replace: true })
  }, [update])

  useEffect(() => {
    if (composing || normalise(draft) === latest.current.state.q) return undefined
    const timer = setTimeout(flush, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [draft, composing, flush])

  return {
    shape,
    state,
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

const normalise = (text: string) => text.normalize().trim().slice(0, Q_MAX)
