import { sql, type Kysely } from 'kysely'

/**
 * Filters together are looked for among the articles of some months alone: an index of the terms of each facet row with the month of the
 * last change. No other than this index has the hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function facets_by_month(terms uuid[], changed timestamptz) returns bigint[]
    language sql immutable parallel safe
    return array(
      select uuid_hash_extended(term, (extract(year from changed at time zone 'UTC') * 12
        + extract(month from changed at time zone 'UTC'))::bigint)
      from unnest(terms) as term
    )`.execute(db)
  // Ten million articles take three minutes with so much memory, and more with less.
  await sql`select set_config('maintenance_work_mem', '256MB', true)`.execute(db)
  // Without a list of entries that wait, as article_facets_terms.
  await sql`create index article_facets_by_month on article_facets using gin (facets_by_month(terms, updated_at))
    with (fastupdate = off)`.execute(db)
  await sql`analyze article_facets`.execute(db)
}
