export type Density = 'comfortable' | 'compact'
export type Layout = 'table' | 'grid'
export const pageSizes = [25, 50, 100] as const

export type FilterValues = Readonly<Record<string, string>>

/**
 * What a list can be asked for: closed sets, so that a foreign query string changes nothing else.
 * `Asked`: the filters of the server, with their values. `Own`: filters that only the screen knows.
 */
export type ListShape<
  Asked extends FilterValues = FilterValues,
  Sort extends string = string,
  Own extends FilterValues = FilterValues,
> = {
  /** The filters in the order of the address, and which values each can have. */
  filters: { readonly [Name in keyof (Asked & Own)]: { test: (value: string) => boolean } }
  /** Those of them that the server is not asked for. */
  own?: readonly string[]
  /** Those of `own` that name days, which become two moments when the server is asked: of the person's time zone, unless the screen says whose. */
  days?: Readonly<Record<string, { from: string; to: string }>>
  /** Sort fields; a state may carry `-` before one. */
  sorts: readonly Sort[]
  defaultSort: Sort
  /** The order while something is searched for, best match first; without a search it means nothing. */
  searchSort?: Sort
  /** Keys of the columns that can be hidden. */
  columns: readonly string[]
  /** Those of them that stay hidden until chosen. */
  hiddenAtFirst?: readonly string[]
  /** Whether it can be seen as a grid, too. */
  hasGrid?: true
}

/** What a list shows; the same whether it came from the address or from a saved view. */
export type ListState<
  Asked extends FilterValues = FilterValues,
  Sort extends string = string,
  Own extends FilterValues = FilterValues,
> = {
  q: string
  filters: Readonly<Partial<Asked & Own>>
  sort: Sort
  page: number
  pageSize: number
  /** Keys of hidden columns, in the order of the shape. */
  hidden: readonly string[]
  /** Undefined: as the person has it everywhere. */
  density: Density | undefined
  /** Undefined: as the person has it everywhere, or the table where there is no grid. */
  layout: Layout | undefined
}

/** What the list asks the server for; empty parts are left out. */
export type ListQuery<Asked extends FilterValues = FilterValues, Sort extends string = string> = Partial<Asked> & {
  q?: string
  sort: Sort
  page: number
  pageSize: number
}

const Q_MAX = 200

/** A search text as it is sent and compared. */
export const normalisedSearch = (text: string) => text.normalize().trim().slice(0, Q_MAX)

/** The order that needs no mention. */
const usualSort = <S extends string>(
  { searchSort, defaultSort }: Pick<ListShape<FilterValues, S>, 'searchSort' | 'defaultSort'>,
  q: string,
): S => (q.trim() && searchSort) || defaultSort

/** The order after the search changed: who did not choose another one gets the best match while there is a search. */
export function sortAfterSearch<S extends string>(
  shape: Pick<ListShape<FilterValues, S>, 'searchSort' | 'defaultSort'>,
  { q, sort }: { q: string; sort: S },
  next: string,
): S {
  return Boolean(q) !== Boolean(next) && sort === usualSort(shape, q) ? usualSort(shape, next) : sort
}

const isOneOf = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value)

/** Reads a query string; what the shape does not know is ignored. */
export function readListState<A extends FilterValues, S extends string, O extends FilterValues>(
  shape: ListShape<A, S, O>,
  search: string,
): ListState<A, S, O> {
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
  const tests = Object.entries<{ test: (value: string) => boolean }>(shape.filters)
  return {
    q,
    // The only place where text becomes values: each has passed the test of its filter.
    filters: Object.fromEntries(
      tests.flatMap(([key, allowed]) => {
        const value = given.get(key)
        return value && allowed.test(value) ? [[key, value]] : []
      }),
    ) as Partial<A & O>,
    sort: isSort(shape, sort) ? sort : usualSort(shape, q),
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

const isSort = <S extends string>({ sorts }: { sorts: readonly S[] }, sort: string): sort is S =>
  isOneOf(sorts, sort) || isOneOf(sorts, sort.replace(/^-/, ''))

/** Writes the query string, `?` included; what is as at first is left out, so equal states have equal addresses. */
export function writeListState<A extends FilterValues, S extends string, O extends FilterValues>(
  shape: ListShape<A, S, O>,
  state: ListState<A, S, O>,
): string {
  const out = new URLSearchParams()
  const filters: Partial<FilterValues> = state.filters
  if (state.q) out.set('q', state.q)
  for (const key of Object.keys(shape.filters)) if (filters[key]) out.set(key, filters[key])
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
export const viewOf = <A extends FilterValues, S extends string, O extends FilterValues>(
  shape: ListShape<A, S, O>,
  state: ListState<A, S, O>,
) => writeListState(shape, { ...state, page: 1 }).slice(1)

/** What the list asks the server for. `own`: filters that the server does not know. */
export function queryOf<A extends FilterValues, S extends string, O extends FilterValues>(
  { q, filters, sort, page, pageSize }: ListState<A, S, O>,
  own: readonly string[] = [],
): ListQuery<A, S> {
  // What is left of A and O without the names of O is A.
  const asked = Object.fromEntries(Object.entries(filters).filter(([name]) => !own.includes(name))) as Partial<A>
  return { ...(q && { q }), ...asked, sort, page, pageSize }
}

/** Names what matches, whatever the page and order: when it changes, a selection means nothing any more. */
export const matchKeyOf = ({ q, filters }: Pick<ListState, 'q' | 'filters'>) => JSON.stringify([q, filters])
