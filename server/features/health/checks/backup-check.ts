import { sql } from 'kysely'
import { stateOfValue, worseOf } from '#contract/health-checks.ts'
import type { HealthCheck } from '../health-check.ts'

/** How old the newest backup is that can be restored, as far as anyone knows, and what became of the last attempt. */
export const backupCheck: HealthCheck = {
  name: 'backups',
  timeLimitMs: 3000,
  everyTurns: 2,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ seconds: number | null; bytes: number | null; last: string | null; verified: string }>`
      select extract(epoch from now() - good.finished_at)::float8 as seconds, good.bytes, last.state as last, last.verified
      from (select state, verified from backup_record where state <> 'running' order by started_at desc limit 1) as last
      left join lateral (select finished_at, bytes from backup_record where state = 'done' and verified <> 'failed'
        order by finished_at desc limit 1) as good on true`.execute(db)
    const [found] = rows
    if (!found) return { value: null, state: 'warning', cause: 'no_backup' }
    const { seconds, bytes, last, verified } = found
    const isUnusable = last === 'done' && verified === 'failed'
    const cause = isUnusable ? 'backup_unusable' : last === 'failed' ? 'backup_failed' : undefined
    if (seconds === null) return { value: null, state: 'bad', cause: cause ?? 'no_backup' }
    const age = Math.max(0, seconds)
    const state = worseOf(stateOfValue('backups', age), isUnusable ? 'bad' : cause ? 'warning' : 'good')
    return { value: age, state, ...(cause && { cause }), facts: { used: bytes ?? 0 } }
  },
}
