import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { RAW_DAYS, type EventStore, type ReaderEvent } from '../../events/event-store.ts'
import { isBot, isPageView, readLogLine, slugFinder, type LogLine } from './access-log-rules.ts'
import { articlesBySlug } from './event-queries.ts'
import { hostOf } from './event-rules.ts'
import { createVisitorKeys } from './visitor-key.ts'

export type ReplayReport = {
  lines: number
  /** What counts, repeats within half an hour included. */
  views: number
  bots: number
  /** Pictures, pages of no article, failed requests. */
  others: number
  /** Lines that are not in the format. */
  bad: number
  /** Older than raw events are kept, or of a time to come. */
  outOfTime: number
  /** Articles that were read. */
  articles: number
  /** This file was replayed before: nothing changed. */
  isRepeated: boolean
}

export type Replay = {
  /** Opens the log from its beginning; it is read twice. */
  lines: () => AsyncIterable<string>
  /** Where articles are on the site, as `/blog/{slug}.html`. */
  patterns: readonly string[]
  /** Moves all times so that the last line happened now. */
  shift?: boolean
  onProgress?: (done: number, total: number) => void
}

/** The lines of one batch; its id is made of the file and its number, so that it counts once. */
const BATCH = 2000
const DAY = 86_400_000

/**
 * Turns an access log into views of articles. Addresses are hashed when a line is read, and stored nowhere. The same file with
 * the same patterns counts once, also when it was cut off and is replayed again.
 */
export async function replayLog(
  db: Kysely<Tables>,
  store: EventStore,
  { lines, patterns, shift = false, onProgress }: Replay,
): Promise<ReplayReport> {
  const slugOf = slugFinder(patterns)
  const log = await survey(lines(), [...patterns, shift ? 'shifted' : ''])
  const now = Date.now()
  const shiftMs = await shiftOf(db, log.digest, shift ? now - log.last : 0)
  const visitorKey = createVisitorKeys(db)
  const report: ReplayReport = {
    lines: 0,
    views: 0,
    bots: 0,
    others: 0,
    bad: 0,
    outOfTime: 0,
    articles: 0,
    isRepeated: true,
  }
  const articles = new Set<string>()

  for await (const batch of inBatches(lines())) {
    const read = batch.map(readLogLine)
    const slugs = [...new Set(read.flatMap((line) => (line && slugOf(line.path)) ?? []))]
    const known = await articlesBySlug(db, slugs)
    const events: ReaderEvent[] = []
    for (const line of read) {
      const event = await viewOf(line)
      if (event) events.push(event)
    }
    const id = batchId(log.digest, report.lines)
    const isNew = await store.append([{ id, events, isKept: true }])
    if (isNew > 0) report.isRepeated = false
    report.lines += batch.length
    onProgress?.(report.lines, log.lines)

    async function viewOf(line: LogLine | undefined): Promise<ReaderEvent | undefined> {
      if (!line) return void report.bad++
      const article = isPageView(line) ? known.get(slugOf(line.path) ?? '') : undefined
      if (article === undefined) return void report.others++
      if (isBot(line)) return void report.bots++
      const at = new Date(line.at + shiftMs)
      if (at.getTime() > now || now - at.getTime() > (RAW_DAYS - 1) * DAY) return void report.outOfTime++
      report.views++
      articles.add(article)
      const visitor = await visitorKey(line.ip, line.userAgent, at)
      return { kind: 'view', at, visitor, article, referrer: hostOf(line.referrer) }
    }
  }
  report.articles = articles.size
  await store.rollUp()
  // The salts of days gone by are deleted with it: from now on, nothing tells who the visitors of these days were.
  await store.maintain()
  return report
}

type Survey = { digest: string; lines: number; last: number }

async function survey(lines: AsyncIterable<string>, how: readonly string[]): Promise<Survey> {
  const hash = createHash('sha256').update(how.join('\n'))
  let count = 0
  let last = 0
  for await (const line of lines) {
    hash.update(`\n${line}`)
    count++
    last = Math.max(last, readLogLine(line)?.at ?? 0)
  }
  return { digest: hash.digest('hex'), lines: count, last }
}

/** How far the times of this file are moved: as at its first replay. */
async function shiftOf(db: Kysely<Tables>, digest: string, shiftMs: number): Promise<number> {
  await db
    .insertInto('replayedLog')
    .values({ digest, shiftMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('replayedLog')
    .where('digest', '=', digest)
    .select('shiftMs')
    .executeTakeFirstOrThrow()
  return row.shiftMs
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A UUID (version 8) that says which part of which file. */
function batchId(digest: string, place: number): string {
  const hex = createHash('sha256').update(`${digest} ${place}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
