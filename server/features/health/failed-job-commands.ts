import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { recordAudits } from '../audit/audit-commands.ts'
import { changeFailedMails } from '../../mail/mail-outbox.ts'
import { about, isGivenUp, mailOf } from './failed-job-queries.ts'

type Changed = { changed: number }

/** Does failed jobs again from their first try. Those that are not failed any more are left alone. */
export const startFailedJobs = (db: Services['db'], actor: Actor, ids: readonly string[]): Promise<Changed> =>
  changeFailedJobs(db, actor, ids, 'startAgain', async (trx, locked, mails) => {
    await changeFailedMails(trx, mails, 'waiting')
    await sql`select graphile_worker.reschedule_jobs(${locked}::bigint[], run_at => now(), attempts => 0)`.execute(trx)
  })

/** Deletes failed jobs permanently. Those that are not failed any more are left alone. */
export const deleteFailedJobs = (db: Services['db'], actor: Actor, ids: readonly string[]): Promise<Changed> =>
  changeFailedJobs(db, actor, ids, 'delete', async (trx, locked, mails) => {
    await changeFailedMails(trx, mails, 'dropped')
    await sql`select graphile_worker.complete_jobs(${locked}::bigint[])`.execute(trx)
  })

function changeFailedJobs(
  db: Services['db'],
  actor: Actor,
  ids: readonly string[],
  action: AuditAction,
  change: (trx: Db, ids: string[], mails: string[]) => Promise<unknown>,
): Promise<Changed> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; task: string; payload: unknown; mail: string | null }>`
      select job.id::text as id, task.identifier as task, ${about} as payload, ${mailOf} as mail
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where job.id = any(${ids}::bigint[]) and ${isGivenUp}
      order by job.id for update of job`.execute(trx)
    if (rows.length === 0) return { changed: 0 }
    await change(
      trx,
      rows.map(({ id }) => id),
      rows.flatMap(({ mail }) => mail ?? []),
    )
    await recordAudits(
      trx,
      actor,
      rows.map(({ task, payload }) => ({
        action,
        entityType: 'job',
        entityId: null,
        entityTitle: task,
        before: payload,
      })),
    )
    return { changed: rows.length }
  })
}
