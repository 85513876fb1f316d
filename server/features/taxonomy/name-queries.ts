import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'

/** Those among these ids that are there (not trashed). */
export async function knownNames(db: Db, noun: MergedNoun, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  // Whoever merges or deletes one of them waits until the caller's transaction has used it, or is waited for.
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(mergedNouns[noun].table)}
    where id = any(${ids}::uuid[]) and deleted_at is null for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Names by id; trashed ones keep theirs. */
export async function namesById(db: Db, noun: MergedNoun, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { table, name } = mergedNouns[noun]
  const { rows } = await sql<{ id: string; name: string }>`select id, ${sql.ref(name)} as name
    from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}
