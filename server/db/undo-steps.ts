import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** For how long who made a change can take it back at once: one hour. */
const tooOld = sql<string>`now() - interval '1 hour'`
/** And for how long it can be found in the trash. */
const forgotten = sql<string>`now() - interval '30 days'`

/** `gone`: what the step put into the trash. */
type Step = { noun: string; action: string; title: string; changed: unknown; gone?: string[] }

/**
 * Keeps what is needed to take a change back, within the transaction that makes the change. `changed` is the feature's own
 * business and must survive JSON.
 * @param who the account that made the change; only that account can take it back
 * @returns the id to hand out for the undo
 */
export async function keepUndoStep(trx: Db, who: string, { changed, ...step }: Step): Promise<string> {
  // Those that somebody else deletes just now are passed over: that may wait for what this transaction has locked.
  const expired = trx.selectFrom('undoStep').select('id').where('createdAt', '<', forgotten).forUpdate().skipLocked()
  await trx.deleteFrom('undoStep').where('id', 'in', expired).execute()
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
 * @param who the account that made the change; null for the trash, which has asked already who may, and keeps it longer
 * @returns undefined when it is not there, was used, is older than an hour, or is of somebody else or another noun
 */
export async function takeUndoStep<Changed>(
  trx: Db,
  who: string | null,
  noun: string,
  id: string,
): Promise<Taken<Changed> | undefined> {
  const step = await trx
    .deleteFrom('undoStep')
    .where('id', '=', id)
    .where('noun', '=', noun)
    .where('createdAt', '>', who === null ? forgotten : tooOld)
    .$if(who !== null, (step) => step.where('createdBy', '=', who ?? ''))
    .returning(['id', 'action', 'title', 'changed'])
    .executeTakeFirst()
  return step && { ...step, changed: step.changed as Changed }
}

/**
 * A step that is undone row by row: locked until the transaction ends, and deleted by `deleteUndoStep` once it is used up.
 * @param who the account that made the change; null for the trash, which has asked already who may. Either has thirty days
 * @returns undefined when it is not there, was used, is older, or is of somebody else or another noun
 */
export const lockUndoStep = (
  trx: Db,
  who: string | null,
  noun: string,
  id: string,
): Promise<Pick<Taken<unknown>, 'id' | 'action' | 'title'> | undefined> =>
  trx
    .selectFrom('undoStep')
    .select(['id', 'action', 'title'])
    .where('id', '=', id)
    .where('noun', '=', noun)
    .where('createdAt', '>', forgotten)
    .$if(who !== null, (step) => step.where('createdBy', '=', who ?? ''))
    .forUpdate()
    .executeTakeFirst()

/** Afterwards nobody can undo it. */
export async function deleteUndoStep(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('undoStep').where('id', '=', id).execute()
}

/** Gives a step the title that the trash shows, where it was not known at first. */
export async function nameUndoStep(trx: Db, id: string, title: string): Promise<void> {
  await trx.updateTable('undoStep').set({ title }).where('id', '=', id).execute()
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
