import { sql, type Kysely, type SqlBool } from 'kysely'
import { READER_RESULTS_MAX, type ReaderSearchItem, type ReaderSearchReply } from '#contract/reader-search.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { searchRulesFor } from '../search-rules/search-rule-queries.ts'
import { deliverInOrder, filterIds, type DeliveryFilter } from './delivery-queries.ts'
import { findCandidates, IS_VISIBLE, newestDoc, type Found, type Sought } from './search-candidate-queries.ts'
import { writeSearchCursor, type SearchCursor } from './search-cursor-rules.ts'
import { facetsOf } from './search-facet-queries.ts'
import { highlighted, highlightedExcerpt } from './search-highlight-rules.ts'
import { relevanceScore } from './search-score-rules.ts'
import { withBeginnings, withTypos } from './search-word-queries.ts'
import { hasTerm, inMonths, wordingOf, type Wording } from './search-words-rules.ts'

export type ReaderSearch = DeliveryFilter & { q: string; from?: string; to?: string; limit: number }
type Wordings = readonly [Wording, ...Wording[]]

const SYNONYMS_MAX = 8
/** With fewer results than this, a typing error is assumed. */
const SATISFIED = 5
/** Of a very long body only the beginning is looked through for an excerpt. */
const BODY_MAX = 40_000
const MOST_SCORE = 999_999_999
const HOUR_MS = 3_600_000

const nothing: ReaderSearchReply = {
  items: [],
  total: 0,
  totalIsExact: true,
  forgiving: false,
  facets: { categories: [], tags: [], authors: [] },
  nextCursor: null,
}

/** One page of what readers find, the best first. On one connection. */
export const searchForReaders = (
  db: Kysely<Tables>,
  publicUrl: string,
  search: ReaderSearch,
  cursor?: SearchCursor,
): Promise<ReaderSearchReply> =>
  db.transaction().execute(async (trx) => {
    // The planner thinks a part of the table read as a whole is cheaper, and then unpacks every article's words.
    await sql`set local enable_seqscan = off`.execute(trx)
    return findPage(trx, publicUrl, search, cursor)
  })

async function findPage(db: Db, publicUrl: string, search: ReaderSearch, cursor?: SearchCursor) {
  const typed = wordingOf(search.q)
  const filters = typed && (await conditionsOf(db, search))
  const top = cursor?.top ?? (filters && (await newestDoc(db, search.to)))
  if (!typed || !filters || top === undefined) return nothing
  const { pins, synonyms } = await searchRulesFor(db, search.q)
  const others = synonyms.slice(0, SYNONYMS_MAX).flatMap((synonym) => wordingOf(synonym) ?? [])
  const hour = cursor?.hour ?? Math.floor(Date.now() / HOUR_MS)

  const ask = (first: Wording) => {
    const wordings: Wordings = [first, ...others]
    const sought: Sought = { wordings, ...filters, score: relevanceScore(wordings, hour), top }
    return findCandidates(db, sought, cursor).then((found) => ({ ...found, wordings }))
  }
  const plain = await withBeginnings(db, typed)
  let found = cursor?.forgiving ? undefined : await ask(plain)
  let forgiving = false
  if (!found || (!cursor && isPoor(found))) {
    const mistyped = await withTypos(db, plain)
    if (mistyped) found = await ask(mistyped)
    forgiving = mistyped !== undefined
  }
  if (!found) return nothing

  const pinned = await visiblePins(db, pins, filters)
  const ranked = rankedOf(found.scores, new Set(pinned))
  const after = cursor ? ranked.filter((one) => isAfter(one, cursor)) : ranked
  const pinsBefore = cursor?.pins ?? 0
  const first = pinned.slice(pinsBefore, pinsBefore + search.limit)
  const page = after.slice(0, search.limit - first.length)
  const pinsShown = pinsBefore + first.length
  // Where only pinned ones were shown yet, the place before the best of the others.
  const { score, doc } = page.at(-1) ?? cursor ?? { score: MOST_SCORE, doc: 0 }
  const { headLevel, textLevel } = found
  return {
    items: await itemsOf(db, publicUrl, [...first, ...page.map(({ doc }) => doc)], {
      pinned: new Set(pinned),
      wordings: found.wordings,
    }),
    total: ranked.length + pinned.length,
    totalIsExact: found.isAll && found.scores.size <= READER_RESULTS_MAX,
    forgiving,
    facets: cursor ? null : await facetsOf(db, [...pinned, ...ranked.map(({ doc }) => doc)]),
    nextCursor:
      page.length < after.length || pinsShown < pinned.length
        ? writeSearchCursor({ hour, top, headLevel, textLevel, forgiving, pins: pinsShown, score, doc })
        : null,
  } satisfies ReaderSearchReply
}

/** Few results, or none with the words in title, subtitle or names. */
const isPoor = ({ scores, hasHead }: Found) => scores.size < SATISFIED || !hasHead

/** Undefined when a filter names nothing public: then nothing can match. */
async function conditionsOf(db: Db, { from, to, ...search }: ReaderSearch) {
  const filter = await filterIds(db, search)
  if (!filter) return undefined
  const { author, tag, category } = filter
  const conditions = [author, tag, category].flatMap((ids) => (ids ? [hasTerm(ids)] : []))
  const until = to ?? new Date().toISOString()
  if (from && from >= until) return undefined
  if (from && isShort(from, until)) conditions.push(inMonths(from, until))
  // Not by the index of this column: the words are what narrows.
  const published = sql`(published_at + interval '0')`
  const byRow = [
    IS_VISIBLE,
    ...(from ? [sql`${published} >= ${from}::timestamptz`] : []),
    ...(to ? [sql`${published} < ${to}::timestamptz`] : []),
  ]
  return { conditions, byRow: sql<SqlBool>`${sql.join(byRow, sql` and `)}` }
}

/** Over a longer time the months would narrow nothing. */
const YEARS_MAX = 30
const isShort = (from: string, to: string) =>
  new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear() < YEARS_MAX

/** The rows of pinned articles, in their order: those that readers may see now and the filters let through. */
async function visiblePins(
  db: Db,
  ids: readonly string[],
  { conditions, byRow }: Pick<Sought, 'conditions' | 'byRow'>,
) {
  if (ids.length === 0) return []
  const isWanted = conditions.length > 0 ? sql`words @@ ${conditions.join(' & ')}::tsquery` : sql`true`
  const { rows } = await sql<{ doc: number }>`
    select doc from unnest(${ids}::uuid[]) with ordinality as pin(id, place) join reader_search on article_id = pin.id
    where ${isWanted} and ${byRow} order by place`.execute(db)
  return rows.map(({ doc }) => doc)
}

type Ranked = { doc: number; score: number }

const rankedOf = (scores: ReadonlyMap<number, number>, without: ReadonlySet<number>): Ranked[] =>
  [...scores]
    .flatMap(([doc, score]) => (without.has(doc) ? [] : [{ doc, score }]))
    .toSorted((a, b) => b.score - a.score || b.doc - a.doc)
    .slice(0, READER_RESULTS_MAX)

const isAfter = (one: Ranked, place: Ranked) =>
  one.score < place.score || (one.score === place.score && one.doc < place.doc)

type Shown = { pinned: ReadonlySet<number>; wordings: readonly Wording[] }

async function itemsOf(db: Db, publicUrl: string, docs: readonly number[], { pinned, wordings }: Shown) {
  if (docs.length === 0) return []
  const { rows } = await sql<{ id: string; doc: number; body: string }>`
    select live.article_id as id, doc, left(content->>'body', ${BODY_MAX}) as body
    from unnest(${docs}::bigint[]) with ordinality as wanted(doc, place)
    join reader_search using (doc) join article_live as live using (article_id) order by place`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const words = new Set(wordings.flatMap(({ groups }) => groups.flatMap(({ word, others }) => [word, ...others])))
  const articles = await deliverInOrder(
    db,
    publicUrl,
    rows.map(({ id }) => id),
  )
  return articles.flatMap((article): ReaderSearchItem[] => {
    const row = found.get(article.id)
    if (!row) return []
    const highlight = {
      title: highlighted(article.title, words),
      excerpt: highlightedExcerpt(article.excerpt, row.body, words),
    }
    return [{ ...article, highlight, pinned: pinned.has(row.doc) }]
  })
}
