import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../db/database.ts'
import { LEVEL_ALL, type SearchPath } from './search-cursor-rules.ts'
import { headQuery, IS_POPULAR, newestRows, searchQuery, type Wording } from './search-words-rules.ts'

/**
 * As many results are enough to stop looking further back; so many are aimed at when looking further; so few in the whole table are
 * looked for at once.
 */
const TEXT = { enough: 200, aim: 300, few: 1500 }
/** With all words in title, subtitle and names: the newest of these are the best but for popular ones and whole titles. */
const HEAD = { enough: 60, aim: 100, few: 300 }
/** How many matches of one probe are scored at most. */
const PROBE_MAX = 1000
const POPULAR_MAX = 200
const TITLES_MAX = 50

/** To find so many words together in a text costs more the further back it is looked for. */
const MANY_WORDS = 4
/** Steps through the index, rows times words, that are spent on that where so many are found: some ten milliseconds. */
const STEPS_MAX = 130_000
const SATISFIED = 5

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

/**
 * One step through the index: the newest rows of a level, all, what is much read, or what has this very title. `=`: all words in
 * title, subtitle and names.
 */
type Probe = { mark: '' | '='; level: number | 'popular' | 'title' }

/**
 * Candidates with their scores, at a cost that does not grow with the table: of a common word those among the newest
 * articles, those that have it in title, names or subtitle, and those much read; of a rare one all.
 * @param path how far back an earlier page looked; left out: until there are enough
 */
export async function findCandidates(db: Db, sought: Sought, path?: SearchPath): Promise<Found> {
  const scores = new Map<number, number>()
  let heads = 0
  const runProbes = async (probes: readonly Probe[]) => {
    const seen = await probe(db, sought, probes)
    for (const one of seen) {
      one.scores.forEach((score, doc) => scores.set(doc, score))
      heads += one.heads
    }
    return seen
  }
  const toProbes = (levels: readonly number[], mark: '' | '='): Probe[] => levels.map((level) => ({ mark, level }))
  const anywhere: Probe[] = [
    { mark: '', level: 'popular' },
    { mark: '=', level: 'title' },
  ]
  if (path) {
    const seen = await runProbes([...toProbes(path.text, ''), ...toProbes(path.head, '='), ...anywhere])
    const last = seen[path.text.length - 1]
    return { scores, path, hasHead: heads > 0, isAll: isComplete(path.text.at(-1), last?.scores.size) }
  }

  const first = firstLevel(sought.top)
  if (sought.wordings.some(({ instead }) => instead)) {
    // Many ways to be right cost much: only the newest texts, and all titles and names.
    const levels = { text: [first], head: [LEVEL_ALL] }
    await runProbes([...toProbes(levels.text, ''), ...toProbes(levels.head, '='), ...anywhere])
    return { scores, path: levels, hasHead: heads > 0, isAll: first === LEVEL_ALL }
  }
  const [newest] = await runProbes([{ mark: '', level: first }, ...anywhere])
  const text = { ...TEXT, levels: [first], level: first, found: newest?.scores.size ?? 0 }
  const head = { ...HEAD, levels: [] as number[], level: first, found: newest?.heads ?? 0 }
  for (;;) {
    const wanted = nextLevel(text, sought.top)
    const isCostly = wanted !== undefined && stepsOf(wanted, sought) > STEPS_MAX
    const hasAll = (wanted === LEVEL_ALL && !isCostly) || isComplete(text.level, text.found)
    const headLevel = hasAll ? undefined : nextLevel(head, sought.top)
    // What is costly waits for what is found by the head.
    const isLater = isCostly && headLevel !== undefined
    const costly = () => cheapLevel(text, sought) ?? (scores.size < SATISFIED ? wanted : undefined)
    const textLevel = isLater ? undefined : isCostly ? costly() : wanted
    const steps = [
      ...(textLevel === undefined ? [] : [{ mark: '' as const, level: textLevel, of: text }]),
      ...(headLevel === undefined ? [] : [{ mark: '=' as const, level: headLevel, of: head }]),
    ]
    if (steps.length === 0) break
    const seen = await runProbes(steps)
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
    const [seen] = await probe(db, sought, [{ mark: '=', level }])
    seen?.scores.forEach((score, doc) => scores.set(doc, score))
    level = nextLevel({ ...HEAD, level, found: seen?.scores.size ?? 0 }, sought.top)
  }
  return scores
}

const firstLevel = (top: number): number => (reachOf(0) > top ? LEVEL_ALL : 0)
const isComplete = (level: number | undefined, found = 0): boolean => level === LEVEL_ALL && found < PROBE_MAX

/** Of few words none: these are met soon. */
function stepsOf(level: number, { wordings, top }: Sought): number {
  if (wordings.every(({ groups }) => groups.length < MANY_WORDS)) return 0
  const words = wordings.flatMap(({ groups }) => groups).reduce((sum, { others }) => sum + 1 + others.length, 0)
  return words * (level === LEVEL_ALL ? top : Math.min(top, reachOf(level)))
}

/** The furthest level that costs little; undefined when it was probed already. */
function cheapLevel({ level }: Progress, sought: Sought): number | undefined {
  let next = level
  while (next + 1 < LEVEL_ALL && stepsOf(next + 1, sought) <= STEPS_MAX) next++
  return next > level ? next : undefined
}

type Progress = typeof TEXT & { level: number; found: number }

/** How far back to probe next, after so many were found in this level; undefined when these are enough, or all. */
function nextLevel({ level, found, enough, aim, few }: Progress, top: number): number | undefined {
  if (level === LEVEL_ALL || found >= enough) return undefined
  // Rare: the whole table costs less than one probe after the other.
  if ((found / reachOf(level)) * top < few) return LEVEL_ALL
  for (let next = level + 1; next < LEVEL_ALL && reachOf(next) <= top; next++)
    if (found * 2 ** (next - level) >= aim) return next
  return LEVEL_ALL
}

type Seen = { scores: Map<number, number>; heads: number }

/** Bytes of a row: its number (8), its score (4), whether the head has all words (1). */
const PACKED = 13

/** All probes in one statement. Rows come packed: some thousand of them, as objects, would cost more than finding them. */
async function probe(db: Db, sought: Sought, probes: readonly Probe[]): Promise<Seen[]> {
  const branches = probes.map(({ mark, level }, place) => {
    const { isFound, most } = conditionOf(sought, mark, level)
    return sql`(select ${sql.lit(place)} as place, doc, published_at, title, popularity, head from reader_search
      where ${isFound} and ${sought.byRow} limit ${sql.lit(most)})`
  })
  const { rows } = await sql<{ place: number; packed: Buffer }>`
    select place, string_agg(int8send(doc) || int4send(${sought.score})
      || boolsend(head @@ ${headQuery(sought.wordings)}::tsquery), '') as packed
    from (${sql.join(branches, sql` union all `)}) as found group by place`.execute(db)
  return probes.map((_, place) => unpacked(rows.find((row) => row.place === place)?.packed))
}

function conditionOf({ wordings, conditions, top }: Sought, mark: Probe['mark'], level: Probe['level']) {
  if (level === 'title') {
    const texts = wordings.flatMap(({ text, meant }) => [text, ...meant])
    const isAllowed = conditions.length > 0 ? sql`words @@ ${conditions.join(' & ')}::tsquery` : sql`true`
    const isFound = sql`title = any(${texts}::text[]) and doc <= ${top} and ${isAllowed}
      and head @@ ${headQuery(wordings)}::tsquery`
    return { isFound, most: TITLES_MAX }
  }
  const where = level === 'popular' ? [IS_POPULAR] : groupsOf(level, top)
  const isFound = sql`words @@ ${searchQuery(wordings, mark, [...conditions, ...where])}::tsquery`
  return { isFound, most: level === 'popular' ? POPULAR_MAX : level === 0 ? 2 * FIRST_REACH : PROBE_MAX }
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
