import type { Db } from '../server/db/database.ts'
import { PLAN_KEY } from '../server/features/backups/backup-plan-queries.ts'

/** Turns the plan of backups off: one that is due would take the machine from what is measured. */
export async function stopScheduledBackups(db: Db): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: PLAN_KEY, value: JSON.stringify({ enabled: false }) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
    .execute()
}
