import { sql, type Kysely } from 'kysely'

/** Which articles may have a popularity: the others are not looked at to bring it up to date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table popularity_counted (article_id uuid primary key)`.execute(db)
  await sql`insert into popularity_counted select article_id from reader_search where popularity > 0 or popular`.execute(
    db,
  )
}
