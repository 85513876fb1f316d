import { sql } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Site } from '#contract/session.ts'
import {
  type RegistrationMode,
  type SettingSection,
  type Settings,
  type SettingState,
  type SettingValues,
  settingNames,
} from '#contract/settings.ts'
import type { Db } from '../../db/database.ts'
import { mediaRefs } from '../media/media-queries.ts'

const DEFAULTS: SettingValues = {
  registration: { mode: 'approval' },
  general: { name: '', logo: null, timeZone: 'UTC', locale: null },
  site: { articleUrl: '' },
  secondStep: { roles: [] },
  readers: { origins: [], halfLifeHours: 6, liftMost: 4 },
  delivery: { needsKey: false },
}

/** One section as it is stored; what was never set has its default. */
async function settingOf<Name extends SettingSection>(db: Db, name: Name): Promise<SettingValues[Name]> {
  const row = await db.selectFrom('setting').where('key', '=', name).select('value').executeTakeFirst()
  return { ...DEFAULTS[name], ...(row?.value as Partial<SettingValues[Name]> | undefined) }
}

/** How people get accounts; by approval unless the administrators chose otherwise. */
export const registrationMode = async (db: Db): Promise<RegistrationMode> => (await settingOf(db, 'registration')).mode

type Row = { key: string; value: object; version: number; updatedBy: string | null; updaterName: string | null }

const settingRows = (db: Db): Promise<Row[]> =>
  db
    .selectFrom('setting')
    .leftJoin('userAccount as updater', 'updater.id', 'setting.updatedBy')
    .where('key', 'in', settingNames)
    .select(['key', 'value', 'setting.version', 'setting.updatedBy', 'updater.name as updaterName'])
    .execute()

const stateOf = <Name extends SettingSection>(name: Name, row: Row | undefined): SettingState<Name> => ({
  ...DEFAULTS[name],
  ...(row?.value as Partial<SettingValues[Name]> | undefined),
  id: name,
  version: row?.version ?? 1,
  updatedBy: row?.updatedBy ? { id: row.updatedBy, name: row.updaterName ?? '' } : null,
})

/** One section with its version, and who saved it. */
export async function settingState<Name extends SettingSection>(db: Db, name: Name): Promise<SettingState<Name>> {
  return stateOf(
    name,
    (await settingRows(db)).find(({ key }) => key === name),
  )
}

/** All settings, with the version of each section. */
export async function viewSettings(db: Db): Promise<Settings> {
  const rows = await settingRows(db)
  const states = settingNames.map((name) =>
    stateOf(
      name,
      rows.find(({ key }) => key === name),
    ),
  )
  const values = Object.fromEntries(
    states.map(({ id, version: _version, updatedBy: _updatedBy, ...value }) => [id, value]),
  ) as unknown as SettingValues
  const saved = Object.fromEntries(states.map(({ id, version, updatedBy: by }) => [id, { version, by }]))
  const [logo = null] = values.general.logo ? await mediaRefs(db, [values.general.logo]) : []
  return { ...values, logo, saved: saved as Settings['saved'] }
}

/** What addresses of articles are made of, as it is stored; null where nothing is set. */
export type SiteSettings = { site?: Partial<SettingValues['site']>; general?: Partial<SettingValues['general']> } | null

/** The same as an expression for queries. */
export const siteSettings = sql<SiteSettings>`(select json_object_agg(key, value) from setting where key in ('site', 'general'))`

/**
 * How the outside site makes the address of an article, see contract/site-address.ts; an empty pattern: there is no site.
 * `timeZone`: where the dates in it begin.
 */
export function siteAddressesOf(given: SiteSettings): { pattern: string; timeZone: string } {
  const { articleUrl: pattern } = { ...DEFAULTS.site, ...given?.site }
  const { timeZone } = { ...DEFAULTS.general, ...given?.general }
  return { pattern, timeZone }
}

/** The same, read from the database. */
export async function siteAddresses(db: Db): Promise<{ pattern: string; timeZone: string }> {
  const { rows } = await sql<{ site: SiteSettings }>`select ${siteSettings} as site`.execute(db)
  return siteAddressesOf(rows[0]?.site ?? null)
}

/** The site's time zone. */
export const siteZone = async (db: Db): Promise<string> => (await settingOf(db, 'general')).timeZone

/** What the console shows of the site. */
export async function viewSite(db: Db): Promise<Site> {
  const { logo: media, ...site } = await settingOf(db, 'general')
  const [logo] = media ? await mediaRefs(db, [media]) : []
  return { ...site, logo: logo ? { url: logo.thumb, width: logo.width, height: logo.height } : null }
}

/** What the site is called; empty while no name is set. */
export const siteName = async (db: Db): Promise<string> => (await settingOf(db, 'general')).name

/** The language of people who have chosen none; undefined while none is set. */
export const siteLocale = async (db: Db): Promise<Locale | undefined> =>
  (await settingOf(db, 'general')).locale ?? undefined

/** The site's time zone, as an expression for queries. */
export const siteTimeZone = sql<string>`coalesce(
  (select value->>'timeZone' from setting where key = 'general'), ${sql.lit(DEFAULTS.general.timeZone)})`

type HotWeights = { halfLifeHours: number; liftMost: number }

/** After how many hours a view weighs half as much, where the window is 24 hours, and how much the lift may weigh. */
export async function hotWeights(db: Db): Promise<HotWeights> {
  const { halfLifeHours, liftMost } = await settingOf(db, 'readers')
  return { halfLifeHours, liftMost }
}

/** Whether reading the delivery API needs a key. */
export const deliveryNeedsKey = async (db: Db): Promise<boolean> => (await settingOf(db, 'delivery')).needsKey

/** Of which sites pages may use the delivery API and report readers: the site itself, and those named beside it. */
export async function readerOrigins(db: Db): Promise<Set<string>> {
  const [{ articleUrl: pattern }, { origins }] = [await settingOf(db, 'site'), await settingOf(db, 'readers')]
  const site = pattern.replace(/^(https?:\/\/[^/?#]+).*$/i, '$1')
  return new Set([...origins, ...(URL.canParse(site) ? [new URL(site).origin] : [])])
}

/** The roles whose sign-in takes a second step. */
export const secondStepRoles = async (db: Db): Promise<Settings['secondStep']['roles']> =>
  (await settingOf(db, 'secondStep')).roles
