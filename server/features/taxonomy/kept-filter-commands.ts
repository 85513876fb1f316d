import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/**
 * Saved views that ask for a name which is deleted permanently now ask for the one that took its place: from then on no one knows
 * which that was.
 * @param replacements what took the place of each, by its id
 */
export async function replaceInSavedViews(
  trx: Db,
  replacements: Iterable<readonly [string, string | null]>,
): Promise<void> {
  for (const [id, now] of replacements)
    if (now !== null && now !== id)
      await sql`update saved_view set query = replace(query, ${id}, ${now})
        where query like ${`%${id}%`}`.execute(trx)
}
