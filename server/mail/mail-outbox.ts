import { sql, type Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { addJob } from '../jobs/job-queue.ts'

export type MailKind =
  | 'password_reset'
  | 'password_link_made'
  | 'registration'
  | 'invitation'
  | 'approval'
  | 'second_step_reset'
  | 'second_step_added'
  | 'second_step_removed'
  | 'address_changed'
  | 'article_returned'
  | 'handed_over'
  | 'health_alert'
  | 'diagnostic_sent'

/** A mail that waits to be written. `recipient`: the account it is for, by the key of its address. */
export type WaitingMail = { id: string; recipient: string; payload: Record<string, string> }
/** To which stored address, and what it says; undefined when no one is to get it any more. */
export type Letter = { to: string; subject: string; text: string } | undefined
/** Writes the mails of one kind, when they are about to be sent. */
export type LetterWriter = (services: { db: Kysely<Tables>; config: Config }, mail: WaitingMail) => Promise<Letter>

/** How often handing a mail over is tried, with growing pauses: about three days. Then it is `failed`. */
export const MAIL_TRIES = 25
/** After everything else that is due. */
const MAIL_PRIORITY = 10
const mailKey = (id: string) => `mail:${id}`

/**
 * Puts a mail on its way inside the caller's transaction. The job `send_mail` writes it later: who gets it and what
 * it says is found out there, so that asking takes the same time for every address.
 */
export async function queueMail(db: Db, kind: MailKind, recipient: string, payload: Record<string, string> = {}) {
  const id = uuidv7()
  await db
    .insertInto('mailOutbox')
    .values({ id, kind, recipient, payload: JSON.stringify(payload) })
    .execute()
  await addJob(db, 'send_mail', { id }, { key: mailKey(id), maxAttempts: MAIL_TRIES, priority: MAIL_PRIORITY })
}

/** Mails of this kind to this person that are still waiting, or were given up, are not sent: something newer took their place. */
export async function dropWaitingMail(db: Db, kind: MailKind, recipient: string): Promise<void> {
  await db
    .updateTable('mailOutbox')
    .set({ status: 'dropped' })
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('status', 'in', ['waiting', 'failed'])
    .execute()
}

/** Mails that were given up: `waiting` as if they were new, or `dropped`. The caller sees to their jobs. */
export async function changeFailedMails(db: Db, ids: readonly string[], status: 'waiting' | 'dropped'): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('mailOutbox')
    .set({ status, attempts: 0, lastError: '' })
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .execute()
}

/** Mails that no job will send any more, because their last try ended with its process, are not waiting but failed. */
export async function failForgottenMail(db: Db): Promise<void> {
  await sql`update mail_outbox set status = 'failed', last_error = coalesce(nullif(last_error, ''), 'given up')
    where status = 'waiting' and created_at < now() - interval '1 hour' and not exists (
      select from graphile_worker.jobs where key = 'mail:' || mail_outbox.id and attempts < max_attempts)`.execute(db)
}

/** Jobs that were given up go with their mail. */
export async function removeForgottenMailJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker._private_jobs
    where key like 'mail:%' and attempts >= max_attempts and locked_at is null
      and key not in (select 'mail:' || mail_outbox.id from mail_outbox where status in ('waiting', 'failed'))`.execute(
    db,
  )
}
