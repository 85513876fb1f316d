import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** What an import may write beside its own report. */
const TABLES = [
  'author',
  'category',
  'tag',
  'media',
  'article',
  'article_author',
  'article_category',
  'article_tag',
  'article_live',
  'article_revision',
  'redirect',
  'import_source',
  'graphile_worker._private_jobs',
]

/** Every row of every table in one number each: equal only where nothing at all was written. */
export async function tableChecksums(db: Db): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(md5(t::text || t.xmin::text), '' order by md5(t::text))), '') as sum
      from ${sql.table(table)} t`.execute(db)
    sums[table] = rows[0]?.sum ?? ''
  }
  return sums
}
