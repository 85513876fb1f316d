import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { RUNS_KEPT, type DiagnosticRun } from '#contract/diagnostics.ts'
import { isLockTimeout } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { runOf } from './diagnostic-queries.ts'

/** Keeps a run, and of this person's older ones only the newest, and those that were passed on within 30 days. */
export async function keepRun(db: Services['db'], actor: Actor, report: DiagnosticReport): Promise<DiagnosticRun> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('diagnosticRun')
      .values({ id: uuidv7(), userId: actor.id, report: JSON.stringify(report), sentAt: null })
      .returning(['id', 'createdAt', 'report', 'sentAt'])
      .executeTakeFirstOrThrow()
    await sql`delete from diagnostic_run where user_id = ${actor.id}
      and (sent_at is null or sent_at < now() - interval '30 days') and id not in (
      select id from diagnostic_run where user_id = ${actor.id} order by created_at desc, id desc limit ${RUNS_KEPT})`.execute(
      trx,
    )
    return runOf(row)
  })
}

/** So long after one mail to the administrators, what the same person sends is listed without another. */
const MAIL_AGAIN = sql`interval '1 hour'`

/**
 * Passes a run on to the administrators: it is listed for them, and they get a mail.
 * @throws ProblemError not_found for runs of others, too
 */
export async function sendRun(db: Services['db'], actor: Actor, id: string): Promise<DiagnosticRun> {
  return db.transaction().execute(async (trx) => {
    const own = () => trx.selectFrom('diagnosticRun').where('userId', '=', actor.id)
    const columns = ['id', 'createdAt', 'report', 'sentAt'] as const
    const row = await own().where('id', '=', id).select(columns).forUpdate().executeTakeFirst()
    if (!row) throw new ProblemError('not_found')
    if (row.sentAt) return runOf(row)
    const lately = await own()
      .where('sentAt', '>', sql<string>`now() - ${MAIL_AGAIN}`)
      .select('id')
      .executeTakeFirst()
    const sent = await trx
      .updateTable('diagnosticRun')
      .set({ sentAt: sql<string>`now()` })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    if (!lately) {
      const administrators = await trx
        .selectFrom('userAccount')
        .where('role', '=', 'administrator')
        .where('status', '=', 'active')
        .where('id', '<>', actor.id)
        .select('emailKey')
        .execute()
      for (const { emailKey } of administrators) await queueMail(trx, 'diagnostic_sent', emailKey, { by: actor.name })
    }
    return runOf(sent)
  })
}

/**
 * Marks what someone else passed on as seen by this person, unless another one was first.
 * @throws ProblemError not_found
 */
export async function markSeen(db: Services['db'], actor: Actor, id: string): Promise<void> {
  const found = await db
    .selectFrom('diagnosticRun')
    .select('id')
    .where('id', '=', id)
    .where('sentAt', 'is not', null)
    .executeTakeFirst()
  if (!found) throw new ProblemError('not_found')
  await db
    .updateTable('diagnosticRun')
    .set({ seenAt: sql<string>`now()`, seenBy: actor.id })
    .where('id', '=', id)
    .where('seenAt', 'is', null)
    .where('userId', '<>', actor.id)
    .execute()
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
