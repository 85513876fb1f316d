import { sql, type RawBuilder } from 'kysely'
import { always, type Condition } from './article-visibility-queries.ts'

/** One of the terms of a facet row. */
export type Term = RawBuilder<unknown>
export const idTerm = (value: string): Term => sql`${value}::uuid`
export const facetTerm = (kind: string, value: string): Term => sql`facet_term(${sql.lit(kind)}, ${value})`

/** That a facet row has a term, or that it has not. */
export type TermTest = { term: Term; wanted: boolean }
export const has = (term: Term): TermTest => ({ term, wanted: true })
export const isWith = (wanted: boolean, term: Term): TermTest => ({ term, wanted })

export const listed = (terms: readonly Term[]) => sql`array[${sql.join(terms)}]`
export const haveAll = (terms: readonly Term[]): Condition => (terms.length ? sql`terms @> ${listed(terms)}` : always)
export const haveNone = (terms: readonly Term[]): Condition =>
  terms.length ? sql`not terms && ${listed(terms)}` : always

/**
 * That the last change lies in one of these months, as `2026-11`, and that the facet row has one of these terms: by the index of terms
 * by month, whose lists are as long as a month is full, not as the table. It has hashes of 64 bits.
 */
export const haveSomeInMonths = (terms: RawBuilder<unknown>, months: readonly string[]): Condition =>
  sql`facets_by_month(terms, updated_at) && array(select uuid_hash_extended(term, month)
    from unnest(${terms}) as term, unnest(array[${sql.join(months.map(countedMonth))}]::bigint[]) as month)`

/** As facets_by_month counts them. */
function countedMonth(month: string): RawBuilder<unknown> {
  const [year, number] = month.split('-').map(Number)
  return sql.lit(year! * 12 + number!)
}

/** Asked of each row; no index is looked into for it. */
export const byRow = (condition: Condition): Condition => sql`(${condition}) is true`

/** More of them are not worth being looked for. */
const MONTHS_MOST = 24
const DAY_MS = 86_400_000

/** That the last change lies in one of the months of a time; undefined for a long time or one without a beginning. */
export function changedInMonths(from: string | undefined, to: string | undefined): Condition | undefined {
  const months = monthsOf(from, to)
  return months?.length ? ofMonths('month', months) : undefined
}

/** That a time of the article lies in one of these months, as `2026-11`. */
export const ofMonths = (kind: 'month' | 'published', months: readonly string[]): Condition =>
  ofTerms(months.map((month) => facetTerm(kind, month)))

/** That a facet row has one of these terms. */
export const ofTerms = (terms: readonly Term[]): Condition =>
  terms.length ? sql`terms && ${listed(terms)}` : sql`false`

/** The months of a time, as facets name them; undefined for a long one, or one without a beginning. */
export function monthsOf(from: string | undefined, to: string | undefined): string[] | undefined {
  if (!from) return undefined
  const [first, end] = [new Date(from), to ? new Date(to) : new Date(Date.now() + DAY_MS)]
  const found: string[] = []
  for (let at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth())); at < end;) {
    if (found.length === MONTHS_MOST) return undefined
    found.push(at.toISOString().slice(0, 7))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  }
  return found
}

/** This month and those of the year before it. */
export const recentMonths = (now = Date.now()): string[] =>
  monthsOf(new Date(now - 365 * DAY_MS).toISOString(), undefined)!
