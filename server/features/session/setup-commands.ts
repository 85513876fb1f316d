import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { emailKeyOf, hasAdministrator } from '../users/user-queries.ts'
import { hashPassword } from './password-hash.ts'
import { passwordProblem } from './password-rules.ts'

// No letters or digits that are easily taken for one another.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newSetupCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )

/**
 * Before the first administrator exists: makes them from ADMIN_EMAIL and ADMIN_PASSWORD, else answers the setup code
 * to print. Many processes may do this at once; they all answer the same code.
 */
export async function prepareSetup({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined
  if (config.admin) {
    await createFirstAdministrator(db, config.admin)
    return undefined
  }
  return db.transaction().execute(async (trx) => {
    await lockSetup(trx)
    if (await hasAdministrator(trx)) return undefined
    await trx
      .insertInto('setting')
      .values({ key: 'setup_code', value: JSON.stringify({ code: newSetupCode() }), updatedBy: null })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    return setupCode(trx)
  })
}

/** Everyone who may make the first administrator waits here for the others. */
export const lockSetup = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('copydesk first administrator'))`.execute(trx)

export async function setupCode(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').where('key', '=', 'setup_code').select('value').executeTakeFirst()
  return (row?.value as { code: string } | undefined)?.code
}

export const forgetSetupCode = (db: Db) => db.deleteFrom('setting').where('key', '=', 'setup_code').execute()

async function createFirstAdministrator(db: Services['db'], { email, password }: { email: string; password: string }) {
  const name = email.split('@')[0] ?? email
  const normal = password.normalize('NFKC')
  const problem = passwordProblem(normal, { email, name })
  if (problem) throw new Error(`ADMIN_PASSWORD is wrong: ${problem}.`)
  const passwordHash = await hashPassword(normal)
  await db.transaction().execute(async (trx) => {
    await lockSetup(trx)
    if (await hasAdministrator(trx)) return
    const id = uuidv7()
    const role = 'administrator'
    await trx
      .insertInto('userAccount')
      .values({ id, email, emailKey: emailKeyOf(email), name, passwordHash, role, status: 'active' })
      .execute()
    await forgetSetupCode(trx)
    await recordAudit(trx, null, {
      action: 'register',
      entityType: 'user',
      entityId: id,
      entityTitle: name,
      after: { role },
    })
  })
}
