import { sql } from 'kysely'
import type { HealthFact } from '#contract/health-checks.ts'
import type { HealthCheck } from '../health-check.ts'

/** Reports from the outside site that were refused in the last hour: of all processes, as they were added up by status. */
export const eventRefusalCheck: HealthCheck = {
  name: 'event_refusals',
  timeLimitMs: 3000,
  everyTurns: 2,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ fact: HealthFact; calls: number }>`
      select case status when 429 then 'tooMany' when 413 then 'tooLarge' when 400 then 'malformed' else 'otherwise' end as fact,
        sum(calls)::bigint as calls
      from event_refusal where hour >= date_trunc('hour', now() - interval '1 hour', 'UTC') group by 1`.execute(db)
    return {
      value: rows.reduce((sum, { calls }) => sum + calls, 0),
      facts: Object.fromEntries(rows.map(({ fact, calls }) => [fact, calls])),
    }
  },
}
