import { sql, type Kysely } from 'kysely'

/** Why a backup or its trial failed, as a code that the console says in the person's language; null for older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_record add column failure text, add column verify_failure text`.execute(db)
  await sql`update backup_record set failure = 'interrupted', error = ''
    where state = 'failed' and error = 'It was interrupted.'`.execute(db)
  await sql`update backup_record set verify_failure = 'interrupted', verify_detail = ''
    where verify_detail = 'It was interrupted.'`.execute(db)
}
