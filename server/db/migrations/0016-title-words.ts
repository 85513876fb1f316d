import { sql, type Kysely } from 'kysely'

// The words of a title, as article-search-rules.ts asks for them: runs of letters and digits, and of scripts without
// spaces each character and each pair of neighbours. Only built-in functions inside, because PostgreSQL maintains such
// indexes with an empty search path. Not inlined, so that the planner knows what a call costs.
const DENSE = '[ぁ-ヿ㐀-鿿가-힣]'
const statements = [
  sql`create function title_words(title text) returns tsvector language sql immutable parallel safe cost 1000 as $$
    select to_tsvector('pg_catalog.simple', regexp_replace(folded, ${sql.lit(`[^[:alnum:]]+|${DENSE}+`)}, ' ', 'g'))
      || case when folded ~ ${sql.lit(DENSE)} then array_to_tsvector(array(
        select distinct substr(folded, place, length) from generate_series(1, length(folded)) as place,
          generate_series(1, 2) as length where substr(folded, place, 1) ~ ${sql.lit(DENSE)}
      )) else ''::tsvector end
    from (select lower(normalize(title, NFKC)) as folded offset 0) as given
  $$`,
  sql`create index article_title_words on article using gin (title_words(title)) where deleted_at is null`,
]

/** Finds articles by the words of their titles, for the order by best match. No row is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
