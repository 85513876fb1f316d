/**
 * `npm run bench:ads -- [--seconds 4] [--write]`: ad decisions per second and their times with 100, 1,000 and 10,000 live ads in 20 placements,
 * beside a bare handler that reads one row, in the same process and on the same database. `--write` puts the figures into
 * docs/performance.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request as ask, Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { postgresEngine } from '../server/events/event-engine.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { createLiveAds } from './live-ads.ts'
import { figuresOf } from './measure.ts'
import { writeFigures } from './write-figures.ts'
import { readArguments } from '../scripts/read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run bench:ads -- [options]',
  about: 'Ad decisions per second and their times, beside a bare handler that reads one row.',
  options: {
    seconds: { type: 'string', default: '4', about: 'seconds of each measurement' },
    write: { type: 'boolean', default: false, about: 'put the table into docs/performance.md' },
  },
})
const PLACES = 20
const CONNECTIONS = 16
const ROUNDS = 3
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-bench-ads-'))
const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
const { db, pool, close } = createDatabase(embedded.connection)
await migrate(db)
const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }) }
const services = { db, deliveryDb: db, pool, config, storage: await createStorage(config), events: postgresEngine }

/** A quarter with a goal that is paced, a quarter with a daily cap, a tenth with a frequency cap, half with targeting. */
const { places, growTo } = await createLiveAds(db, { places: PLACES }, (n) => ({
  priority: (n * 7) % 11,
  ...(n % 4 === 0 && { goal: { kind: 'impressions', amount: 10_000_000 }, endsAt: '2199-01-01T00:00' }),
  ...(n % 4 === 1 && { dailyCap: 1_000_000 }),
  ...(n % 10 === 3 && { frequencyCap: { count: 5, per: 'day' } }),
}))

/** Calls for some seconds. @returns calls per second and their times */
async function measure(app: FastifyInstance, pathOf: (n: number) => string) {
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let asked = 0
  const call = () =>
    new Promise<void>((resolve, reject) => {
      const n = asked++
      const headers = { 'user-agent': BROWSER, 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
      ask({ port, host: '127.0.0.1', path: pathOf(n), agent, headers }, (reply) => {
        reply.resume().on('end', () => {
          if (reply.statusCode === 200) resolve()
          else reject(new Error(String(reply.statusCode)))
        })
      })
        .on('error', reject)
        .end()
    })
  const run = async (ms: number) => {
    const times: number[] = []
    const end = performance.now() + ms
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < end) {
          const began = performance.now()
          await call()
          times.push(performance.now() - began)
        }
      }),
    )
    return times
  }
  await run(1000)
  const times = await run(Number(values.seconds) * 1000)
  agent.destroy()
  return { perSecond: times.length / Number(values.seconds), ...figuresOf(times) }
}

const bare = Fastify()
await growTo(100)
bare.get('/row', async () => {
  const id = places[Math.floor(Math.random() * PLACES)]!.id
  return (await pool.query('select id, key, name, sizes from placement where id = $1', [id])).rows[0] as object
})
await bare.listen({ port: 0, host: '127.0.0.1' })

type Measured = Awaited<ReturnType<typeof measure>>
const middle = (all: Measured[]) =>
  all.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(all.length / 2)]!
const say = (name: string, { perSecond, p50, p95 }: Measured) =>
  console.log(
    `${name.padEnd(26)} ${perSecond.toFixed(0).padStart(6)} /s   p50 ${p50.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms`,
  )

// In turns: what else the machine does meanwhile slows both.
const shares: number[] = []
const table: string[] = [
  '| | decisions/s | p50 / p95, ms | bare handler, rows/s | p50 / p95, ms | ratio | p95 ratio |',
  `|${'---|'.repeat(7)}`,
]
for (const count of [100, 1000, 10_000]) {
  await growTo(count)
  const app = await buildApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const [rows, decisions]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    rows.push(await measure(bare, () => '/row'))
    decisions.push(await measure(app, (n) => `/content/v1/ads/decision?placement=place-${n % PLACES}`))
  }
  say('bare handler, one row', middle(rows))
  say(`${count} live ads`, middle(decisions))
  const [ads, row] = [middle(decisions), middle(rows)]
  const share = ads.perSecond / row.perSecond
  shares.push(share)
  const times = ({ p50, p95 }: Measured) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
  const [ofAds, ofRow] = [ads.perSecond.toFixed(0), row.perSecond.toFixed(0)]
  table.push(
    `| ${count.toLocaleString('en')} live ads | ${ofAds} | ${times(ads)} | ${ofRow} | ${times(row)} | ${share.toFixed(2)} | ${(row.p95 / ads.p95).toFixed(2)} |`,
  )
  await app.close()
}
const [few = 0, usual = 0, many = 0] = shares
console.log(`1,000 ads: ${usual.toFixed(2)} of the bare handler (wanted: 0.5 or more)`)
console.log(
  `10,000 ads: ${(many / few).toFixed(2)} of the figure with 100, by the bare handler of the same minutes (wanted: 0.5 or more)`,
)
if (values.write) writeFigures('bench:ads', table)
await bare.close()
await close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
