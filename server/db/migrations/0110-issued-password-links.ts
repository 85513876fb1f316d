import { sql, type Kysely } from 'kysely'

/** `issued_by`: who made the link, where the person did not get it by mail; it ends with them. `asked`: the person asked for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table password_reset add column issued_by uuid references user_account on delete cascade,
    add column asked boolean not null default true`.execute(db)
  await sql`create index password_reset_issued_by on password_reset (issued_by) where issued_by is not null`.execute(db)
}
