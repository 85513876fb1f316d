import { sql } from 'kysely'
import type { AppSecret } from '#contract/second-step.ts'
import type { Db } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { keepChallenge, openChallenge, takeChallenge } from './challenge-commands.ts'
import { describeSecret, newAppSecret, stepOfCode } from './totp-rules.ts'

/** Whom a method is for, and the session or pending sign-in that sets it up. */
export type Enrolling = { userId: string; ownerId: string; email: string }

const contextOf = (userId: string) => `app:${userId}`
const codeOnly = (code: string) => code.replace(/[\s-]/g, '')

/** A new secret, which is not used before its first code is confirmed. */
export async function beginApp(db: Db, box: SecretBox, { userId, ownerId, email }: Enrolling): Promise<AppSecret> {
  const secret = newAppSecret()
  await keepChallenge(db, 'app', ownerId, box.seal(secret, contextOf(userId)))
  return describeSecret(secret, email)
}

/** Whether the code is of the secret that was begun; then the person's app is that one. */
export async function confirmApp(
  trx: Db,
  box: SecretBox,
  { userId, ownerId }: Omit<Enrolling, 'email'>,
  code: string,
): Promise<boolean> {
  const sealed = await openChallenge(trx, 'app', ownerId)
  if (!sealed) return false
  const lastStep = stepOfCode(box.open(sealed, contextOf(userId)), codeOnly(code), await databaseSeconds(trx))
  if (lastStep === undefined) return false
  await takeChallenge(trx, 'app', ownerId)
  const app = { secret: sealed, keyId: box.keyId, lastStep, lastUsedAt: null }
  await trx
    .insertInto('authenticatorApp')
    .values({ userId, ...app })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...app, createdAt: sql<string>`now()` }))
    .execute()
  return true
}

/**
 * Whether it is a code of the person's app that was not used before; it is used now.
 * @throws Error when the secret was encrypted with another key: SECRETS_KEY or DATA_DIR is not the one it was
 */
export async function useAppCode(trx: Db, box: SecretBox, userId: string, code: string): Promise<boolean> {
  const app = await trx
    .selectFrom('authenticatorApp')
    .where('userId', '=', userId)
    .select(['secret', 'keyId'])
    .executeTakeFirst()
  if (!app) return false
  if (app.keyId !== box.keyId)
    throw new Error('An authenticator app cannot be checked: SECRETS_KEY is not the key that encrypted its secret')
  const step = stepOfCode(box.open(app.secret, contextOf(userId)), codeOnly(code), await databaseSeconds(trx))
  if (step === undefined) return false
  const { numUpdatedRows } = await trx
    .updateTable('authenticatorApp')
    .set({ lastStep: step, lastUsedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('secret', '=', app.secret)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a text has the form of a code of an app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(codeOnly(code))

async function databaseSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{
    seconds: number
  }>`select extract(epoch from clock_timestamp())::float8 as seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}
