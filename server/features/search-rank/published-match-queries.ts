import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { searchFor } from '../articles/article-search-rules.ts'

export type Sought = { key: string; term: string; since: string }

/** The keys of those terms whose words are in an article that was published, or published again, since then. */
export async function publishedSince(db: Db, sought: readonly Sought[]): Promise<Set<string>> {
  const wanted = sought.flatMap(({ key, term, since }) => {
    const words = searchFor(term)?.words
    return words ? [{ key, words, since }] : []
  })
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select distinct wanted.key from unnest(
      ${wanted.map(({ key }) => key)}::text[], ${wanted.map(({ words }) => words)}::text[],
      ${wanted.map(({ since }) => since)}::timestamptz[]
    ) as wanted(key, words, since)
    where exists (
      select from article_facets join article on article.id = article_facets.article_id
        join article_live as live on live.article_id = article.id
      where article_facets.words @@ wanted.words::tsquery and live.updated_at >= since
        and (not has_changes or title_words(live.title) @@ wanted.words::tsquery))`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
