import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createDatabase, IMPORT_POOL } from '../../db/database.ts'
import { createTestApp } from '../../testing/app.ts'
import { importFromDisk } from './import-commands.ts'
import { IMPORT_LIMITS, type ImportLimits } from './import-thread.ts'
import { ghostPost, ghostSite } from './testing/ghost-file.ts'
import { wordpressFile, wordpressItem, wordpressTerm } from './testing/wordpress-file.ts'

const { app, db, services, databaseUrl } = await createTestApp()
const url = await app.listen({ host: '127.0.0.1', port: 0 })

beforeEach(async () => {
  await sql`truncate author, category, tag, article, redirect, import_source, import_run cascade`.execute(db)
})

/**
 * How long the event loop may be held in one go. In processor time, as on a busy machine the clock also tells what others do;
 * the table shows both.
 */
const LONGEST_HOLD_MS = 500
const table: Record<string, Record<string, string | number>> = {}
afterAll(() => console.table(table))

const threadCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Imports the file and asks /healthz all the while. */
async function importWatched(name: string, file: Buffer, limits: Partial<ImportLimits> = {}) {
  let ended = false
  let last = performance.now()
  let lastCpu = threadCpuMs()
  let blocked = 0
  let held = 0
  const pulse = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - last - 10)
    held = Math.max(held, threadCpuMs() - lastCpu)
    last = performance.now()
    lastCpu = threadCpuMs()
  }, 10)
  let slowest = 0
  const asking = (async () => {
    while (!ended) {
      const begun = performance.now()
      const reply = await fetch(`${url}/healthz`)
      await reply.text()
      expect(reply.status).toBe(200)
      slowest = Math.max(slowest, performance.now() - begun)
      await pause(5)
    }
  })()
  const begun = performance.now()
  const result = await importFromDisk(services, {
    fileName: 'export.xml',
    chunks: [file],
    dryRun: false,
    // How fast it is must not depend on what else the machine does.
    limits: { ...IMPORT_LIMITS, bodyMs: 120_000, readMs: 600_000, ...limits },
  })
  const took = performance.now() - begun
  ended = true
  await asking
  clearInterval(pulse)
  const item = (id: number) => result.items.find(({ sourceId }) => sourceId === String(id))
  const bad = item(1)
  table[name] = {
    'file KB': Math.round(file.length / 1024),
    'took s': Number((took / 1000).toFixed(1)),
    '/healthz slowest ms': Math.round(slowest),
    'loop held ms': Math.round(blocked),
    'of it working ms': Math.round(held),
    'the item': bad
      ? [bad.outcome, ...bad.reasons.map(({ code }) => code).filter((code) => code !== 'no_category')].join(': ')
      : result.run.status,
  }
  return { ...result, item, held: Math.round(held) }
}

const codesOf = (item: { reasons: { code: string }[] } | undefined) => item?.reasons.map(({ code }) => code)
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const footnotes = (count: number) =>
  meta('footnotes', JSON.stringify(Array.from({ length: count }, (_, n) => ({ id: `f${n}`, content: `note ${n}` }))))
const blocks = '<!-- wp:footnotes /-->'
const bodyOf = (id: number) =>
  db
    .selectFrom('article')
    .innerJoin('importSource', 'importSource.entityId', 'article.id')
    .select('article.body')
    .where('importSource.sourceId', 'like', `${id} %`)
    .executeTakeFirst()

/** The item in question, and an ordinary one after it. */
const withNeighbour = (content: string, extra = '') =>
  wordpressFile(wordpressItem({ id: 1, content, extra }) + wordpressItem({ id: 2, content: 'Ordinary' }))

it('3,000 footnote blocks and 3,000 notes: the notes are listed once', async () => {
  const found = await importWatched(
    '3,000 blocks × 3,000 footnotes',
    withNeighbour(blocks.repeat(3000), footnotes(3000)),
  )
  expect(found.item(1)).toMatchObject({ outcome: 'created' })
  const body = (await bodyOf(1))?.body ?? ''
  expect(body.match(/<li>/g)).toHaveLength(3000)
  expect(body.match(/<ol>/g)).toHaveLength(1)
  expect(found.item(2)).toMatchObject({ outcome: 'created' })
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('350,000 lines do not overflow the stack', async () => {
  const found = await importWatched('350,000 lines', withNeighbour('a\n\n'.repeat(350_000)))
  expect(found.run).toMatchObject({ status: 'done', error: '' })
  expect(codesOf(found.item(1)), 'a megabyte is the limit of a body').toEqual(['body_too_large'])
  expect(found.item(2)).toMatchObject({ outcome: 'created' })
  const listing = await importWatched('350,000 lines of code', withNeighbour(`<pre>${'a\n'.repeat(350_000)}</pre>`))
  expect(listing.item(1)).toMatchObject({ outcome: 'created' })
  expect(listing.held).toBeLessThan(LONGEST_HOLD_MS)
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('elements nested 20,000 deep are flattened', async () => {
  const deep = `${'<div>'.repeat(20_000)}the bottom`
  const found = await importWatched('nested 20,000 deep', withNeighbour(deep))
  expect(found.item(1)).toMatchObject({ outcome: 'created' })
  expect((await bodyOf(1))?.body).toContain('the bottom')
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('a text that takes too long is skipped with the reason, the rest is imported', async () => {
  const tangled = '<b>'.repeat(30_000) + '</i>'.repeat(200_000)
  const found = await importWatched('a text that takes too long', withNeighbour(tangled), { bodyMs: 500 })
  expect(found.item(1)?.reasons).toEqual([{ code: 'too_much_time', values: { seconds: '0.5' } }])
  expect(found.item(2)).toMatchObject({ outcome: 'created' })
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('a text that needs too much memory is skipped with the reason, the rest is imported', async () => {
  const wide = '<i>a</i>'.repeat(500_000)
  const found = await importWatched('a text that needs too much memory', withNeighbour(wide), { memoryMb: 48 })
  expect(found.item(1)?.reasons).toEqual([{ code: 'too_much_memory', values: { megabytes: '48' } }])
  expect(found.item(2)).toMatchObject({ outcome: 'created' })
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('an entry that is larger than can be read is skipped with the reason, the rest is imported', async () => {
  const found = await importWatched(
    'an entry of 20 MB',
    withNeighbour('a', meta('anything', `${'x'.repeat(99)}\n`.repeat(200_000))),
  )
  expect(codesOf(found.item(1))).toEqual(['entry_too_large'])
  expect(found.item(2)).toMatchObject({ outcome: 'created' })
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('a title of 8 MB is shortened', async () => {
  const title = '<b>&amp;</b> '.repeat(600_000)
  const found = await importWatched('a title of 8 MB', wordpressFile(wordpressItem({ id: 1, title })))
  expect(found.item(1)).toMatchObject({ outcome: 'created' })
  expect(codesOf(found.item(1))).toContain('title_shortened')
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('reading that needs too much memory fails the import, not the process', async () => {
  const found = await importWatched(
    'an entry of 900,000 elements in 48 MB',
    withNeighbour('a', '<x/>'.repeat(900_000)),
    { memoryMb: 48 },
  )
  expect(found.run).toMatchObject({ status: 'failed', failure: 'file_too_complex' })
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('100,000 entries are read and reported while others are answered', async () => {
  const comments = Array.from(
    { length: 100_000 },
    (_, n) => `<wp:comment><wp:comment_id>${n + 10}</wp:comment_id></wp:comment>`,
  )
  const found = await importWatched('100,000 comments', withNeighbour('a', comments.join('\n')))
  // The two articles and their author.
  expect(found.run).toMatchObject({ status: 'done', total: 100_003 })
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('100 MB of a Ghost site on one line, in the memory that any import has', async () => {
  const words = 'word '.repeat(400_000)
  const posts = Array.from({ length: 50 }, (_, n) =>
    ghostPost(String(n + 1), { plaintext: words, html: `<p>Post ${n}</p>` }),
  )
  const found = await importWatched('100 MB of Ghost', ghostSite(posts, { members: [{ note: words }] }))
  expect(found.run).toMatchObject({ status: 'done', error: '' })
  expect(found.items.filter(({ kind, outcome }) => kind === 'post' && outcome === 'created')).toHaveLength(50)
  expect(found.held).toBeLessThan(LONGEST_HOLD_MS)
})

it('waits for what others have locked, longer than a request may', async () => {
  const importing = createDatabase({ connectionString: databaseUrl, ...IMPORT_POOL })
  const file = (id: number) => ({
    fileName: 'export.xml',
    chunks: [wordpressFile(wordpressItem({ id, extra: wordpressTerm('post_tag', 'harbour') }))],
    dryRun: false,
  })
  await importFromDisk(services, file(1))
  let second: ReturnType<typeof importFromDisk> | undefined
  await db.transaction().execute(async (trx) => {
    // As a large merge does.
    await sql`select from tag for update`.execute(trx)
    second = importFromDisk({ ...services, db: importing.db }, file(2))
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    // Longer than the silence after which a connection of requests is given up.
    for (let half = 0; half < 2; half++) await sql`select pg_sleep(2.8)`.execute(trx)
  })
  expect((await second)?.run).toMatchObject({ status: 'done', error: '' })
  await importing.close()
}, 60_000)

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}
