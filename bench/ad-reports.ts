/**
 * `npm run bench:ad-reports -- [--write]`: what the screens of ads ask, with 1,000 and 10,000 live ads, four weeks of page views of 2,000
 * articles, and one ad that was shown a million times in this hour. `--write` puts the figures into docs/performance.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { readArguments } from '../scripts/read-arguments.mjs'
import { seedDatabase } from '../scripts/seed/seed-database.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { postgresEngine } from '../server/events/event-engine.ts'
import { hashPassword } from '../server/features/session/password-hash.ts'
import { openSession } from '../server/features/session/session-commands.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { createLiveAds } from './live-ads.ts'
import { type Call, clientOf, figuresOf, timeAll } from './measure.ts'
import { writeFigures } from './write-figures.ts'

const { values } = readArguments({
  usage: 'npm run bench:ad-reports -- [options]',
  about: 'Times of the calls that the screens of ads make, with many ads and many impressions.',
  options: { write: { type: 'boolean', default: false, about: 'put the table into docs/performance.md' } },
})
const PLACES = 20
const ARTICLES = 2000
const IMPRESSIONS = 1_000_000
const CALLS = 200
const HOUR = 3_600_000
const DAYS = 30

const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-bench-ad-reports-'))
const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
const { db, pool, close } = createDatabase({ ...embedded.connection, statement_timeout: 0 })
await migrate(db)
await migrateJobs(pool)
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const storage = await createStorage(config)
const services = { db, deliveryDb: db, pool, config, storage, events: postgresEngine }
await seedDatabase(
  { db, pool, storage },
  {
    articles: ARTICLES,
    authors: 20,
    tags: 100,
    categories: 40,
    users: 6,
    pictures: 0,
    albums: 0,
    readers: 0,
    seed: 1,
    until: Math.floor(Date.now() / 86_400_000) * 86_400_000,
    intoExisting: false,
  },
)

const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 16)
/** Half of them are paced towards a goal, a quarter has a daily cap, half target devices. */
const { places, growTo } = await createLiveAds(db, { places: PLACES }, (n) => ({
  advertiser: `Advertiser ${n % 50}`,
  priority: n % 11,
  startsAt: inDays(-15),
  endsAt: inDays(45),
  ...(n % 2 === 0 && { goal: { kind: 'impressions', amount: 100_000_000 } }),
  ...(n % 4 === 1 && { dailyCap: 1_000_000 }),
}))
async function growCounted(count: number): Promise<void> {
  await growTo(count)
  await sql`insert into ad_delivery (ad, impressions, viewable, clicks) select id, 1000, 500, 10 from ad on conflict do nothing`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}
await growCounted(1)
const { id: big } = await db.selectFrom('ad').select('id').executeTakeFirstOrThrow()

/** Four weeks of page views, thirty days of the big ad, and its million impressions of this hour, not counted yet. */
async function addReaders(): Promise<void> {
  const store = postgresEngine.storeOn(db)
  await store.maintain()
  const hour = new Date(Math.floor(Date.now() / HOUR) * HOUR)
  await sql`insert into article_view_hour (hour, article, views, visitors)
    select hour, article_id, 5, 4 from article_live,
      generate_series(${hour}::timestamptz - interval '28 days', ${hour}::timestamptz - interval '1 hour', interval '1 hour') as hour`.execute(
    db,
  )
  await sql`insert into device_view_hour (hour, device, views)
    select hour, device, 5000 from generate_series(1, 3) as device,
      generate_series(${hour}::timestamptz - interval '28 days', ${hour}::timestamptz - interval '1 hour', interval '1 hour') as hour`.execute(
    db,
  )
  await sql`insert into reader_hour (hour, changed, counted)
    select hour, 1, 1 from generate_series(${hour}::timestamptz - interval '28 days', ${hour}::timestamptz - interval '1 hour', interval '1 hour') as hour`.execute(
    db,
  )
  for (const table of ['ad_hour', 'ad_delivery_hour'])
    await sql`insert into ${sql.table(table)} (hour, ad, placement, device, impressions, viewable, clicks)
      select hour, ${big}::uuid, placement, device, 1000, 500, 10
      from unnest(${places.slice(0, 3).map(({ id }) => id)}::uuid[]) as placement, generate_series(1, 3) as device,
        generate_series(${hour}::timestamptz - make_interval(days => ${DAYS}), ${hour}::timestamptz - interval '1 hour', interval '1 hour') as hour`.execute(
      db,
    )
  await sql`insert into reader_event (at, kind, visitor, device, ad, placement, impression)
    select ${hour}::timestamptz + make_interval(secs => n * 3600.0 / ${IMPRESSIONS}), 4, decode(lpad(to_hex(n), 16, '0'), 'hex'), 1 + n % 3,
      ${big}::uuid, ${places[0]!.id}::uuid, gen_random_uuid() from generate_series(0, ${IMPRESSIONS - 1}::int) as n`.execute(
    db,
  )
  await sql`insert into ad_delivery_hour (hour, ad, placement, device, impressions)
    select ${hour}, ${big}::uuid, ${places[0]!.id}::uuid, device, ${Math.floor(IMPRESSIONS / 3)} from generate_series(1, 3) as device`.execute(
    db,
  )
  await sql`insert into reader_hour (hour, changed, counted) values (${hour}, 1, 0)`.execute(db)
  await sql`analyze`.execute(db)
}
await addReaders()

/** A session may ask 600 times a minute. */
const userId = uuidv7()
const passwordHash = await hashPassword('a long enough passphrase')
const email = 'ada@example.org'
await db
  .insertInto('userAccount')
  .values({ id: userId, email, emailKey: email, name: 'Ada', role: 'administrator', status: 'active', passwordHash })
  .execute()
async function newToken(): Promise<string> {
  const session = await openSession(db, { userId, passwordHash }, { ip: '127.0.0.1', userAgent: 'bench' })
  if (!session) throw new Error('no one can sign in')
  return session.token
}

const { articleId: article } = await db.selectFrom('articleLive').select('articleId').executeTakeFirstOrThrow()
const { id: category } = await db
  .selectFrom('category')
  .select('id')
  .where('parent', 'is', null)
  .executeTakeFirstOrThrow()
const post = (path: string, body: object): Call => ({ method: 'POST', path, body })
const aim = (more: object) => ({ categories: [], tags: [], devices: [], hours: [], ...more })
const questions: Record<string, Call> = {
  'list, 25 of them': { path: '/api/ads' },
  'list by impressions': { path: '/api/ads?sort=-impressions' },
  'list, running, by end': { path: '/api/ads?status=running&sort=endsAt' },
  'report of thirty days': { path: `/api/ads/${big}/report` },
  'why is it shown?': post(`/api/ads/${big}/explain`, { placement: places[0]!.id, article }),
  'ads of one placement': { path: `/api/ads/on-page?placement=${places[0]!.id}` },
  'ads of a page': { path: `/api/ads/on-page?article=${article}` },
  'estimate, all pages': post('/api/ads/estimate', {}),
  'estimate, a category': post('/api/ads/estimate', { targeting: aim({ categories: [category] }) }),
  'estimate, devices and hours': post('/api/ads/estimate', {
    targeting: aim({ devices: ['phone'], hours: [8, 9, 10] }),
  }),
}

// What one part of the report took while it was counted from the events themselves.
const store = postgresEngine.storeOn(db)
const began = performance.now()
await store.adBy(big, 'device', { from: new Date(Date.now() - DAYS * 24 * HOUR), to: new Date(Date.now() + HOUR) })
console.log(`from a million events, by device alone: ${(performance.now() - began).toFixed(0)} ms`)

const table = ['| | 1,000 ads: p50 / p95 | the first | 10,000 ads: p50 / p95 | the first |', '|---|---|---|---|---|']
const cells = new Map<string, string[]>()
for (const count of [1000, 10_000]) {
  await growCounted(count)
  const app = await buildApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const send = clientOf(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, 1)
  for (const [name, question] of Object.entries(questions)) {
    const token = await newToken()
    const asked = { ...question, token }
    const first = performance.now()
    await send(asked)
    const alone = performance.now() - first
    for (let n = 0; n < 5; n++) await send(asked)
    const { p50, p95 } = figuresOf(
      await timeAll(
        Array.from({ length: CALLS }, () => asked),
        send,
        1,
        4000,
      ),
    )
    console.log(
      `${String(count).padStart(6)} ads  ${name.padEnd(30)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms   first ${alone.toFixed(0)} ms`,
    )
    cells.set(name, [...(cells.get(name) ?? []), `${p50.toFixed(0)} / ${p95.toFixed(0)} | ${alone.toFixed(0)}`])
  }
  await app.close()
}
if (values.write)
  writeFigures('bench:ad-reports', [
    ...table,
    ...[...cells].map(([name, figures]) => `| ${name} | ${figures.join(' | ')} |`),
  ])
await close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
