import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** For how long a step can be taken back: one hour. */
const tooOld = sql<string>`now() - interval '1 hour'`

type Step = { noun: string; action: string; title: string; changed: unknown }

/**
 * Keeps what is needed to take a change back, within the transaction that makes the change. `changed` is the feature's own
 * business and must survive JSON.
 * @param who the account that made the change; only that account can take it back
 * @returns the id to hand out for the undo
 */
export async function keepUndoStep(trx: Db, who: string, { changed, ...step }: Step): Promise<string> {
  await trx
    .deleteFrom('undoStep')
    .where('createdAt', '<', sql<string>`now() - interval '1 day'`)
    .execute()
  const id = randomUUID()
  await trx
    .insertInto('undoStep')
    .values({ id, createdBy: who, ...step, changed: JSON.stringify(changed) })
    .execute()
  return id
}

/**
 * Takes the step out, so that it is used once; a rollback puts it back.
 * @returns undefined when it is not there, was used, is older than an hour, or is of somebody else or another noun
 */
export async function takeUndoStep<Changed>(
  trx: Db,
  who: string,
  noun: string,
  id: string,
): Promise<{ action: string; title: string; changed: Changed } | undefined> {
  const step = await trx
    .deleteFrom('undoStep')
    .where('id', '=', id)
    .where('noun', '=', noun)
    .where('createdBy', '=', who)
    .where('createdAt', '>', tooOld)
    .returning(['action', 'title', 'changed'])
    .executeTakeFirst()
  return step && { ...step, changed: step.changed as Changed }
}
