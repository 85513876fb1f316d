import type { BackupPlan } from '#contract/backups.ts'
import type { Db } from '../../db/database.ts'

/** The row of the table of settings that only this feature reads. */
export const PLAN_KEY = 'backups'
const DEFAULT: BackupPlan = { enabled: true, hour: 2, keep: 7 }

/** When backups are made by themselves; every night unless the administrators chose otherwise. */
export async function backupPlan(db: Db): Promise<BackupPlan> {
  const row = await db.selectFrom('setting').where('key', '=', PLAN_KEY).select('value').executeTakeFirst()
  return { ...DEFAULT, ...(row?.value as Partial<BackupPlan> | undefined) }
}
