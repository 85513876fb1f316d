import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { HealthCheckName, HealthState } from '#contract/health-checks.ts'
import type { HealthMeasurement } from '#contract/health.ts'
import { createDatabase } from '../../db/database.ts'
import { startDatabaseProxy } from '../../db/testing/database-proxy.ts'
import { createTestApp } from '../../testing/app.ts'
import { createHealthReporter, newReportingProcess } from './health-reporter.ts'

const { db, databaseUrl } = await createTestApp()
// Between the reporter and PostgreSQL, to be cut.
const wire = await startDatabaseProxy(databaseUrl)
const database = createDatabase({ connectionString: wire.url })
afterAll(async () => {
  await database.close()
  wire.close()
})

const MINUTE = 60_000
const started = Date.now() - 10 * MINUTE
const at = (minute: number) => new Date(started + minute * MINUTE).toISOString()

let measured: HealthMeasurement[] = []
const reporterOf = () =>
  createHealthReporter(
    { probes: { db: database.db }, checks: () => measured, samples: () => [], everySeconds: 5 },
    newReportingProcess('1'),
  )
let reporter = reporterOf()
beforeEach(async () => {
  await db.deleteFrom('healthIncident').execute()
  await db.deleteFrom('healthReport').execute()
  await db.deleteFrom('healthDay').execute()
  reporter = reporterOf()
})

/** Reports that a check is in this state since that minute. */
async function report(name: HealthCheckName, state: HealthState, minute: number) {
  const cause = state === 'bad' ? 'failed' : state === 'warning' ? 'over_limit' : null
  measured = [{ name, state, value: null, cause, detail: '', facts: {}, at: at(minute), since: at(minute) }]
  await reporter.report()
}
const incidents = () =>
  db
    .selectFrom('healthIncident')
    .select(['name', 'state', 'cause', 'startedAt', 'endedAt'])
    .orderBy('startedAt')
    .execute()

it('a database that was away is in the history from its beginning, also where it is slow at first when it is back', async () => {
  await report('database', 'good', 0)
  await wire.stop()
  await report('database', 'bad', 1)
  await wire.start()
  await report('database', 'warning', 3)
  await report('database', 'good', 4)
  expect(await incidents()).toEqual([
    { name: 'database', state: 'bad', cause: 'failed', startedAt: at(1), endedAt: expect.any(String) },
  ])
  expect(await db.selectFrom('healthDay').select('state').execute()).toEqual([{ state: 'bad' }])
})

it('a warning that became bad while nothing could be written was bad', async () => {
  await report('database', 'warning', 0)
  await wire.stop()
  await report('database', 'bad', 1)
  await wire.start()
  await report('database', 'good', 3)
  expect(await incidents()).toEqual([
    { name: 'database', state: 'bad', cause: 'failed', startedAt: at(0), endedAt: expect.any(String) },
  ])
})

it('what cannot be measured at first when the database is back is written down once it can', async () => {
  await report('jobs', 'good', 0)
  await wire.stop()
  await report('jobs', 'bad', 1)
  await wire.start()
  await report('jobs', 'unknown', 3)
  await report('jobs', 'good', 4)
  expect(await incidents()).toEqual([{ name: 'jobs', state: 'bad', cause: 'failed', startedAt: at(1), endedAt: at(4) }])
})

it('who is to be told of an outage of the database is told when it is over, as nothing could be sent before', async () => {
  await db.deleteFrom('mailOutbox').execute()
  await db
    .insertInto('setting')
    .values({ key: 'alerts', value: JSON.stringify({ emails: ['ada@example.com'] }) })
    .execute()
  const outage = async (minutes: number) => {
    await report('database', 'good', 0)
    await wire.stop()
    await report('database', 'bad', 1)
    await wire.start()
    await report('database', 'good', 1 + minutes)
    return db
      .selectFrom('mailOutbox')
      .select(['kind', 'recipient', sql`payload->>'phase'`.as('phase')])
      .execute()
  }
  expect(await outage(4)).toEqual([])
  await db.deleteFrom('healthIncident').execute()
  expect(await outage(6)).toEqual([{ kind: 'health_alert', recipient: 'ada@example.com', phase: 'over' }])
})
