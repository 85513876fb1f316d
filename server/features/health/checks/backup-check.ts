import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** How old the newest backup is that was recorded. */
export const backupCheck: HealthCheck = {
  name: 'backups',
  timeLimitMs: 3000,
  everyTurns: 12,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ seconds: number; bytes: number }>`
      select extract(epoch from now() - finished_at)::float8 as seconds, bytes from backup_record where state = 'done'
      order by finished_at desc limit 1`.execute(db)
    const [newest] = rows
    if (!newest) return { value: null, state: 'unknown', cause: 'no_backup' }
    return { value: Math.max(0, newest.seconds), facts: { used: newest.bytes } }
  },
}
