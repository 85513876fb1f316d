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
