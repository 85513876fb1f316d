import { sql } from 'kysely'
import { PINS_MAX } from '#contract/search-rank.ts'
import { termKey } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'

export type SearchRules = {
  /** Ids of published articles, in order, at most PINS_MAX. */
  pins: string[]
  /** The other terms of the group. Variants that share a key are not listed. */
  synonyms: string[]
  hidden: boolean
}

/** What editors decided about this search term or about a synonym of it. Of any spelling. */
export async function searchRulesFor(db: Db, term: string): Promise<SearchRules> {
  const { rows } = await sql<{ key: string; term: string; pins: string[]; hidden: boolean }>`
    select key, term, hidden, array(
      select pin from unnest(pins) with ordinality as pinned(pin, place)
      join article_live on article_id = pin order by place
    )::text[] as pins
    from search_rule where head = (select head from search_rule where key = ${termKey(term)})
    order by key <> head, term`.execute(db)
  return {
    pins: [...new Set(rows.flatMap(({ pins }) => pins))].slice(0, PINS_MAX),
    synonyms: rows.flatMap((row) => (row.key === termKey(term) ? [] : [row.term])),
    hidden: rows.some(({ hidden }) => hidden),
  }
}

export type RuledTerm = { key: string; term: string; head: string; hasPins: boolean }

/** Of all terms with a rule. `hasPins`: whether readers see an article that is pinned to it. */
export async function ruledTerms(db: Db): Promise<RuledTerm[]> {
  const { rows } = await sql<RuledTerm>`
    select key, term, head, exists (select from article_live where article_id = any(pins)) as "hasPins"
    from search_rule order by key <> head, term`.execute(db)
  return rows
}

export type SearchGroup = {
  keys: string[]
  terms: { key: string; term: string }[]
  /** Pinned articles, also those that readers cannot see any more. */
  pins: string[]
  hidden: boolean
  decidedBy: { id: string; name: string } | null
  decidedAt: string | null
}

/** All that was decided about a term, for those who decide. */
export async function searchGroupOf(db: Db, term: string): Promise<SearchGroup> {
  const key = termKey(term)
  const { rows } = await sql<{
    key: string
    term: string
    pins: string[]
    hidden: boolean
    updatedAt: string
    userId: string | null
    userName: string | null
  }>`select key, term, pins::text[] as pins, hidden, rule.updated_at as "updatedAt", person.id as "userId", person.name as "userName"
    from search_rule as rule left join user_account as person on person.id = rule.updated_by
    where head = (select head from search_rule where key = ${key}) order by key <> head, term`.execute(db)
  const latest = rows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0]
  return {
    keys: rows.length > 0 ? rows.map((row) => row.key) : [key],
    terms: rows.map((row) => ({ key: row.key, term: row.term })),
    pins: [...new Set(rows.flatMap(({ pins }) => pins))].slice(0, PINS_MAX),
    hidden: rows.some((row) => row.hidden),
    decidedBy: latest?.userId ? { id: latest.userId, name: latest.userName ?? '' } : null,
    decidedAt: latest ? new Date(latest.updatedAt).toISOString() : null,
  }
}
