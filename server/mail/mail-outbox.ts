import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { addJob } from '../jobs/job-queue.ts'

export type MailKind = 'password_reset' | 'registration' | 'invitation' | 'approval'

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
  await addJob(db, 'send_mail', { id })
}
