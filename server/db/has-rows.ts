import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** Whether there is any row. `from`: what follows FROM, conditions included. */
export async function hasRows(db: Db, from: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${from}) as found`.execute(db)
  return rows[0]?.found ?? false
}
