import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/**
 * Writes a row of the table of settings, whose version goes up.
 * @param updatedBy the account that saved it; null for what the server remembers
 */
export async function writeSettingRow(trx: Db, key: string, row: object, updatedBy: string | null): Promise<void> {
  const value = JSON.stringify(row)
  await trx
    .insertInto('setting')
    // The defaults, before anyone saved them, are the first version.
    .values({ key, value, updatedBy, version: 2 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((before) => ({
        value,
        updatedBy,
        updatedAt: sql<string>`now()`,
        version: before('setting.version', '+', 1),
      })),
    )
    .execute()
}
