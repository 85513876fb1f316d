import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { createDatabase } from '../../../db/database.ts'
import { createAdSite } from './testing/site.ts'

const site = await createAdSite()
const { services, databaseUrl, createAd, createPlacement, decide, report, countsOf, db } = site

/** A server process of its own, as far as the database and its memory are concerned. */
async function startProcess() {
  const database = createDatabase({ connectionString: databaseUrl, connectionTimeoutMillis: 0, statement_timeout: 0 })
  const app = await buildApp({ ...services, db: database.db, deliveryDb: database.db, pool: database.pool })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  return app
}
const processes = await Promise.all([1, 2, 3, 4].map(startProcess))

/** 64 callers at once, spread over the processes, until so many decisions were made. @returns how many showed an ad */
async function ask(query: string, decisions: number): Promise<number> {
  let [asked, shown] = [0, 0]
  const caller = async (n: number) => {
    while (asked < decisions) {
      const number = asked++
      const from = { ip: `10.${n}.${(number >> 8) & 255}.${number & 255}` }
      if ((await decide(query, from, processes[n % 4]!))[0]?.ad) shown++
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, n) => caller(n)))
  return shown
}

it('a goal of 1,000 impressions is never exceeded by 64 callers on 4 processes, and is reached', async () => {
  const place = await createPlacement({ key: 'capped' })
  const ad = await createAd({
    status: 'approved',
    placements: [place.id],
    goal: { kind: 'impressions', amount: 1000 },
    pacing: 'asap',
  })
  const query = `placement=${place.key}`
  for (const app of processes) await expect.poll(async () => (await decide(query, {}, app))[0]?.ad).not.toBeNull()
  const first = 4
  const shown = first + (await ask(query, 3000))
  expect(shown).toBeLessThanOrEqual(1000)
  expect(shown).toBeGreaterThan(990)
  const { rows } = await site.pool.query<{ leased: string }>(
    'select sum(leased) as leased from ad_lease where ad = $1',
    [ad.id],
  )
  expect(Number(rows[0]?.leased)).toBeLessThanOrEqual(1000)
}, 120_000)

it('a daily cap, too; what is promised and never seen comes back when its time is over', async () => {
  const place = await createPlacement({ key: 'daily' })
  const ad = await createAd({ status: 'approved', placements: [place.id], dailyCap: 50 })
  const query = `placement=${place.key}`
  await expect.poll(async () => (await decide(query, {}, processes[0]))[0]?.ad).not.toBeNull()
  const shown = 1 + (await ask(query, 400))
  expect(shown).toBeLessThanOrEqual(50)
  expect(shown).toBeGreaterThan(40)
  await db.updateTable('adLease').set({ bucket: '2020-01-01T00:00:00Z' }).where('ad', '=', ad.id).execute()
  await expect.poll(async () => (await decide(query, {}, processes[1]))[0]?.ad).not.toBeNull()
}, 120_000)

it('an impression that is reported uses the promise up for all time', async () => {
  const place = await createPlacement({ key: 'used-up' })
  const goal = { kind: 'impressions', amount: 1 }
  const ad = await createAd({ status: 'approved', placements: [place.id], goal, pacing: 'asap' })
  const query = `placement=${place.key}`
  let shown: Awaited<ReturnType<typeof decide>>[number]['ad'] = null
  await expect.poll(async () => (shown = (await decide(query, {}, processes[0]))[0]!.ad)).not.toBeNull()
  expect((await decide(query, {}, processes[1]))[0]?.ad).toBeNull()
  await report('impression', [shown!])
  expect(await countsOf(ad)).toMatchObject({ impressions: 1 })
  await db.updateTable('adLease').set({ bucket: '2020-01-01T00:00:00Z' }).where('ad', '=', ad.id).execute()
  for (const app of processes) expect((await decide(query, {}, app))[0]?.ad).toBeNull()
})

it('a frequency cap holds when one visitor asks all processes at once', async () => {
  const place = await createPlacement({ key: 'frequent' })
  await createAd({ status: 'approved', placements: [place.id], frequencyCap: { count: 2, per: 'day' } })
  const query = `placement=${place.key}`
  let others = 0
  for (const app of processes)
    await expect.poll(async () => (await decide(query, { ip: `198.51.101.${++others}` }, app))[0]?.ad).not.toBeNull()
  const ip = '198.51.100.77'
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => decide(query, { ip }, processes[n % 4])))
  expect(answers.filter(([item]) => item?.ad)).toHaveLength(2)
})
