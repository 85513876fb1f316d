import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../db/database.ts'
import { LEVEL_ALL, type SearchPath } from './search-cursor-rules.ts'
import { headQuery, IS_POPULAR, newestRows, searchQuery, type Wording } from './search-words-rules.ts'

/** As many results are enough to stop looking further back; so many are aimed at when looking further. */
const ENOUGH = 200
const AIM = 300
/** So many are scored of one look, however many there are. */
const LOOK_MAX = 1000
const POPULAR_MAX = 200
/** So few in the whole table are looked for at once. */
const FEW = 1500

/** Until it is taken down by its own date, even where the job that does it is late. */
export const IS_VISIBLE = sql<boolean>`(unpublish_at is null or unpublish_at > now())`

/** Rows of the first level; each further one reaches back twice as far. */
const FIRST_REACH = 512
const reachOf = (level: number): number => FIRST_REACH * 2 ** level

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
export type Found = { scores: Map<number, number>; path: SearchPath; hasHead: boolean; isAll: boolean }

/** One step through the index: the newest rows of a level, all, or what is much read. `=`: all words in title, subtitle and names. */
type Look = { mark: '' | '='; level: number | 'popular' }

/**
 * Candidates with their scores, at a cost that does not grow with the table: of a common word those among the newest
 * articles, those that have it in title, names or subtitle, and those much read; of a rare one all.
 * @param path how far back an earlier page looked; left out: until there are enough
 */
export async function findCandidates(db: Db, sought: Sought, path?: SearchPath): Promise<Found> {
  const scores = new Map<number, number>()
  let heads = 0
  const lookAt = async (looks: readonly Look[]) => {
    const seen = await look(db, sought, looks)
    for (const one of seen) {
      one.scores.forEach((score, doc) => scores.set(doc, score))
      heads += one.heads
    }
    return seen
  }
  const toLook = (levels: readonly number[], mark: '' | '='): Look[] => levels.map((level) => ({ mark, level }))
  const popular: Look = { mark: '', level: 'popular' }
  if (path) {
    const seen = await lookAt([...toLook(path.text, ''), ...toLook(path.head, '='), popular])
    const last = seen[path.text.length - 1]
    return { scores, path, hasHead: heads > 0, isAll: isComplete(path.text.at(-1), last?.scores.size) }
  }

  const first = firstLevel(sought.top)
  const [newest] = await lookAt([{ mark: '', level: first }, popular])
  const text = { levels: [first], level: first, found: newest?.scores.size ?? 0 }
  const head = { levels: [] as number[], level: first, found: newest?.heads ?? 0 }
  for (;;) {
    const textLevel = nextLevel(text, sought.top)
    const hasAll = textLevel === LEVEL_ALL || isComplete(text.level, text.found)
    const headLevel = hasAll ? undefined : nextLevel(head, sought.top)
    const steps = [
      ...(textLevel === undefined ? [] : [{ mark: '' as const, level: textLevel, of: text }]),
      ...(headLevel === undefined ? [] : [{ mark: '=' as const, level: headLevel, of: head }]),
    ]
    if (steps.length === 0) break
    const seen = await lookAt(steps)
    for (const [place, { level, of }] of steps.entries()) {
      of.levels.push(level)
      of.level = level
      of.found = seen[place]?.scores.size ?? 0
    }
  }
  const isAll = isComplete(text.level, text.found)
  return { scores, path: { text: text.levels, head: head.levels }, hasHead: heads > 0, isAll }
}

/** Those with all words in title, subtitle and names. */
export async function findByHead(db: Db, sought: Sought): Promise<Map<number, number>> {
  const scores = new Map<number, number>()
  for (let level: number | undefined = firstLevel(sought.top); level !== undefined;) {
    const [seen] = await look(db, sought, [{ mark: '=', level }])
    seen?.scores.forEach((score, doc) => scores.set(doc, score))
    level = nextLevel({ level, found: seen?.scores.size ?? 0 }, sought.top)
  }
  return scores
}

const firstLevel = (top: number): number => (reachOf(0) > top ? LEVEL_ALL : 0)
const isComplete = (level: number | undefined, found = 0): boolean => level === LEVEL_ALL && found < LOOK_MAX

/** How far back to look next, after so many were found in this level; undefined when these are enough, or all. */
function nextLevel({ level, found }: { level: number; found: number }, top: number): number | undefined {
  if (level === LEVEL_ALL || found >= ENOUGH) return undefined
  // Rare: the whole table costs less than one look after the other.
  if ((found / reachOf(level)) * top < FEW) return LEVEL_ALL
  for (let next = level + 1; next < LEVEL_ALL && reachOf(next) <= top; next++)
    if (found * 2 ** (next - level) >= AIM) return next
  return LEVEL_ALL
}

type Seen = { scores: Map<number, number>; heads: number }

/** Bytes of a row: its number (8), its score (4), whether the head has all words (1). */
const PACKED = 13

/** All looks in one statement. Rows come packed: some thousand of them, as objects, would cost more than finding them. */
async function look(db: Db, sought: Sought, looks: readonly Look[]): Promise<Seen[]> {
  const branches = looks.map(({ mark, level }, place) => {
    const where = level === 'popular' ? [IS_POPULAR] : groupsOf(level, sought.top)
    const query = searchQuery(sought.wordings, mark, [...sought.conditions, ...where])
    const most = level === 'popular' ? POPULAR_MAX : level === 0 ? 2 * FIRST_REACH : LOOK_MAX
    return sql`(select ${sql.lit(place)} as place, doc, published_at, title, popularity, head from reader_search
      where words @@ ${query}::tsquery and ${sought.byRow} limit ${sql.lit(most)})`
  })
  const { rows } = await sql<{ place: number; packed: Buffer }>`
    select place, string_agg(int8send(doc) || int4send(${sought.score})
      || boolsend(head @@ ${headQuery(sought.wordings)}::tsquery), '') as packed
    from (${sql.join(branches, sql` union all `)}) as found group by place`.execute(db)
  return looks.map((_, place) => unpacked(rows.find((row) => row.place === place)?.packed))
}

const groupsOf = (level: number, top: number): string[] =>
  level === LEVEL_ALL ? [] : [newestRows(top, reachOf(level))]

function unpacked(packed: Buffer | undefined): Seen {
  const seen: Seen = { scores: new Map(), heads: 0 }
  for (let at = 0; packed && at < packed.length; at += PACKED) {
    seen.scores.set(Number(packed.readBigInt64BE(at)), packed.readInt32BE(at + 8))
    seen.heads += packed[at + 12] ?? 0
  }
  return seen
}

/**
 * The newest row of those published before this time; undefined when there is none. From here to its end the transaction
 * uses indexes: the planner thinks reading a part of the table as a whole is cheaper, and then unpacks every article's words.
 */
export async function beginSearch(trx: Db, before: string | undefined): Promise<number | undefined> {
  const newest = before
    ? sql`select doc from reader_search where published_at < ${before} order by published_at desc, doc desc limit 1`
    : sql`select doc from reader_search order by doc desc limit 1`
  const { rows } = await sql<{ top: number | null }>`
    select set_config('enable_seqscan', 'off', true), (${newest}) as top`.execute(trx)
  return rows[0]?.top ?? undefined
}
