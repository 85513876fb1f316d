import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { jobLanes } from './job-tasks.ts'
import { addJob, connectionsFor, startJobLanes } from './jobs/job-queue.ts'
import { createDatabase } from './db/database.ts'
import { createTestApp } from './testing/app.ts'

const { db, databaseUrl, services } = await createTestApp()
const MAILS = Number(process.env['FAULT_MAILS'] ?? 1500)
const figures: Record<string, string | number>[] = []
afterAll(() => console.table(figures))

/** The lanes of the product, whose jobs only say that they are done; some of them not before they are released. */
function heldJobs(isHeld: (name: string) => boolean) {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  const done: string[] = []
  const lanes = jobLanes(services).map((lane) => ({
    ...lane,
    tasks: Object.fromEntries(
      Object.keys(lane.tasks).map((name) => [
        name,
        async () => {
          if (isHeld(name)) await until
          done.push(name)
        },
      ]),
    ),
  }))
  return { lanes, done, release }
}

it('mails and imports that take their time do not delay what is to be published', async () => {
  const { lanes, done, release } = heldJobs((name) => name !== 'publish_article')
  const queue = createDatabase({ connectionString: databaseUrl, max: connectionsFor(lanes) })
  for (let n = 0; n < 10; n++) await addJob(db, 'send_mail', { id: '' })
  await addJob(db, 'import_wordpress', { run: '' })
  const runner = await startJobLanes(queue.pool, lanes, () => {})
  try {
    await addJob(db, 'publish_article', { article: '' })
    await expect.poll(() => done).toEqual(['publish_article'])
    release()
    await expect.poll(() => done.length).toBe(12)
  } finally {
    release()
    await runner.stop()
    await queue.close()
  }
})

it('exports that take an hour leave all workers to mails', async () => {
  const { lanes, done, release } = heldJobs((name) => name === 'export_site')
  const queue = createDatabase({ connectionString: databaseUrl, max: connectionsFor(lanes) })
  for (let n = 0; n < 3; n++) await addJob(db, 'export_site', { run: '' })
  const runner = await startJobLanes(queue.pool, lanes, () => {})
  try {
    await addJob(db, 'send_mail', { id: '' }, { priority: 10 })
    await expect.poll(() => done.filter((name) => name === 'send_mail')).toHaveLength(1)
    expect(done).not.toContain('export_site')
  } finally {
    release()
    await runner.stop()
    await queue.close()
  }
})

it(`${MAILS} requests for a new password do not delay a scheduled article`, async () => {
  await sql`with mail as (
      insert into mail_outbox (id, kind, recipient, payload)
      select gen_random_uuid(), 'password_reset', 'nobody-' || n || '@example.com', '{}' from generate_series(1, ${MAILS}) n
      returning id
    )
    select graphile_worker.add_job('send_mail', json_build_object('id', id), priority => 10) from mail`.execute(db)
  const left = async () =>
    (await sql<{ n: number }>`select count(*) as n from mail_outbox where status = 'waiting'`.execute(db)).rows[0]?.n ??
    0
  let publishedAt = 0
  let leftThen = 0
  const lanes = jobLanes(services).map((lane) => ({
    ...lane,
    tasks: {
      ...lane.tasks,
      ...(lane.tasks['publish_article'] && {
        publish_article: async () => {
          const at = performance.now()
          leftThen = await left()
          publishedAt = at
        },
      }),
    },
  }))
  const queue = createDatabase({ connectionString: databaseUrl, max: connectionsFor(lanes) })
  await addJob(db, 'publish_article', { article: '' })
  const due = performance.now()
  const runner = await startJobLanes(queue.pool, lanes, () => {})
  try {
    await expect.poll(() => publishedAt, { interval: 20 }).toBeGreaterThan(0)
    figures.push({
      mails: MAILS,
      'left when published': leftThen,
      'published late by, ms': Math.round(publishedAt - due),
    })
    expect(leftThen).toBeGreaterThan(MAILS / 2)
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
  } finally {
    await runner.stop()
    await queue.close()
  }
}, 120_000)
