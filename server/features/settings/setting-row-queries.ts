import type { PersonRef } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'

/** When a row of the table of settings was never saved, its default is the first version. */
type SettingRow = { value: object; version: number; updatedBy: PersonRef | null }

/** A row of the table of settings, with its version and who saved it. */
export async function settingRow(db: Db, key: string): Promise<SettingRow> {
  const row = await db
    .selectFrom('setting')
    .leftJoin('userAccount as updater', 'updater.id', 'setting.updatedBy')
    .where('key', '=', key)
    .select(['value', 'setting.version', 'setting.updatedBy', 'updater.name as updaterName'])
    .executeTakeFirst()
  return {
    value: row?.value ?? {},
    version: row?.version ?? 1,
    updatedBy: row?.updatedBy ? { id: row.updatedBy, name: row.updaterName ?? '' } : null,
  }
}
