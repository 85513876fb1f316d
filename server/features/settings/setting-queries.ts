import type { RegistrationMode, Settings } from '#contract/settings.ts'
import type { Db } from '../../db/database.ts'

const DEFAULTS: Settings = {
  registration: { mode: 'approval' },
  site: { articleUrl: '' },
  readers: { origins: [], halfLifeHours: 6 },
  secondStep: { roles: [] },
}

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
  readers: await settingOf(db, 'readers'),
  secondStep: await settingOf(db, 'secondStep'),
})

/** After how many hours a view weighs half as much, where the window is 24 hours. */
export const halfLifeHours = async (db: Db): Promise<number> => (await settingOf(db, 'readers')).halfLifeHours

/** Of which sites pages may use the delivery API and report readers: the site itself, and those named beside it. */
export async function readerOrigins(db: Db): Promise<Set<string>> {
  const [pattern, { origins }] = [await sitePattern(db), await settingOf(db, 'readers')]
  const site = pattern.replace(/^(https?:\/\/[^/?#]+).*$/i, '$1')
  return new Set([...origins, ...(URL.canParse(site) ? [new URL(site).origin] : [])])
}

/** The roles whose sign-in takes a second step. */
export const secondStepRoles = async (db: Db): Promise<Settings['secondStep']['roles']> =>
  (await settingOf(db, 'secondStep')).roles
