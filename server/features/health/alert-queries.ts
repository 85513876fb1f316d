import type { HealthAlerts } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'
import { settingRow } from '../settings/setting-row-queries.ts'

export type AlertSettings = Pick<HealthAlerts, 'emails' | 'webhook' | 'afterMinutes'>
export type AlertDelivery = NonNullable<HealthAlerts['lastDelivery']>
/** Rows of the table of settings that only this feature reads. */
export const ALERT_KEYS = { settings: 'alerts', secret: 'alertSecret', delivery: 'alertDelivery' } as const

const DEFAULTS: AlertSettings = { emails: [], webhook: '', afterMinutes: 5 }

const valueOf = async (db: Db, key: string) =>
  (await db.selectFrom('setting').where('key', '=', key).select('value').executeTakeFirst())?.value

/** Who is told, and when. */
export const alertSettings = async (db: Db): Promise<AlertSettings> => ({
  ...DEFAULTS,
  ...((await valueOf(db, ALERT_KEYS.settings)) as Partial<AlertSettings> | undefined),
})

/** What signs calls of the webhook; undefined before there is one. */
export const alertSecret = async (db: Db): Promise<string | undefined> =>
  ((await valueOf(db, ALERT_KEYS.secret)) as { secret?: string } | undefined)?.secret

/** The settings as administrators see them, without the secret. */
export async function viewAlerts(db: Db): Promise<HealthAlerts> {
  const [{ value, version, updatedBy }, secret, delivery] = await Promise.all([
    settingRow(db, ALERT_KEYS.settings),
    alertSecret(db),
    valueOf(db, ALERT_KEYS.delivery),
  ])
  return {
    ...DEFAULTS,
    ...(value as Partial<AlertSettings>),
    version,
    updatedBy,
    hasSecret: secret !== undefined,
    lastDelivery: (delivery as AlertDelivery | undefined) ?? null,
  }
}
