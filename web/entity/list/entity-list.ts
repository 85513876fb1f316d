import type { FilterData, FilterValue } from '#contract/filter-data.ts'
import type { ListDefinition } from '#contract/list.ts'
import type { AskedPage, Page } from '../../ui/data-table/page.ts'
import { type SelectionControl, useRowSelection } from '../../ui/data-table/row-selection.ts'
import type { DayZones } from '../../ui/day-moments.ts'
import type { ListQuery, ListShape } from '../../ui/list-address.ts'
import { type AskingList, type ListControl, useListState } from '../../ui/list-state.ts'

export type Filters = Readonly<Record<string, FilterData>>
/** What the address may say of each filter. */
type ValuesOf<F extends Filters> = { readonly [Name in keyof F]: FilterValue<F[Name]> }
type SortOf<L> = L extends { sorts: readonly (infer Sort extends string)[] }
  ? Sort | (L extends { searchSort: infer Search extends string } ? Search : never)
  : never

type Given<F extends Filters, Own extends Filters> = Pick<
  ListShape<ValuesOf<F>>,
  'columns' | 'hiddenAtFirst' | 'hasGrid'
> & {
  days?: Readonly<Record<string, { from: keyof F & string; to: keyof F & string }>>
  /** Filters that only the screen knows. */
  own?: Own
}
/** A shape whose filters know their kinds: those of the contract, and those that only the screen knows. */
export type EntityListShape<
  F extends Filters,
  Sort extends string = string,
  Own extends Filters = Record<never, never>,
> = ListShape<ValuesOf<F>, Sort, ValuesOf<Own>> & Kinds<F, Own>
type Kinds<F extends Filters, Own extends Filters> = { kinds: { asked: F; own: Own } }

/** The shape of a list as its contract says, with what the screen adds. */
export function listShape<const L extends ListDefinition, const Own extends Filters = Record<never, never>>(
  list: L,
  { own: given, ...screen }: Given<L['filters'], Own>,
): EntityListShape<L['filters'], SortOf<L>, Own> {
  const { filters: asked, sorts, defaultSort, searchSort } = list
  const own: Filters = given ?? {}
  const shape: ListShape & Kinds<Filters, Filters> = {
    kinds: { asked, own },
    filters: { ...asked, ...own },
    own: Object.keys(own),
    sorts,
    defaultSort,
    ...(searchSort && { searchSort }),
    ...screen,
  }
  // Spreading and Object.keys forget the names, which the two type parameters keep.
  return shape as EntityListShape<L['filters'], SortOf<L>, Own>
}

/** What controls the list of this contract. */
export type ControlOf<L extends ListDefinition, Own extends Filters = Record<never, never>> = AskingList<
  ValuesOf<L['filters']>,
  SortOf<L>,
  ValuesOf<Own>
>

/** A page of the list as it was asked for; what TanStack Query answers. `More`: what the reply says besides. */
export type LoadedPage<Row, More = unknown> = Omit<AskedPage<Row>, 'data'> & {
  data: (Page<Row> & More) | undefined
  error: unknown
  /** Why the last try failed; it is asked for again as long as `error` is null. */
  failureReason?: unknown
  refetch: () => unknown
}
/** A list on its screen: what it shows, the rows, and which of them are selected. */
export type EntityList<Row, F extends Filters = Filters, Own extends Filters = Filters, More = unknown> = ListControl &
  Kinds<F, Own> & {
    page: LoadedPage<Row, More>
    select: SelectionControl<Row>
    /** What the server is asked for. */
    query: object
  }

/** The state alone, of a list with rows that come in another way. */
export const useShapeState = <F extends Filters, S extends string, Own extends Filters>(
  shape: EntityListShape<F, S, Own>,
  zones?: DayZones,
) => useListState<ValuesOf<F>, S, ValuesOf<Own>>(shape, zones)

/**
 * The state of a list, its rows and their selection.
 * @param usePage asks for a page: `useList` of `entityApi`
 * @param zones of filters by days that are not the person's own
 */
export function useEntityList<
  Row extends { id: string },
  More,
  F extends Filters,
  S extends string,
  Own extends Filters,
>(
  shape: EntityListShape<F, S, Own>,
  usePage: (query: ListQuery<ValuesOf<F>, S>) => LoadedPage<Row, More>,
  zones?: DayZones,
) {
  const list = useShapeState(shape, zones)
  return useLoadedList(shape, list, usePage(list.query))
}

/** As `useEntityList`, for rows that depend on more than the query. */
export function useLoadedList<
  Row extends { id: string },
  More,
  F extends Filters,
  List extends ListControl,
  Own extends Filters,
>({ kinds }: Kinds<F, Own>, list: List, page: LoadedPage<Row, More>) {
  const select = useRowSelection<Row>(list, page)
  return { ...list, kinds, page, select }
}
