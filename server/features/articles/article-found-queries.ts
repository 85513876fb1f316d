import { sql } from 'kysely'
import { headFields } from '#contract/article-fields.ts'
import type { ArticleFound, ArticleSummary } from '#contract/articles.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { countIn, type Extract, extractOf, together, wordsBeside } from './article-found-rules.ts'
import { isOneOfOwn } from './article-row-queries.ts'
import type { Viewer } from './article-rules.ts'
import { searchFor, type Search } from './article-search-rules.ts'
import { plainText } from './body-html-text.ts'

/** So much of a text is looked through, and so many words are looked for in it. */
const BODY_MOST = 60_000
const WORDS_MOST = 6
/** What stands inside of a line, and separates no words. */
const INLINE = 'a|abbr|b|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u'
/** Characters before the place of a word that are read, and in all. */
const PART = { before: 60, length: 400 }
/** Of two extracts on one line. */
const HALF = 80

/** The short texts beside the title; the address says least. */
const fields = headFields
  .filter((name) => name !== 'title')
  .toSorted((a, b) => Number(a === 'slug') - Number(b === 'slug'))

type Texts = { id: string; texts: string[]; tags: string[]; parts: (string | null)[] }

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
    const isWord = /^[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u.test(word)
    return isWord ? `\\m${word}${word === beginning ? '' : '\\M'}` : word
  })
  const part = (pattern: string) => sql`(select case when place > 0
      then substr(plain, greatest(1, place - ${sql.lit(PART.before)}), ${sql.lit(PART.length)}) end
    from (select regexp_instr(plain, ${pattern}, 1, 1, 0, 'i') as place) as at)`
  const { rows } = await sql<Texts>`
    select article.id::text,
      array[${sql.join(fields.map((name) => sql`coalesce(${shown(name)}, '')`))}]::text[] as texts,
      array(select name from tag where deleted_at is null and id = any(case when live.article_id is null
        then array(select tag_id from article_tag where article_tag.article_id = article.id) else live.tag_ids end)
        order by name) as tags,
      array[${sql.join(patterns.map(part))}]::text[] as parts
    from article
      left join article_live as live on live.article_id = article.id and ${seesLive}
      cross join lateral (select regexp_replace(regexp_replace(left(${shown('body')}, ${sql.lit(BODY_MOST)}),
        ${sql.lit(`</?(${INLINE})(\\s[^>]*)?>`)}, '', 'g'), '<[^>]*>', ' ', 'g') as plain
        offset 0) as body
    where article.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** The place that has the most of the words that the title lacks. */
function foundIn(
  row: Texts,
  search: Search,
  sought: readonly string[],
  words: readonly string[],
): ArticleFound | undefined {
  const named = (name: ArticleFound['in'], text: string) => ({
    in: name,
    count: countIn(text, words),
    extract: () => extractOf(text, search),
  })
  const short = fields.map((name, at) => named(name, row.texts[at] ?? ''))
  const parts = row.parts.flatMap((part, at) =>
    part && words.includes(sought[at]!) ? { word: sought[at]!, text: readable(part) } : [],
  )
  const body = { in: 'body' as const, count: parts.length, extract: () => inParts(parts, search) }
  const places = [
    ...short.filter(({ in: name }) => name !== 'slug'),
    ...row.tags.map((name) => named('tags', name)),
    body,
    ...short.filter(({ in: name }) => name === 'slug'),
  ]
  for (const place of places.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)) {
    const extract = place.extract()
    if (extract) return { in: place.in, ...extract }
  }
  return undefined
}

/** A part of a text without what was cut at its beginning: of a word, or of the name of a character. */
const readable = (part: string) => plainText(part.replace(/^[^\s<]{0,12};/, '')).replace(/\s+/g, ' ')

function inParts(parts: readonly { word: string; text: string }[], search: Search): Extract | undefined {
  const [first, ...rest] = parts
  const whole = first && extractOf(first.text, search)
  const missing = whole && rest.find(({ word }) => countIn(whole.text, [word]) === 0)
  const other = missing && extractOf(missing.text, search, HALF)
  const half = other && extractOf(first!.text, search, HALF)
  return half ? together(half, other) : whole
}
