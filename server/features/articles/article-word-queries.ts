import { sql } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike } from '../../db/list-page.ts'
import { firstOfSeveral, isOneWord, searchFor, type Search } from './article-search-rules.ts'

/** A beginning of more words than this is left to the index of words, and an end to that of the letters. */
const COMPLETED_MOST = 32

/**
 * What a list looks for. The words that begin like the last one are named where they are few: for a beginning PostgreSQL
 * collects every article with any of them before it looks at the other conditions, for words it steps from match to match.
 * Whether a single word is inside of another one, or in a slug only, is told by all words, which are far fewer than the heads of all
 * articles; so is which words end like the first of several.
 */
export async function searchOf(db: Db, { q, status }: ArticleFilter): Promise<Search | null> {
  const search = searchFor(q ?? '')
  // The words of what was never outside the trash are not known.
  if (!search?.beginning || status === 'trashed') return search
  // Materialised, so that the planner does not read the whole table for one of them.
  const first = firstOfSeveral(search)
  const { rows } = await sql<{ words: string[]; isInside: boolean; ended: string[] | null }>`
    with beginning as materialized (
      select word from article_word where starts_with(word, ${search.beginning})
      group by word order by word limit ${COMPLETED_MOST + 1}
    ), inside as materialized (
      select from article_word where word like ${search.contains} and (in_slug or not starts_with(word, ${search.beginning}))
    )
    select array(select word from beginning) as words, not ${isOneWord(search)}
      or (select count(*) from beginning) > ${COMPLETED_MOST} or exists (select from inside) as is_inside,
      ${first === undefined ? sql`null` : endingLike(first)} as ended`.execute(db)
  const { words = [], isInside, ended } = rows[0] ?? {}
  return searchFor(q ?? '', {
    completed: words.length > COMPLETED_MOST ? undefined : words,
    isInside,
    ended: ended && ended.length <= COMPLETED_MOST ? ended : undefined,
  })
}

const endingLike = (word: string) => sql`array(select word from article_word
  where word like ${`%${escapeLike(word)}`} and word <> ${word} group by word limit ${COMPLETED_MOST + 1})`
