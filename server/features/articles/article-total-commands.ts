import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'

/** Adds the pending changes to the stored numbers of articles in each state. The job's. */
export async function flushStateCounts(db: Db): Promise<void> {
  if (!(await hasRows(db, sql`article_state_change`))) return
  await sql`with changes as (delete from article_state_change returning state, delta)
    insert into article_state_count as counted (state, count) select state, sum(delta) from changes group by state
    order by state on conflict (state) do update set count = counted.count + excluded.count`.execute(db)
}

/** The same for the numbers by week. */
export async function flushWeekCounts(db: Db): Promise<void> {
  if (!(await hasRows(db, sql`article_week_change`))) return
  await sql`with changes as (delete from article_week_change returning state, week, delta)
    insert into article_week_count as counted (state, week, count) select state, week, sum(delta) from changes group by state, week
    order by state, week on conflict (state, week) do update set count = counted.count + excluded.count`.execute(db)
}
