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

/** The query of a list: search, closed sort and filter fields, page. Anything else is 400. */
export function listQuery<const Sort extends string, const F extends z.ZodRawShape>(
  sortFields: readonly [Sort, ...Sort[]],
  defaultSort: Sort | `-${Sort}`,
  filters: F,
) {
  const sorts = sortFields.flatMap((field) => [field, `-${field}` as const]) as [
    Sort | `-${Sort}`,
    ...(Sort | `-${Sort}`)[],
  ]
  return z.strictObject({
    q: line(200).optional(),
    ...filters,
    sort: z.enum(sorts).default(defaultSort as never),
    page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number<string | number>().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
  })
}

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
