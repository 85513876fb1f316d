import { z } from 'zod'
import { Id } from './id.ts'
import type { ListFilter } from './list-filter.ts'
import { line } from './text.ts'

/** A person as shown beside what they did. */
export const PersonRef = z.object({ id: Id, name: z.string() })
export type PersonRef = z.infer<typeof PersonRef>

/** What every entity carries. */
export const entityFields = {
  id: Id,
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef.nullable(),
  updatedAt: z.iso.datetime(),
  updatedBy: PersonRef.nullable(),
  deletedAt: z.iso.datetime().nullable(),
}

export const PAGE_SIZE_DEFAULT = 25
export const PAGE_SIZE_MAX = 100
/** Counting stops here; beyond it the total is an estimate, marked inexact. */
export const EXACT_TOTAL_MAX = 10_000

/** The sort of best match first; only together with `q`. */
export const RELEVANCE = 'relevance' as const

type Sorts<Sort extends string> = Sort | `-${Sort}`
type Filters = Readonly<Record<string, ListFilter>>
type FilterSchemas<F extends Filters> = { [Name in keyof F]: F[Name]['schema'] }

type Given<Sort extends string, F extends Filters> = {
  /** Fields; a query may carry `-` before one. */
  sorts: readonly [Sort, ...Sort[]]
  defaultSort: Sorts<NoInfer<Sort>>
  filters: F
}

/** A list as data: what it can be filtered and sorted by. The browser derives address, state and filter menu from it. */
export type ListDefinition<F extends Filters = Filters, Sort extends string = string> = {
  filters: F
  /** Both directions of each field; not `relevance`. */
  sorts: readonly Sort[]
  defaultSort: Sort
  /** The order while there is a search text. */
  searchSort?: typeof RELEVANCE
}

/** The query of a list: search, closed sort and filter fields, page. Anything else is 400. */
export function listQuery<const Sort extends string, const F extends Filters>(given: Given<Sort, F>) {
  const list = definitionOf(given)
  return { ...list, ...queryOf<Sorts<Sort>, F>(list.sorts, list.defaultSort, given.filters) }
}

/** As `listQuery`, with `sort=relevance` beside the fields, which needs a search text. */
export function rankedListQuery<const Sort extends string, const F extends Filters>(given: Given<Sort, F>) {
  const list = definitionOf(given)
  const { query, filter } = queryOf<Sorts<Sort> | typeof RELEVANCE, F>(
    [...list.sorts, RELEVANCE],
    list.defaultSort,
    given.filters,
  )
  return { ...list, searchSort: RELEVANCE, query: relevanceNeedsText(query), filter }
}

const definitionOf = <Sort extends string, F extends Filters>({ sorts, defaultSort, filters }: Given<Sort, F>) => ({
  filters,
  sorts: sorts.flatMap((field): Sorts<Sort>[] => [field, `-${field}`]),
  defaultSort,
})

function queryOf<Sort extends string, F extends Filters>(sorts: readonly Sort[], defaultSort: Sort, filters: F) {
  // Object.fromEntries forgets which schema belongs to which name.
  const schemas = Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [name, schema]),
  ) as FilterSchemas<F>
  const asked = { q: line(200).optional(), ...schemas }
  return {
    query: z.strictObject({
      ...asked,
      sort: z.enum(sorts).default(defaultSort as never),
      page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number<string | number>().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
    }),
    /** Search and filters without order and page: what "all that match" means in a bulk action. */
    filter: z.strictObject(asked),
  }
}

/** Refuses `sort=relevance` without a search text, naming `sort`. */
const relevanceNeedsText = <Q extends z.ZodObject>(query: Q): Q =>
  query.refine(({ sort, q }) => sort !== RELEVANCE || Boolean(q), {
    path: ['sort'],
    message: 'best match needs a search text (q)',
  })

/** How many match: exactly, or an estimate. */
export const ListTotal = z.object({ total: z.int(), totalIsExact: z.boolean() })

/** One page of a list. */
export const listReply = <Item extends z.ZodType>(item: Item) =>
  ListTotal.extend({ items: z.array(item), page: z.int(), pageSize: z.int() })
export type ListReply<Item> = { items: Item[]; total: number; totalIsExact: boolean; page: number; pageSize: number }
