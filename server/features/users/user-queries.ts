import type { Me } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'

/** One address, however it is written: what sign-in, limits and uniqueness go by. */
export const emailKeyOf = (email: string): string => email.toLowerCase()

const meColumns = ['id', 'version', 'email', 'name', 'role', 'locale', 'timeZone'] as const

export const findMe = (db: Db, id: string): Promise<Me | undefined> =>
  db.selectFrom('userAccount').where('id', '=', id).select(meColumns).executeTakeFirst()

export const hasAdministrator = async (db: Db): Promise<boolean> =>
  Boolean(
    await db.selectFrom('userAccount').where('role', '=', 'administrator').select('id').limit(1).executeTakeFirst(),
  )
