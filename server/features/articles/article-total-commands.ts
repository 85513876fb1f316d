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

/** The same for the numbers by day and by month. */
export async function flushDayCounts(db: Db): Promise<void> {
  if (!(await hasRows(db, sql`article_day_change`))) return
  await sql`with changes as (delete from article_day_change returning state, day, delta),
    days as (
      insert into article_day_count as counted (day, state, count) select day, state, sum(delta) from changes group by day, state
      order by day, state on conflict (day, state) do update set count = counted.count + excluded.count
    )
    insert into article_month_count as counted (month, state, count) select month_of(day), state, sum(delta) from changes group by 1, 2
    order by 1, 2 on conflict (month, state) do update set count = counted.count + excluded.count`.execute(db)
}
