import { sql } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike } from '../../db/list-page.ts'
import { firstOfSeveral, isOneWord, searchFor, type Search } from './article-search-rules.ts'

/**
 * A beginning of more words than this is left to the index of words: of a million articles, 54 words are found in a quarter of the time
 * of their beginning, 240 in nearly all of it, and each row that is looked through is compared with all of them.
 */
const COMPLETED_MOST = 64
/** More longer words than this are left to the index of letters. */
const LONGER_MOST = 32
/** A word may be stored a few times. Of more rows with the text inside it is not asked which words they are. */
const INSIDE_MOST = 4 * LONGER_MOST

/**
 * What a list looks for. The words that begin like the last one are named where they are few: for a beginning PostgreSQL
 * collects every article with any of them before it looks at the other conditions, for words it steps from match to match.
 * Which words have a single one inside, or end like the first of several, is told by all words, which are far fewer than the heads of
 * all articles; a slug may have it without any word.
 */
export async function searchOf(db: Db, { q, status }: ArticleFilter): Promise<Search | null> {
  const search = searchFor(q ?? '')
  // The words of what was never outside the trash are not known.
  if (!search?.beginning || status === 'trashed') return search
  const first = firstOfSeveral(search)
  const longer =
    first !== undefined
      ? sql`array(select word from article_word where word like ${`%${escapeLike(first)}`} and word <> ${first}
          group by word order by word limit ${LONGER_MOST + 1})`
      : isOneWord(search)
        ? sql`case when (select count(*) from beginning) <= ${COMPLETED_MOST} and (select count(*) from inside) < ${INSIDE_MOST}
            and not exists (select from article_word where word like ${search.contains} and in_slug)
            then array(select word from inside group by word order by word) end`
        : sql`null`
  // Materialised, so that the planner does not read the whole table for one of them.
  const { rows } = await sql<{ words: string[]; longer: string[] | null }>`
    with beginning as materialized (
      select word from article_word where starts_with(word, ${search.beginning})
      group by word order by word limit ${COMPLETED_MOST + 1}
    ), inside as materialized (
      select word from article_word
      where word like ${search.contains} and not starts_with(word, ${search.beginning}) limit ${INSIDE_MOST}
    )
    select array(select word from beginning) as words, ${longer} as longer`.execute(db)
  const fewOf = (words: string[] | null | undefined, most: number) =>
    words && words.length <= most ? words : undefined
  const { words, longer: found } = rows[0] ?? {}
  return searchFor(q ?? '', { completed: fewOf(words, COMPLETED_MOST), longer: fewOf(found, LONGER_MOST) })
}
