import type { RegistrationMode, Settings } from '#contract/settings.ts'
import type { Db } from '../../db/database.ts'

/** How people get accounts; by approval unless the administrators chose otherwise. */
export async function registrationMode(db: Db): Promise<RegistrationMode> {
  const row = await db.selectFrom('setting').where('key', '=', 'registration').select('value').executeTakeFirst()
  return (row?.value as Partial<Settings['registration']> | undefined)?.mode ?? 'approval'
}

export const viewSettings = async (db: Db): Promise<Settings> => ({
  registration: { mode: await registrationMode(db) },
})
