import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { SECOND_STEP_MINUTES } from '#contract/second-step.ts'
import type { Db } from '../../db/database.ts'
import type { SecondStepTables } from '../../db/second-step-tables.ts'

type Kind = SecondStepTables['secondStepChallenge']['kind']

/** Keeps what an owner was asked, in place of what it was asked before. */
export async function keepChallenge(db: Db, kind: Kind, ownerId: string | null, value: Buffer): Promise<void> {
  const expiresAt = sql<string>`now() + make_interval(mins => ${SECOND_STEP_MINUTES})`
  await db
    .insertInto('secondStepChallenge')
    .values({ id: uuidv7(), kind, ownerId, value, expiresAt })
    .onConflict((conflict) => conflict.columns(['ownerId', 'kind']).doUpdateSet({ value, expiresAt }))
    .execute()
}

/** What this owner was asked last; it stays. */
export async function openChallenge(db: Db, kind: Kind, ownerId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('secondStepChallenge')
    .where('kind', '=', kind)
    .where('ownerId', '=', ownerId)
    .where('expiresAt', '>', sql<string>`now()`)
    .select('value')
    .forUpdate()
    .executeTakeFirst()
  return row?.value
}

/** What this owner was asked last; no one gets it a second time. */
export async function takeChallenge(db: Db, kind: Kind, ownerId: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('secondStepChallenge')
    .where('kind', '=', kind)
    .where('ownerId', '=', ownerId)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('value')
    .executeTakeFirst()
  return row?.value
}

/** Whether this was asked of someone who is not known yet; the second time it was not. */
export async function takeOpenChallenge(db: Db, kind: Kind, value: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('secondStepChallenge')
    .where('kind', '=', kind)
    .where('ownerId', 'is', null)
    .where('value', '=', value)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
