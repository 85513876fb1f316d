import { sql, type Kysely } from 'kysely'

/** Pins have an order of their own. The ones that exist keep the order they were shown in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hot_choice add column position integer not null default 0`.execute(db)
  await sql`update hot_choice set position = numbered.position
    from (select article, (row_number() over (order by created_at, article))::int as position from hot_choice) as numbered
    where hot_choice.article = numbered.article`.execute(db)
}
