import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../db/database.ts'
import { LEVEL_ALL } from './search-cursor-rules.ts'
import { inGroups, IS_POPULAR, searchQuery, type Wording } from './search-words-rules.ts'

/** As many results are enough to stop looking further back. */
const ENOUGH = 200
/** So many are scored of one look, however many there are. */
const LOOK_MAX = 1000
const POPULAR_MAX = 200
/** So few in the whole table are looked for at once. */
const FEW = 1500

/** Until it is taken down by its own date, even where the job that does it is late. */
export const IS_VISIBLE = sql<boolean>`(unpublish_at is null or unpublish_at > now())`

const groupSize = (level: number): number => 512 * 8 ** level

export type Sought = {
  wordings: readonly Wording[]
  /** Parts of a tsquery that must hold, too. */
  conditions: readonly string[]
  /** What the index cannot tell, by row. */
  byRow: RawBuilder<SqlBool>
  score: RawBuilder<number>
  /** The newest row to look at. */
  top: number
}
export type Found = {
  scores: Map<number, number>
  headLevel: number
  textLevel: number
  hasHead: boolean
  isAll: boolean
}

/**
 * Candidates with their scores, at a cost that does not grow with the table: of a common word those among the newest
 * articles, those that have it in title, names or subtitle, and those much read; of a rare one all.
 * @param levels how far back to look, as an earlier page did; left out: until there are enough
 */
export async function findCandidates(
  db: Db,
  sought: Sought,
  levels?: { headLevel: number; textLevel: number },
): Promise<Found> {
  const scores = new Map<number, number>()
  const head = await lookBack(db, sought, '=', levels?.headLevel)
  const text = await lookBack(db, sought, '', levels?.textLevel)
  for (const { found } of [head, text]) for (const [doc, score] of found) scores.set(doc, score)
  if (text.level < LEVEL_ALL)
    for (const { doc, score } of await look(db, sought, '', [IS_POPULAR], POPULAR_MAX)) scores.set(doc, score)
  const isAll = text.level === LEVEL_ALL && text.found.size < LOOK_MAX
  return { scores, headLevel: head.level, textLevel: text.level, hasHead: head.found.size > 0, isAll }
}

/** Those with all words in title, subtitle and names. */
export const findByHead = async (db: Db, sought: Sought): Promise<Map<number, number>> =>
  (await lookBack(db, sought, '=')).found

/** Looks at the newest articles first, then at eight times as many, until there are enough. */
async function lookBack(db: Db, sought: Sought, mark: '' | '=', upTo?: number) {
  const found = new Map<number, number>()
  for (let level = 0; ; level++) {
    const isAll = level >= LEVEL_ALL || groupSize(level) > sought.top
    const rows = await look(db, sought, mark, isAll ? [] : [inGroups(level, groupOf(sought.top, level))])
    for (const { doc, score } of rows) found.set(doc, score)
    if (isAll) return { found, level: LEVEL_ALL }
    if (upTo === undefined ? found.size >= ENOUGH : level >= upTo) return { found, level }
    // Rare: the whole table costs less than one look after the other.
    const expected = (rows.length / groupSize(level)) * sought.top
    if ((upTo === undefined && expected < FEW) || upTo === LEVEL_ALL) level = LEVEL_ALL - 1
  }
}

const groupOf = (doc: number, level: number): number => Math.floor(doc / groupSize(level))

async function look(db: Db, sought: Sought, mark: '' | '=', where: readonly string[], most = LOOK_MAX) {
  const query = searchQuery(sought.wordings, mark, [...sought.conditions, ...where])
  const { rows } = await sql<{ doc: number; score: number }>`
    select doc, ${sought.score} as score from reader_search
    where words @@ ${query}::tsquery and ${sought.byRow} limit ${most}`.execute(db)
  return rows
}

/** The newest row of those published before this time; undefined when there is none. */
export async function newestDoc(db: Db, before: string | undefined): Promise<number | undefined> {
  const { rows } = before
    ? await sql<{ doc: number }>`select doc from reader_search where published_at < ${before}
        order by published_at desc, doc desc limit 1`.execute(db)
    : await sql<{ doc: number }>`select doc from reader_search order by doc desc limit 1`.execute(db)
  return rows[0]?.doc
}
