import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isbot } from 'isbot'
import { describe, expect, it } from 'vitest'
import { hotItems } from '../hot/hot-queries.ts'
import { rankHot } from '../hot/hot-rank-commands.ts'
import { replayLog } from './replay-commands.ts'
import { createReaders, each, logLine, MINUTE } from './testing/readers.ts'

const LOG = join(import.meta.dirname, '../../../../shared/data/access-log/apache_logs.txt')
const { db, store, createArticle, everything } = await createReaders()

// The figures of the formula, written down a second time: decision 0042.
const HOUR = 60 * MINUTE
const RECENT_HOURS = 1
type Read = { at: number; visitor: string; slug: string; isBot: boolean }
function ranking(reads: readonly Read[], asOf: number) {
  const last = new Map<string, number>()
  const views: Read[] = []
  for (const read of reads.toSorted((a, b) => a.at - b.at)) {
    if (read.isBot) continue
    const key = `${read.visitor} ${read.slug}`
    const before = last.get(key)
    last.set(key, read.at)
    if (before === undefined || read.at - before >= 30 * MINUTE) views.push(read)
  }
  const from = asOf - 24 * HOUR
  const recentFrom = asOf - RECENT_HOURS * HOUR
  // Whole hours weigh as their middle; the hours at the ends and the one in which the last part begins are cut to the minute.
  const bucketOf = (at: number): [number, number] => {
    const hour = Math.floor(at / HOUR) * HOUR
    const [start, end] = at < recentFrom ? [from, recentFrom] : [recentFrom, asOf]
    if (end - start >= 2 * HOUR && hour >= start && hour + HOUR <= end) return [hour, hour + HOUR]
    const minute = Math.floor(at / MINUTE) * MINUTE
    return [minute, Math.min(minute + MINUTE, asOf)]
  }
  const weight = ([start, end]: [number, number]) => 2 ** (-(asOf - (start + end) / 2) / (6 * HOUR))
  let hours = 0
  for (let at = from; at < asOf;) {
    const [start, end] = bucketOf(at)
    hours += (weight([start, end]) * (end - start)) / HOUR
    at = end
  }
  const scores = new Map<string, number>()
  for (const { at, slug } of views)
    if (at >= from && at < asOf) scores.set(slug, (scores.get(slug) ?? 0) + weight(bucketOf(at)) / hours)
  return scores
}

describe.skipIf(!existsSync(LOG))('the real log of ten thousand lines (shared/data/access-log)', async () => {
  const PATTERNS = ['/blog/geekery/{slug}.html', '/articles/{slug}/', '/projects/{slug}/', '/presentations/{slug}/']
  const text = existsSync(LOG) ? readFileSync(LOG, 'utf8') : ''
  const lines = text.split('\n').filter(Boolean)
  const slugs = new Set<string>()
  const reads: Read[] = []
  for (const line of lines) {
    const [, ip, d, m, y, h, min, s, path, status, agent = ''] =
      /^(\S+) .*\[(\d+)\/(\w+)\/(\d+):(\d+):(\d+):(\d+) \+0000\] "GET (\S+) HTTP\/\S+" (\d+) \S+ "[^"]*" "([^"]*)"/.exec(
        line,
      ) ?? []
    const slug = /^\/(?:blog\/geekery\/([a-z0-9-]+)\.html|(?:articles|projects|presentations)\/([a-z0-9-]+)\/?)$/.exec(
      path?.split('?')[0] ?? '',
    )
    const name = slug?.[1] ?? slug?.[2]
    if (!name || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || (status !== '200' && status !== '304')) continue
    slugs.add(name)
    const at = Date.parse(`${d} ${m} ${y} ${h}:${min}:${s} UTC`)
    reads.push({ at, visitor: `${ip} ${agent}`, slug: name, isBot: !agent || agent === '-' || isbot(agent) })
  }
  const bySlug = new Map<string, string>()
  for (const slug of slugs) bySlug.set((await createArticle({ title: slug, slug, status: 'published' })).id, slug)
  const report = await replayLog(db, store, { lines: () => each(lines), patterns: PATTERNS, shift: true })
  const { shiftMs } = await db
    .selectFrom('replayedLog')
    .select('shiftMs')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  const asOf = Math.ceil(Date.now() / MINUTE) * MINUTE
  // A day is told by UTC, and at its end visitors become new ones; the shift moves where it ends.
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const shifted = reads.map((read) => ({
    ...read,
    at: read.at + shiftMs,
    visitor: `${read.visitor} ${dayOf(read.at + shiftMs)}`,
  }))
  // Where the window cuts the hours depends on the minute at which the test runs: several minutes of an hour are compared.
  const ranked: { at: number; items: Awaited<ReturnType<typeof hotItems>>; expected: Map<string, number> }[] = []
  for (const minutes of [0, 13, 26, 39, 52]) {
    const at = asOf + minutes * MINUTE
    await rankHot(db, store, new Date(at))
    const items = (await hotItems(db, '24h')).filter(({ id }) => bySlug.has(id))
    ranked.push({ at, items, expected: ranking(shifted, at) })
  }
  const { at: lastAt, items: hot } = ranked.at(-1)!

  it('is read to its last line', () => {
    expect([report.lines, report.bad]).toEqual([lines.length, 1])
    expect(report.views).toBe(reads.filter(({ isBot }) => !isBot).length)
    expect(report.bots).toBe(reads.filter(({ isBot }) => isBot).length)
    expect(report.views).toBeGreaterThan(500)
  })

  it('makes the very ranking that is computed here from the same lines', () => {
    for (const { items, expected } of ranked) {
      expect(items.length).toBeGreaterThan(20)
      expect(new Set(items.map(({ id }) => bySlug.get(id)))).toEqual(new Set(expected.keys()))
      for (const { id, score } of items) expect(score).toBeCloseTo(expected.get(bySlug.get(id)!)!, 9)
    }
    const scores = hot.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(hot.map(({ rank }) => rank)).toEqual(hot.map((_, place) => place + 1))
  })

  it('the parts of each score add up to it', () => {
    for (const { score, parts } of hot)
      expect(Math.abs(parts.recent + parts.earlier + parts.lift - score)).toBeLessThan(1e-9)
  })

  it('robots move no rank, and replayed again nothing changes', async () => {
    const robots = reads.filter(({ isBot }) => isBot)
    expect(robots.length).toBeGreaterThan(100)
    const before = [await store.articleViews(everything()), hot]
    const again = await replayLog(db, store, { lines: () => each(lines), patterns: PATTERNS, shift: true })
    expect(again.isRepeated).toBe(true)
    const best = [...bySlug.values()][0]
    const noise = robots.map(({ at }, n) =>
      logLine(at + shiftMs, `/projects/${best}/`, `10.9.0.${n % 250}`, 'bingbot/2.0'),
    )
    expect((await replayLog(db, store, { lines: () => each(noise), patterns: PATTERNS })).views).toBe(0)
    await rankHot(db, store, new Date(lastAt))
    expect([
      await store.articleViews(everything()),
      (await hotItems(db, '24h')).filter(({ id }) => bySlug.has(id)),
    ]).toEqual(before)
  })
})
