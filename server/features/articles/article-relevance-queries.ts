import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { headFields } from '#contract/article-fields.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike, type Ranked } from '../../db/list-page.ts'
import { firstOf } from '../../db/list-rows.ts'
import { estimateOf, keepTotal, keptTotal } from '../../db/list-total.ts'
import type { Viewer } from './article-rules.ts'
import { isOneOfOwn } from './article-row-queries.ts'
import { isDense, type Search } from './article-search-rules.ts'

type Condition = RawBuilder<SqlBool>

/** Up to so many articles are scored by all of their texts; of more, those with the words in their title come first. */
const SCORED_MOST = 500
/** So many articles may have the words in their title for all of them to be ranked. */
const TITLES_MOST = 2000
/** Of more: those among so many times as many of the newest as may lead, and those that begin with the text if they are no more than that. */
const NEWEST_FACTOR = 5
const BEGIN_MOST = 300
/** What has changes may have the words in the title that readers see only. Each is read for that, so of fewer. */
const NEWEST_OTHERWISE_TITLED = 500
/** How many lead a long list. */
const LEADING_MOST = 1000

/** A text, as a search compares it. Normalizing takes longer than all the rest, and changes nothing where each character is one byte. */
const folded = (text: RawBuilder<unknown>) =>
  sql`lower(case when octet_length(${text}) = char_length(${text}) then ${text} else normalize(${text}, NFKC) end)`
const foldedTitle = folded(sql`title`)

/** What a substring search looks in, of the text that readers see: as `search_head` of the working copy. */
const liveHead = sql`(select ${folded(sql`given.text`)} from (select concat_ws(E'\\n', ${sql.join(
  headFields.map((name) => sql`nullif(article_live.content->>${sql.lit(name)}, '')`),
)}) as text offset 0) as given)`

/** Whether the text is in the head that readers see. */
export const liveHeadContains = ({ contains }: Search): Condition => sql`${liveHead} like ${contains}`

/** Whether the words are in the title of the working copy, asked so that the index of title words can answer. */
export const titleHasWords = ({ words }: Search): Condition =>
  words ? sql`title_words(title) @@ ${words}::tsquery` : sql`false`

/** The same for rows that are looked at one by one. */
export const titleHasWordsByRow = (search: Search): Condition => hasWords(sql`lower(title)`, search)

/** For the few rows with a working copy that the viewer may not see. */
export const liveTitleHasWords = (search: Search): Condition => hasWords(folded(sql`article_live.title`), search)

const hasPieces = (text: RawBuilder<unknown>, { pieces }: Search): Condition =>
  pieces.length
    ? sql`(${sql.join(
        pieces.map((piece) => sql`${text} like ${`%${escapeLike(piece)}%`}`),
        sql` and `,
      )})`
    : sql`true`

/** What separates words: neither letter nor digit, or a character of a script without spaces. As `title_words` of the database has it. */
const BETWEEN = '[^[:alnum:]]|[ぁ-ヿ㐀-鿿가-힣]'

/**
 * Whether a short text has all words, as `title_words` would find them: making its words takes ten times as long. A text without the
 * letters is soon told.
 * @param text in lower case
 */
function hasWords(text: RawBuilder<unknown>, search: Search): Condition {
  const patterns = search.pieces
    .filter((piece) => !isDense(piece))
    .map((word) => `(^|${BETWEEN})${word}${word === search.beginning ? '' : `($|${BETWEEN})`}`)
  const matches = patterns.map((pattern) => sql`${text} ~ ${pattern}`)
  return search.words ? sql`(${sql.join([hasPieces(text, search), ...matches], sql` and `)})` : sql`false`
}

/**
 * How well an article fits, by the text that this person may see: 6 the title is it, 5 begins with it, 4 has its words,
 * 3 contains it; 2 it is in another field, or all its words are in the title and these fields, or it is a tag; 1 the
 * words are somewhere.
 */
function scoreFor(viewer: Viewer, search: Search): RawBuilder<number> {
  return ofShown(
    viewer,
    sql`case ${byTitle(search)}
    when ${hasWords(sql`shown.title`, search)} then 4
    when strpos(shown.title, ${search.folded}) > 0 then 3
    when strpos(shown.head, ${search.folded}) > 0 or ${hasPieces(sql`shown.head`, search)} then 2
    when ${hasTag(search)} then 2
    else 1 end`,
  )
}

/**
 * Whether the text is a tag of the working copy. Whoever may not see that finds the article by the head that readers see,
 * so it has its score before this is asked.
 */
const hasTag = ({ folded: text }: Search): Condition => sql`exists (
  select from article_tag where article_tag.article_id = article.id
    and tag_id = any(array(select id from tag where lower(name) = ${text} and deleted_at is null)))`

/** The same for articles of which an index told that the words are in the title. */
const titleScoreFor = (viewer: Viewer, search: Search): RawBuilder<number> =>
  ofShown(viewer, sql`case ${byTitle(search)} else 4 end`)

const byTitle = ({ folded: text }: Search) =>
  sql`when shown.title = ${text} then 6 when starts_with(shown.title, ${text}) then 5`

/** @param score of `shown`, the text that this person may see: its title and its head */
function ofShown(viewer: Viewer, score: RawBuilder<unknown>): RawBuilder<number> {
  const working = sql`select ${foldedTitle} as title, search_head as head`
  const scope = scopeOf(viewer.role, 'articles.read')
  if (scope === 'all') return sql<number>`(select ${score} from (${working} offset 0) as shown)`
  const own = scope === 'own+published' ? isOneOfOwn(viewer.id) : sql<boolean>`false`
  const live = sql`select ${foldedTitle} as title, ${liveHead} as head
    from article_live where article_live.article_id = article.id`
  return sql<number>`case when has_changes and not coalesce(${own}, false)
    then (select ${score} from (${live} offset 0) as shown)
    else (select ${score} from (${working} offset 0) as shown) end`
}

type Parts = {
  /** What else is asked for, and the words in the title. */
  inTitle: Condition
  inTitleByRow: Condition
  /** Outside or inside the trash, as the index of the order has it. */
  there: Condition
}

/** Title first, then the rest by the time of the last change. */
export function byRelevance(db: Db, viewer: Viewer, search: Search, parts: Parts): Ranked {
  const leading = (most?: number) => leadingTitles(db, viewer, search, parts, most)
  return { score: scoreFor(viewer, search), ...(search.words && { scoredMost: SCORED_MOST }), leading }
}

/** The ids of articles with the words in their title, the best first, at a cost that hardly grows with the table. */
async function leadingTitles(
  db: Db,
  viewer: Viewer,
  search: Search,
  parts: Parts,
  leadingMost = LEADING_MOST,
): Promise<string[]> {
  const { inTitle, inTitleByRow, there } = parts
  const score = titleScoreFor(viewer, search)
  const matching = db.selectFrom('article').select('article.id').where(inTitle)
  if (!keptTotal(db, matching) && (await estimateOf(matching)) < 2 * TITLES_MOST) {
    // Scored only where they are not too many: of words that often come together PostgreSQL expects far too few.
    const newest = { by: sql`updated_at`, direction: 'desc' } as const
    const titled = await firstOf(db, matching, newest, { offset: 0, limit: TITLES_MOST }, true, TITLES_MOST + 1)
    if (titled.total > TITLES_MOST) keepTotal(db, matching, { total: titled.total, totalIsExact: false })
    else return ranked(sql`select * from article where id = any(${titled.ids}::uuid[])`)
  }
  const title = sql`lower(title)`
  // The index of the newest has these columns: five thousand rows need not be read for some titles of them.
  const seesAll = scopeOf(viewer.role, 'articles.read') === 'all'
  const titled = hasWords(title, search)
  const newestOf = (most: number) => sql`(select id, title, has_changes, updated_at from article where ${there}
    order by updated_at desc, id desc limit ${most}) as newest`
  const newestTitled = seesAll
    ? sql`select id from ${newestOf(leadingMost * NEWEST_FACTOR)} where ${titled}
        order by starts_with(${title}, ${search.folded}) desc, updated_at desc, id desc limit ${leadingMost}`
    : sql`select id from ${newestOf(leadingMost * NEWEST_FACTOR)} where ${titled}
        union select id from ${newestOf(NEWEST_OTHERWISE_TITLED)} where has_changes`
  // By the index of titles; behind a fence, as PostgreSQL would look up every article that has the words.
  return ranked(sql`
    with same as materialized (
      select id from article where ${there} and ${title} = ${search.folded} limit ${leadingMost}),
    begins as materialized (
      select id from article where ${there} and ${title} like ${`${escapeLike(search.folded)}%`} limit ${BEGIN_MOST + 1}),
    named as materialized (
      select id from same union select id from begins where (select count(*) from begins) <= ${BEGIN_MOST})
    select * from (select article.* from named join article using (id) offset 0) as article where ${inTitleByRow}
    union all
    select * from article where ${inTitleByRow} and id not in (select id from named) and id = any(array(${newestTitled}))`)

  async function ranked(articles: RawBuilder<unknown>): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id::text from (select id, ${score} as score, updated_at from (${articles}) as article) as found
      order by score desc, updated_at desc, id desc limit ${leadingMost}`.execute(db)
    return rows.map(({ id }) => id)
  }
}
