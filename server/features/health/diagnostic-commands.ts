import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { RUNS_KEPT, type DiagnosticRun } from '#contract/diagnostics.ts'
import { isLockTimeout } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { runOf } from './diagnostic-queries.ts'

/** Keeps a run, and of this person's older ones only the newest. */
export async function keepRun(db: Services['db'], actor: Actor, report: DiagnosticReport): Promise<DiagnosticRun> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('diagnosticRun')
      .values({ id: uuidv7(), userId: actor.id, report: JSON.stringify(report) })
      .returning(['id', 'createdAt', 'report'])
      .executeTakeFirstOrThrow()
    await sql`delete from diagnostic_run where user_id = ${actor.id} and id not in (
      select id from diagnostic_run where user_id = ${actor.id} order by created_at desc, id desc limit ${RUNS_KEPT})`.execute(
      trx,
    )
    return runOf(row)
  })
}

/** A lock that is not free for so long is waited for no longer. */
const LOCK_WAIT_MS = 1500

/**
 * How long the database takes for the shortest statement, and how long one waits for a lock on the main tables that every
 * change takes. Nothing is changed.
 */
export async function timeDatabase(db: Services['db']): Promise<{ databaseMs: number; lockMs: number }> {
  let databaseMs = 0
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`.execute(trx)
      const answers: number[] = []
      for (let n = 0; n < 3; n++) answers.push(await timed(() => sql`select 1`.execute(trx)))
      databaseMs = answers.toSorted((one, other) => one - other)[1] ?? 0
      const lockMs = await timed(() => sql`lock table article, media, album, tag in row share mode`.execute(trx))
      return { databaseMs, lockMs: Math.max(0, lockMs - databaseMs) }
    })
  } catch (error) {
    // The transaction is over with it; so long it was waited for.
    if (isLockTimeout(error)) return { databaseMs, lockMs: LOCK_WAIT_MS }
    throw error
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
