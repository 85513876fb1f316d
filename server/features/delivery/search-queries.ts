import { sql, type Kysely, type SqlBool } from 'kysely'
import { READER_RESULTS_MAX, type ReaderSearchItem, type ReaderSearchReply } from '#contract/reader-search.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { inBranches } from '../articles/article-search-rules.ts'
import { categoryWithChildren } from '../categories/category-queries.ts'
import { searchRulesFor } from '../search-rules/search-rule-queries.ts'
import {
  filterIds,
  live,
  namesFor,
  toSummary,
  type DeliveryFilter,
  type Live,
  type Naming,
} from './delivery-queries.ts'
import { findCandidates, IS_VISIBLE, beginSearch, type Found, type Sought } from './search-candidate-queries.ts'
import { writeSearchCursor, type SearchCursor } from './search-cursor-rules.ts'
import { facetCounts, namedFacets } from './search-facet-queries.ts'
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
): Promise<ReaderSearchReply> => db.transaction().execute((trx) => findPage(trx, publicUrl, search, cursor))

async function findPage(db: Db, publicUrl: string, search: ReaderSearch, cursor?: SearchCursor) {
  const typed = wordingOf(search.q)
  const filters = typed && (await conditionsOf(db, search))
  const newest = filters && (await beginSearch(db, search.to))
  const top = cursor?.top ?? newest
  if (!typed || !filters || top === undefined) return nothing
  const { pins, synonyms } = await searchRulesFor(db, search.q)
  const others = synonyms.slice(0, SYNONYMS_MAX).flatMap((synonym) => wordingOf(synonym) ?? [])
  const hour = cursor?.hour ?? Math.floor(Date.now() / HOUR_MS)

  const ask = (first: Wording) => {
    const wordings: Wordings = [first, ...others]
    const sought: Sought = { wordings, ...filters, score: relevanceScore(wordings, hour), top }
    return findCandidates(db, sought, cursor?.path).then((found) => ({ ...found, wordings }))
  }
  const plain = await withBeginnings(db, typed)
  let found = cursor?.forgiving ? undefined : await ask(plain)
  let forgiving = false
  if (!found || (!cursor && isPoor(found))) {
    const mistyped = await withTypos(db, plain, !found || found.scores.size === 0)
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
  const counts = cursor ? undefined : await facetCounts(db, [...pinned, ...ranked.map(({ doc }) => doc)])
  const rows = await rowsOf(db, [...first, ...page.map(({ doc }) => doc)])
  const naming = await namesFor(
    db,
    publicUrl,
    rows,
    counts?.map(({ id }) => id),
  )
  const words = new Set(found.wordings.flatMap(({ groups }) => groups.flatMap(({ word, others }) => [word, ...others])))
  return {
    items: rows.map((row) => itemOf(row, naming, words, pinned.includes(row.doc))),
    total: ranked.length + pinned.length,
    totalIsExact: found.isAll && found.scores.size <= READER_RESULTS_MAX,
    forgiving,
    facets: counts ? namedFacets(counts, naming) : null,
    nextCursor:
      page.length < after.length || pinsShown < pinned.length
        ? writeSearchCursor({ hour, top, path: found.path, forgiving, pins: pinsShown, score, doc })
        : null,
  } satisfies ReaderSearchReply
}

/** Few results, or none with the words in title, subtitle or names. */
const isPoor = ({ scores, hasHead }: Found) => scores.size < SATISFIED || !hasHead

/** Undefined when a filter names nothing public: then nothing can match. */
async function conditionsOf(db: Db, { from, to, category, ...search }: ReaderSearch) {
  const filter = await filterIds(db, search)
  const branch = category === undefined ? [] : await branchCondition(db, category)
  if (!filter || !branch) return undefined
  const { author, tag } = filter
  const conditions = [...[author, tag].flatMap((ids) => (ids ? [hasTerm(ids)] : [])), ...branch]
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

/** In a category or below it: one word of the index, unless articles wait to be indexed again after a move in the tree. */
async function branchCondition(db: Db, slug: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string; isBehind: boolean }>`
    select id, exists (select from reader_search_change) as "isBehind" from category
    where slug = ${slug} and deleted_at is null`.execute(db)
  const [row] = rows
  return row && [row.isBehind ? hasTerm(await categoryWithChildren(db, row.id)) : inBranches([row.id])]
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

type Row = Live & { doc: number; start: string }

/** What readers see of these rows of reader_search, in this order. */
async function rowsOf(db: Db, docs: readonly number[]): Promise<Row[]> {
  if (docs.length === 0) return []
  const ids = sql`array(select article_id from reader_search where doc = any(${docs}::bigint[]))`
  const rows = await live(db)
    .select(sql<Live['content']>`content - 'body'`.as('content'))
    .select(sql<string>`left(content->>'body', ${BODY_MAX})`.as('start'))
    .select(sql<number>`(select doc from reader_search where article_id = article_live.article_id)`.as('doc'))
    .where('articleId', '=', sql<string>`any(${ids})`)
    .execute()
  const byDoc = new Map(rows.map((row) => [row.doc, row]))
  return docs.flatMap((doc) => byDoc.get(doc) ?? [])
}

function itemOf(row: Row, naming: Naming, words: ReadonlySet<string>, pinned: boolean): ReaderSearchItem {
  const article = toSummary(row, naming)
  const highlight = {
    title: highlighted(article.title, words),
    excerpt: highlightedExcerpt(article.excerpt, row.start, words),
  }
  return { ...article, highlight, pinned }
}
