import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** As if the time had come: the plan of the article and its job move into the past. */
export async function letTimePass(db: Db, id: string): Promise<void> {
  await db
    .updateTable('article')
    .set({ publishAt: sql<string>`now() - interval '1 minute'` })
    .where('id', '=', id)
    .execute()
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker._private_jobs where key = ${`article-publish:${id}`}), run_at => now())`.execute(db)
}
