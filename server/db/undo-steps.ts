import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** For how long a step can be taken back: one hour. */
const tooOld = sql<string>`now() - interval '1 hour'`

/** `gone`: what the step put into the trash; such a step is kept for as long as the trash keeps them. */
type Step = { noun: string; action: string; title: string; changed: unknown; gone?: string[] }

/**
 * Keeps what is needed to take a change back, within the transaction that makes the change. `changed` is the feature's own
 * business and must survive JSON.
 * @param who the account that made the change; only that account can take it back
 * @returns the id to hand out for the undo
 */
export async function keepUndoStep(trx: Db, who: string, { changed, ...step }: Step): Promise<string> {
  await trx
    .deleteFrom('undoStep')
    .where(sql<boolean>`created_at < now() - case when gone = '{}' then interval '1 day' else interval '30 days' end`)
    .execute()
  const id = randomUUID()
  await trx
    .insertInto('undoStep')
    .values({ id, createdBy: who, ...step, changed: JSON.stringify(changed) })
    .execute()
  return id
}

type Taken<Changed> = { id: string; action: string; title: string; changed: Changed }

/**
 * Takes the step out, so that it is used once; a rollback puts it back.
 * @returns undefined when it is not there, was used, is older than an hour, or is of somebody else or another noun
 */
export async function takeUndoStep<Changed>(
  trx: Db,
  who: string,
  noun: string,
  id: string,
): Promise<Taken<Changed> | undefined> {
  const step = await trx
    .deleteFrom('undoStep')
    .where('id', '=', id)
    .where('noun', '=', noun)
    .where('createdBy', '=', who)
    .where('createdAt', '>', tooOld)
    .returning(['id', 'action', 'title', 'changed'])
    .executeTakeFirst()
  return step && { ...step, changed: step.changed as Changed }
}

/**
 * The same for whoever may restore from the trash: the step that put this entity there, whoever made it and however old.
 * @returns undefined when there is none any more
 */
export async function takeUndoStepOf<Changed>(
  trx: Db,
  noun: string,
  gone: string,
): Promise<Taken<Changed> | undefined> {
  const newest = trx
    .selectFrom('undoStep')
    .select('id')
    .where('noun', '=', noun)
    .where(sql<boolean>`gone @> array[${gone}::uuid]`)
    .orderBy('createdAt', 'desc')
    .limit(1)
  const step = await trx
    .deleteFrom('undoStep')
    .where('id', 'in', newest)
    .returning(['id', 'action', 'title', 'changed'])
    .executeTakeFirst()
  return step && { ...step, changed: step.changed as Changed }
}
