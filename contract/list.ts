import { z } from 'zod'
import { Id } from './id.ts'
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

/** A boolean in a query string. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Days, weeks, months or years before now: `90d`, `2w`, `6m`, `1y`. */
export const AGE_PATTERN = /^[1-9]\d{0,3}[dwmy]$/
export const Age = z.string().regex(AGE_PATTERN, 'a number of 1 to 9999 and one of d, w, m, y')

type Sorts<Sort extends string> = Sort | `-${Sort}`
const bothWays = <const Sort extends string>(fields: readonly Sort[]) =>
  fields.flatMap((field) => [field, `-${field}` as const])

function queryWith<S extends string, const F extends z.ZodRawShape>(sorts: readonly S[], defaultSort: S, filters: F) {
  return z.strictObject({
    q: line(200).optional(),
    ...filters,
    sort: z.enum(sorts as [S, ...S[]]).default(defaultSort as never),
    page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number<string | number>().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
  })
}

/** The query of a list: search, closed sort and filter fields, page. Anything else is 400. */
export const listQuery = <const Sort extends string, const F extends z.ZodRawShape>(
  sortFields: readonly [Sort, ...Sort[]],
  defaultSort: Sorts<Sort>,
  filters: F,
) => queryWith<Sorts<Sort>, F>(bothWays(sortFields), defaultSort, filters)

/** The sort of best match first; only together with `q`, which `relevanceNeedsText` checks. */
export const RELEVANCE = 'relevance' as const

/** As `listQuery`, with `sort=relevance` beside the fields. The endpoint's query goes through `relevanceNeedsText`. */
export const rankedListQuery = <const Sort extends string, const F extends z.ZodRawShape>(
  sortFields: readonly [Sort, ...Sort[]],
  defaultSort: Sorts<Sort>,
  filters: F,
) => queryWith<Sorts<Sort> | typeof RELEVANCE, F>([...bothWays(sortFields), RELEVANCE], defaultSort, filters)

/** Refuses `sort=relevance` without a search text, naming `sort`. Apart, for a refined object cannot be narrowed. */
export const relevanceNeedsText = <Q extends z.ZodObject>(query: Q): Q =>
  query.refine(({ sort, q }) => sort !== RELEVANCE || Boolean(q), {
    path: ['sort'],
    message: 'best match needs a search text (q)',
  })

/** One page of a list. */
export const listReply = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    totalIsExact: z.boolean(),
    page: z.int(),
    pageSize: z.int(),
  })
export type ListReply<Item> = { items: Item[]; total: number; totalIsExact: boolean; page: number; pageSize: number }
