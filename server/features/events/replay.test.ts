import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { replayLog } from './replay-commands.ts'
import { createReaders, each, logLine, MINUTE } from './testing/readers.ts'

const { db, store, raw, storedText, createArticle, viewsOf } = await createReaders()

const DAY = 24 * 60 * MINUTE

it('an article is read by people, once in half an hour each; repeated, a file changes nothing; no address is stored', async () => {
  const { id, slug } = await createArticle({ title: 'Replayed', status: 'published' })
  const began = Date.now() - 5 * 60 * MINUTE
  const lines = [
    logLine(began, `/news/${slug}`),
    logLine(began + MINUTE, `/news/${slug}/?again`),
    logLine(began + 2 * MINUTE, `/news/${slug}`, '198.51.100.23'),
    logLine(began + 3 * MINUTE, `/news/${slug}`, '198.51.100.24', 'Googlebot/2.1 (+http://www.google.com/bot.html)'),
    logLine(began + 4 * MINUTE, '/news/no-such-article'),
    logLine(began - 90 * 24 * 60 * MINUTE, `/news/${slug}`),
    logLine(Date.now() + 60 * MINUTE, `/news/${slug}`),
    'not a line of a log',
  ]
  const replay = () => replayLog(db, store, { lines: () => each(lines), patterns: ['/news/{slug}'] })
  const counts = { lines: 8, views: 3, bots: 1, others: 1, bad: 1, outOfTime: 2, articles: 1 }
  expect(await replay()).toEqual({ ...counts, isRepeated: false })
  expect(await viewsOf(id)).toBe(2)

  const before = await storedText()
  expect(await replay()).toEqual({ ...counts, isRepeated: true })
  // However much later.
  await sql`update reader_batch set received_at = received_at - interval '3 days'`.execute(db)
  await store.maintain()
  expect((await replay()).isRepeated).toBe(true)
  await sql`update reader_batch set received_at = received_at + interval '3 days'`.execute(db)
  expect(await viewsOf(id)).toBe(2)
  for (const [name, rows] of await storedText()) expect([name, rows]).toEqual([name, before.get(name)])
  const stored = [...before.values()].join()
  for (const secret of ['192.0.2.7', '198.51.100.23', 'secret=1', 'Macintosh']) expect(stored).not.toContain(secret)
  expect(stored).toContain('example.org')
})

it('a file that was cut off is counted to its end, and only once', async () => {
  const { id, slug } = await createArticle({ title: 'Cut off', status: 'published' })
  const began = Date.now() - 3 * 60 * MINUTE
  const lines = Array.from({ length: 5000 }, (_, n) =>
    logLine(began + n * 1000, `/${slug}`, `10.0.${n >> 8}.${n & 255}`),
  )
  const broken = {
    ...store,
    append: async (batches: Parameters<typeof store.append>[0]) => {
      if ((await store.append(batches)) > 0 && calls++ > 0) throw new Error('cut off')
      return 1
    },
  }
  let calls = 0
  const wish = { lines: () => each(lines), patterns: ['/{slug}'] }
  await expect(replayLog(db, broken, wish)).rejects.toThrow('cut off')
  await replayLog(db, store, wish)
  await replayLog(db, store, wish)
  expect(await viewsOf(id)).toBe(5000)
})

it('keeps raw events of old days until they are counted', async () => {
  const { id } = await createArticle({ title: 'Long ago', status: 'published' })
  const at = new Date(Date.now() - 45 * 24 * 60 * MINUTE)
  await store.append([{ id: undefined, events: [{ kind: 'view', at, visitor: Buffer.from('12345678'), article: id }] }])
  await store.maintain()
  await store.rollUp()
  expect(await store.pageViews({ from: new Date(+at - DAY), to: new Date(+at + DAY) }, [id])).toMatchObject([
    { views: 1 },
  ])
  await store.maintain()
  expect((await raw()).filter(({ article }) => article === id)).toEqual([])
})
