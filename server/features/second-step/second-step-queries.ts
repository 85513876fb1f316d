import { sql } from 'kysely'
import type { SecondStepNeeded } from '#contract/session.ts'
import type { SecondStepMethods } from '#contract/second-step.ts'
import type { Db } from '../../db/database.ts'
import { secondStepRoles } from '../settings/setting-queries.ts'

/** What a person has beside the password; all empty: no second step. */
export async function methodsOf(db: Db, userId: string): Promise<SecondStepNeeded['methods']> {
  const has = (table: 'authenticator_app' | 'passkey' | 'recovery_code', more = sql``) =>
    sql<boolean>`exists (select from ${sql.table(table)} where user_id = ${userId} ${more})`
  const { rows } = await sql<SecondStepNeeded['methods']>`select ${has('authenticator_app')} as app,
    ${has('passkey')} as passkey, ${has('recovery_code', sql`and used_at is null`)} as "recoveryCode"`.execute(db)
  return rows[0] ?? { app: false, passkey: false, recoveryCode: false }
}

/** Everything about the second step of a person, for their own account page. */
export async function viewMethods(db: Db, userId: string, passkeyOrigin: string | null): Promise<SecondStepMethods> {
  const [person, app, passkeys, codes, roles] = await Promise.all([
    db.selectFrom('userAccount').where('id', '=', userId).select(['role', 'secondStepSince']).executeTakeFirstOrThrow(),
    db
      .selectFrom('authenticatorApp')
      .where('userId', '=', userId)
      .select(['createdAt', 'lastUsedAt'])
      .executeTakeFirst(),
    db
      .selectFrom('passkey')
      .where('userId', '=', userId)
      .select(['id', 'name', 'createdAt', 'lastUsedAt', 'synced'])
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('recoveryCode')
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .executeTakeFirstOrThrow(),
    secondStepRoles(db),
  ])
  return {
    app: app ?? null,
    passkeys,
    recoveryCodesLeft: person.secondStepSince === null ? null : Number(codes.left),
    required: roles.includes(person.role),
    passkeyOrigin,
  }
}

/** How many authenticator apps have a secret that another key encrypted. */
export async function countForeignSecrets(db: Db, keyId: string): Promise<number> {
  const { n } = await db
    .selectFrom('authenticatorApp')
    .where('keyId', '!=', keyId)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
