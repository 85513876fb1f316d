import { sql } from 'kysely'
import { buildInfo } from '../../../build-info.ts'
import type { HealthCheck } from '../health-check.ts'

const build = buildInfo()

/** How many versions of Copydesk run at the same time, and on what. */
export const versionCheck: HealthCheck = {
  name: 'version',
  timeLimitMs: 3000,
  everyTurns: 2,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db, version }) {
    const { rows } = await sql<{ server: string; others: number }>`
      select current_setting('server_version') as server,
        (select count(distinct version)::int from health_report
          where version <> ${version} and seen_at > now() - interval '1 minute') as others`.execute(db)
    const postgres = (rows[0]?.server ?? '').split(' ')[0] ?? ''
    const about = build && ` (${build})`
    const detail = `Copydesk ${version}${about}, Node.js ${process.versions.node}, PostgreSQL ${postgres}`
    return { value: 1 + (rows[0]?.others ?? 0), detail }
  },
}
