import type { BackupPlan, SavedBackupPlan } from '#contract/backups.ts'
import type { Db } from '../../db/database.ts'
import { siteZone } from '../settings/setting-queries.ts'
import { settingRow } from '../settings/setting-row-queries.ts'
import { nextDue } from './backup-plan-rules.ts'
import { installationTimes } from './backup-queries.ts'

/** The row of the table of settings that only this feature reads. */
export const PLAN_KEY = 'backups'
const DEFAULT: BackupPlan = { enabled: true, hour: 2, keep: 7 }

/** When scheduled backups are made; every night unless the administrators chose otherwise. */
export async function backupPlan(db: Db): Promise<SavedBackupPlan> {
  const { value, ...saved } = await settingRow(db, PLAN_KEY)
  return { ...DEFAULT, ...(value as Partial<BackupPlan>), ...saved }
}

/** When the plan makes the next backup, by the database's clock; null while it is off. */
export async function nextBackupAt(db: Db, { enabled, hour }: BackupPlan): Promise<string | null> {
  if (!enabled) return null
  const { now } = await installationTimes(db)
  return nextDue({ hour, zone: await siteZone(db) }, now).toISOString()
}
