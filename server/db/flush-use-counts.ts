import { sql } from 'kysely'
import type { Db } from './database.ts'
import { hasRows } from './has-rows.ts'
import type { CountedNoun } from './use-counts.ts'

/**
 * Adds the pending changes to the stored counts of uses. A row that is locked, as by a merge, is left for the next time
 * instead of being waited for. Reads do without: see `usesNow`.
 */
export async function flushUseCounts(db: Db, noun: CountedNoun): Promise<void> {
  if (!(await hasRows(db, sql`use_change where entity_type = ${noun}`))) return
  await sql`with free as materialized (
      select id from ${sql.table(noun)} where id in (select entity_id from use_change where entity_type = ${noun})
      order by id for no key update skip locked
    ), changes as (
      delete from use_change where entity_type = ${noun} and entity_id in (select id from free)
      returning entity_id, delta
    )
    update ${sql.table(noun)} as name set uses = uses + summed.delta
    from (select entity_id, sum(delta) as delta from changes group by 1) as summed
    where name.id = summed.entity_id`.execute(db)
}
