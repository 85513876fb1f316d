import type { RegistrationMode, Settings } from '#contract/settings.ts'
import type { Db } from '../../db/database.ts'

const DEFAULTS: Settings = { registration: { mode: 'approval' }, site: { articleUrl: '' } }

async function settingOf<Key extends keyof Settings>(db: Db, key: Key): Promise<Settings[Key]> {
  const row = await db.selectFrom('setting').where('key', '=', key).select('value').executeTakeFirst()
  return { ...DEFAULTS[key], ...(row?.value as Partial<Settings[Key]> | undefined) }
}

/** How people get accounts; by approval unless the administrators chose otherwise. */
export const registrationMode = async (db: Db): Promise<RegistrationMode> => (await settingOf(db, 'registration')).mode

/** How the outside site makes the address of an article, see contract/site-address.ts; empty: there is no site. */
export const sitePattern = async (db: Db): Promise<string> => (await settingOf(db, 'site')).articleUrl

export const viewSettings = async (db: Db): Promise<Settings> => ({
  registration: await settingOf(db, 'registration'),
  site: await settingOf(db, 'site'),
})
