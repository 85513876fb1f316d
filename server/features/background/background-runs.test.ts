import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { jobTasks } from '../../job-tasks.ts'
import { runJobsOnce } from '../../jobs/job-queue.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { beginBackgroundRun, performBatch, recordRunItems, sweepBackgroundRuns } from './background-run-commands.ts'

const { api, db, pool, administrator, editor, services } = await createDesk()
const actor = { ...administrator.user, ip: '10.0.0.1', sessionId: '' }
const begin = () =>
  db.transaction().execute((trx) => beginBackgroundRun(trx, actor, { action: 'undo', stepId: randomUUID(), total: 1 }))
const stateOf = async (id: string) => {
  const found = await db.selectFrom('backgroundRun').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return found.failure ? `${found.status}: ${found.failure}` : found.status
}
const jobOf = (id: string) => sql`payload->>'run' = ${id}`

it('a mail goes before work in the background, however much of it waits', async () => {
  for (let n = 0; n < 3; n++) await begin()
  await db.transaction().execute((trx) => queueMail(trx, 'password_reset', 'no-one@example.com'))
  const order: string[] = []
  const names = Object.keys(jobTasks(services))
  await runJobsOnce(pool, Object.fromEntries(names.map((name) => [name, async () => void order.push(name)])))
  expect(order).toEqual(['send_mail', 'undo_step', 'undo_step', 'undo_step'])
})

describe('work in the background', () => {
  it('has failed at once where its job failed unexpectedly', async () => {
    const id = await begin()
    await expect(performBatch(db, id, () => Promise.reject(new Error('a fault of ours')))).rejects.toThrow('a fault')
    expect(await stateOf(id)).toBe('failed: unexpected')
  })

  it('goes on later where the database did not answer in time', async () => {
    const id = await begin()
    const slow = performBatch(db, id, async (trx) => {
      await sql`set local statement_timeout = 1`.execute(trx)
      await sql`select pg_sleep(5)`.execute(trx)
      return { done: 1, changed: 1, position: null }
    })
    await expect(slow).rejects.toThrow('statement timeout')
    expect(await stateOf(id)).toBe('running')
  })

  it('that has failed is not done by a job that is left of it', async () => {
    const { id: tag } = (await api<{ id: string }>(editor, 'POST', '/api/tags', { name: 'Short-lived' })).body
    expect((await api(editor, 'DELETE', `/api/tags/${tag}`)).status).toBeLessThan(300)
    const step = await db.selectFrom('undoStep').select('id').orderBy('seq', 'desc').executeTakeFirstOrThrow()
    await db.updateTable('undoStep').set({ createdBy: actor.id }).where('id', '=', step.id).execute()
    const id = await db
      .transaction()
      .execute((trx) => beginBackgroundRun(trx, actor, { action: 'undo', stepId: step.id, total: 1 }))
    await db
      .updateTable('backgroundRun')
      .set({ status: 'failed', failure: 'unexpected' })
      .where('id', '=', id)
      .execute()
    await jobTasks(services)['undo_step']!({ run: id })
    expect((await api(editor, 'GET', `/api/tags/${tag}`)).status).toBe(404)
    expect(await stateOf(id)).toBe('failed: unexpected')
  })
})

describe('the sweep', () => {
  it('ends what no job will go on with, whatever other jobs do, and leaves the rest', async () => {
    const waiting = await begin()
    const [atWork, givenUp, lost] = [await begin(), await begin(), await begin()]
    const jobs = sql`graphile_worker._private_jobs`
    // Its last try, with the job after it planned: its key is gone.
    await sql`update ${jobs} set locked_at = now(), locked_by = 'one', attempts = max_attempts, key = null
      where ${jobOf(atWork)}`.execute(db)
    await sql`update ${jobs} set attempts = max_attempts where ${jobOf(givenUp)}`.execute(db)
    await sql`delete from ${jobs} where ${jobOf(lost)}`.execute(db)
    for (const id of [waiting, lost]) await recordRunItems(db, id, [{ id: randomUUID(), version: undefined }])
    await sweepBackgroundRuns(db)
    expect(await Promise.all([waiting, atWork, givenUp, lost].map(stateOf))).toEqual([
      'running',
      'running',
      'failed: unexpected',
      'failed: unexpected',
    ])
    const left = await db.selectFrom('backgroundRunItem').select('runId').execute()
    expect(left).toEqual([{ runId: waiting }])
  })

  it('forgets what ended a month ago', async () => {
    const [old, young] = [await begin(), await begin()]
    for (const [id, days] of [
      [old, 31],
      [young, 29],
    ] as const)
      await sql`update background_run set status = 'done', finished_at = now() - make_interval(days => ${days})
        where id = ${id}`.execute(db)
    await sweepBackgroundRuns(db)
    const left = await db.selectFrom('backgroundRun').select('id').where('id', 'in', [old, young]).execute()
    expect(left).toEqual([{ id: young }])
  })
})
