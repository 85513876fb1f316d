import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ArticleBulkReply } from '#contract/article-bulk.ts'
import type { UndoProgress, UndoReport } from '#contract/undo.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { beginBackgroundRun } from '../background/background-run-commands.ts'

const { api, db, services, administrator, editor, category, runJobs } = await createDesk()
const undo = (step: string, who: Person = editor) => api<UndoReport>(who, 'POST', `/api/undo/${step}?background=true`)
const progress = async (step: string) => (await api<UndoProgress>(editor, 'GET', `/api/undo/${step}/progress`)).body
const stop = (step: string, who: Person = editor) => api<UndoProgress>(who, 'POST', `/api/undo/${step}/stop`)

/** One batch of the undo that is under way; the jobs stay in the queue. */
async function oneBatch() {
  const running = db.selectFrom('backgroundRun').select('id').where('status', '=', 'running')
  await jobTasks(services)['undo_step']!({ run: (await running.executeTakeFirstOrThrow()).id })
}

it('who began the undo of many articles can stop it: what is back stays, and the rest can be undone later', async () => {
  const { rows } = await sql<{ id: string }>`insert into article (id, slug, title, primary_category, created_by)
    select gen_random_uuid(), 'old-' || n, 'Old', ${category.id}::uuid, ${editor.user.id}::uuid
    from generate_series(1, 120) as n returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const inTrash = async () => {
    const trashed = db.selectFrom('article').select('id').where('id', 'in', ids).where('deletedAt', 'is not', null)
    return (await trashed.execute()).length
  }
  const trash = { action: 'trash', ids, expectedCount: 120 }
  const step = (await api<ArticleBulkReply>(editor, 'POST', '/api/articles/bulk', trash)).body.undo!.id
  expect(await stop(step)).toMatchObject({ status: 404 })
  expect((await undo(step)).body.inBackground).toBe(true)
  await oneBatch()
  expect(await progress(step)).toMatchObject({ status: 'running', done: 50, can: { stop: true } })
  expect(await stop(step, administrator)).toMatchObject({ status: 404 })

  const stopped = { status: 'failed', code: 'stopped', done: 50, total: 120, can: { stop: false } }
  expect(await stop(step)).toMatchObject({ status: 200, body: { ...stopped, report: { restored: 50, skipped: 0 } } })
  // Once more, as from a second tab, says the same.
  expect(await stop(step)).toMatchObject({ status: 200, body: stopped })
  await runJobs()
  expect(await progress(step)).toMatchObject(stopped)
  expect(await inTrash()).toBe(70)

  expect((await undo(step)).body).toMatchObject({ restored: 70, skipped: 0 })
  expect(await inTrash()).toBe(0)
})

it('what is undone as a whole cannot be stopped in the middle, and is not said to be', async () => {
  const { id: tag } = (await api<{ id: string }>(editor, 'POST', '/api/tags', { name: 'Short-lived' })).body
  await api(editor, 'DELETE', `/api/tags/${tag}`)
  const step = await db.selectFrom('undoStep').select('id').orderBy('seq', 'desc').executeTakeFirstOrThrow()
  const actor = { ...editor.user, ip: '10.0.0.1', sessionId: '' }
  await db.transaction().execute((trx) => beginBackgroundRun(trx, actor, { action: 'undo', stepId: step.id, total: 1 }))
  expect(await progress(step.id)).toMatchObject({ status: 'running', can: { stop: false } })
  expect(await stop(step.id)).toMatchObject({ status: 409, body: { code: 'illegal_transition' } })
  await runJobs()
  expect(await progress(step.id)).toMatchObject({ status: 'done', code: null })
  expect((await api(editor, 'GET', `/api/tags/${tag}`)).status).toBe(200)
})
