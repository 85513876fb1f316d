import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'

/** PostgreSQL gives each statement four seconds; locking this many articles takes a tenth of one. */
const LOCKED_AT_ONCE = 5000
/** Rewriting this many published articles takes a fraction of a second, and on a machine of a sixth of the speed less than the four. */
const CHANGED_AT_ONCE = 200

/** So many articles that what changes all of them is one short statement. */
export function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += CHANGED_AT_ONCE) yield all.slice(from, from + CHANGED_AT_ONCE)
}

/**
 * Names that leave, and every article that has one of them, its editors' or its readers' version: no one else gives, takes
 * or saves one of these until the transaction ends. To be called while the taxonomy is locked.
 * @returns the articles, each once
 */
export async function lockUses(trx: Db, noun: MergedNoun, ids: readonly string[]): Promise<string[]> {
  const { table, links, column } = mergedNouns[noun]
  // Those who save wait for these: see knownTags and knownAuthors.
  await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update`.execute(trx)
  return lockArticles(
    trx,
    sql`select article_id as id from ${sql.table(links)} where ${sql.ref(column)} = any(${ids}::uuid[])
      union all select article_id from live_term where term = any(${ids}::uuid[])`,
  )
}

/** Locks these articles, which come in any order and maybe more than once. @returns each once */
export const lockArticles = (trx: Db, which: RawBuilder<unknown>): Promise<string[]> =>
  gatherArticles(trx, which, async (ids) => {
    await sql`select from article where id = any(${ids}::uuid[]) for no key update`.execute(trx)
  })

/** The ids that this query yields, each once, read in parts; `act` is told of each part. Needs a transaction. */
export async function gatherArticles(
  trx: Db,
  which: RawBuilder<unknown>,
  act?: (ids: string[]) => Promise<void>,
): Promise<string[]> {
  const all = new Set<string>()
  await sql`declare affected no scroll cursor for ${which}`.execute(trx)
  for (let found = LOCKED_AT_ONCE; found === LOCKED_AT_ONCE;) {
    const { rows } = await sql<{ id: string }>`fetch ${sql.lit(LOCKED_AT_ONCE)} from affected`.execute(trx)
    found = rows.length
    const fresh = rows.map(({ id }) => id).filter((id) => !all.has(id) && all.add(id))
    await act?.(fresh)
  }
  await sql`close affected`.execute(trx)
  return [...all]
}
