import { sql } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { Db } from '../../db/database.ts'
import { searchFor, type Search } from './article-search-rules.ts'

/** A beginning of more words than this is left to the index of words. */
const COMPLETED_MOST = 32

/**
 * What a list looks for. The words that begin like the last one are named where they are few: for a beginning PostgreSQL
 * collects every article with any of them before it looks at the other conditions, for words it steps from match to match.
 */
export async function searchOf(db: Db, { q, status }: ArticleFilter): Promise<Search | null> {
  const search = searchFor(q ?? '')
  // The words of what was never outside the trash are not known.
  if (!search?.beginning || status === 'trashed') return search
  const { rows } = await sql<{
    word: string
  }>`select word from article_word where starts_with(word, ${search.beginning})
    group by word order by word limit ${COMPLETED_MOST + 1}`.execute(db)
  if (rows.length > COMPLETED_MOST) return search
  return searchFor(
    q ?? '',
    rows.map(({ word }) => word),
  )
}
