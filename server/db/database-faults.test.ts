import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createTestApp } from '../testing/app.ts'
import { createDatabase } from './database.ts'
import { startDatabaseProxy } from './testing/database-proxy.ts'

const { databaseUrl, services, signIn } = await createTestApp()
const proxy = await startDatabaseProxy(databaseUrl)
const { db, pool, close } = createDatabase({ connectionString: proxy.url })
const app = await buildApp({ ...services, db, pool })
afterAll(async () => {
  proxy.close()
  await app.close()
  await close()
})
const { headers } = await signIn('author')

/** Status and milliseconds of one call. */
async function timed(url: string) {
  const began = performance.now()
  const { statusCode } = await app.inject({ url, headers })
  return { status: statusCode, ms: performance.now() - began }
}
const many = () => Promise.all(Array.from({ length: 30 }, () => timed('/api/session')))
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

it('a database that swallows everything makes 503 within six seconds, and the process stays alive', async () => {
  expect(statuses(await many())).toEqual([200])
  proxy.swallow()
  const answers = many()
  expect(await timed('/healthz')).toMatchObject({ status: 200 })
  expect((await timed('/healthz')).ms).toBeLessThan(100)
  expect(statuses(await answers)).toEqual([503])
  expect(Math.max(...(await answers).map(({ ms }) => ms))).toBeLessThan(6000)
  proxy.heal()
  expect(statuses(await many())).toEqual([200])
})

it('a database that is stopped makes 503 at once, and 200 as soon as it is back', async () => {
  await proxy.stop()
  const answers = await many()
  expect(statuses(answers)).toEqual([503])
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(3000)
  await proxy.start()
  expect(statuses(await many())).toEqual([200])
})

it('connections that are reset under load make 503 or 200, never anything else', async () => {
  const answers = many()
  proxy.reset()
  for (const status of statuses(await answers)) expect([200, 503]).toContain(status)
  expect(statuses(await many())).toEqual([200])
})
