import { sql, type Kysely } from 'kysely'

type Row = { plan: { hour?: number } | null; zone: string | null }

/** The hour that clocks of the zone show at an hour of the UTC day of `now`; of half hours the beginning. */
export function localHour(utcHour: number, zone: string, now: Date): number {
  const at = new Date(now)
  at.setUTCHours(utcHour, 0, 0, 0)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  return Number(clock.format(at))
}

/** The hour of scheduled backups was stored in UTC. It is on the clocks of the site now, as it was shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`select
    (select value from setting where key = 'backups') as plan,
    (select value->>'timeZone' from setting where key = 'general') as zone`.execute(db)
  const { plan, zone } = rows[0] ?? {}
  if (plan?.hour === undefined) return
  const moved = JSON.stringify({ ...plan, hour: localHour(plan.hour, zone ?? 'UTC', new Date()) })
  await sql`update setting set value = ${moved}::jsonb where key = 'backups'`.execute(db)
}
