import { sql } from 'kysely'
import type { ArticleSummary } from '#contract/articles.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { foundIn, shortFields, type Texts, wordsBeside } from './article-found-rules.ts'
import { isOneOfOwn } from './article-row-queries.ts'
import type { Viewer } from './article-rules.ts'
import { searchFor, type Search } from './article-search-rules.ts'

/** So much of a text is looked through, and so many words are looked for in it. */
const BODY_MOST = 60_000
const WORDS_MOST = 6
/** Characters before the place of a word that are read, and in all. */
const PART = { before: 200, length: 600 }
/** Tags that may be within a word. */
const INLINE = '</?(?:a|abbr|b|bdi|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)(?:\\s[^>]*)?>'
/** Any other tag, and one that is cut at the end. */
const TAG = '<[^>]*(?:>|$)'

/**
 * The rows of a list that was searched, each whose title does not show the words with where they are: in a short field, a tag, or
 * a part of the text. One query for the rows of the page, of what this person may see of each.
 */
export async function withFound(db: Db, viewer: Viewer, q: string, items: ArticleSummary[]): Promise<ArticleSummary[]> {
  const search = searchFor(q)
  if (!search?.words) return items
  const words = new Map(items.map(({ id, title }) => [id, wordsBeside(title, search)]))
  const asked = items.filter(({ id }) => words.get(id)!.length > 0)
  if (asked.length === 0) return items
  const sought = [...new Set(asked.flatMap(({ id }) => words.get(id)!))].slice(0, WORDS_MOST)
  const ids = asked.map(({ id }) => id)
  const found = new Map(
    (await textsOf(db, viewer, ids, search, sought)).map((row) => [
      row.id,
      foundIn(row, search, sought, words.get(row.id)!),
    ]),
  )
  return items.map((item) => {
    const where = found.get(item.id)
    return where ? { ...item, found: where } : item
  })
}

async function textsOf(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  { beginning }: Search,
  words: readonly string[],
): Promise<Texts[]> {
  const scope = scopeOf(viewer.role, 'articles.read')
  const own = scope === 'own+published' ? sql`coalesce(${isOneOfOwn(viewer.id)}, false)` : sql`false`
  const seesLive = scope === 'all' ? sql`false` : sql`article.has_changes and not ${own}`
  const shown = (name: string) =>
    sql`case when live.article_id is null then article.${sql.ref(name)} else live.content->>${sql.lit(name)} end`
  const patterns = words.map((word) => {
    const isDense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u.test(word)
    return `(?i)${isDense ? word : `\\m${word}${word === beginning ? '' : '\\M'}`}.*`
  })
  const part = (pattern: string) => sql`(select case when place > 0
      then substr(readable, greatest(1, place - ${sql.lit(PART.before)}), ${sql.lit(PART.length)}) end
    from (select length(readable) - length(substring(readable from ${pattern})) + 1 as place) as at)`
  const { rows } = await sql<Texts>`
    select article.id::text,
      array[${sql.join(shortFields.map((name) => sql`coalesce(${shown(name)}, '')`))}]::text[] as texts,
      array(select name from tag where deleted_at is null and id = any(case when live.article_id is null
        then array(select tag_id from article_tag where article_tag.article_id = article.id) else live.tag_ids end)
        order by name) as tags,
      array[${sql.join(patterns.map(part))}]::text[] as parts
    from article
      left join article_live as live on live.article_id = article.id and ${seesLive}
      -- Without its tags first: a pattern that leaves them out looks through the rest of the text for each word.
      cross join lateral (select regexp_replace(regexp_replace(left(${shown('body')}, ${sql.lit(BODY_MOST)}),
        ${INLINE}, '', 'g'), ${TAG}, ' ', 'g') as readable offset 0) as body
    where article.id = any(${ids}::uuid[])`.execute(db)
  return rows
}
