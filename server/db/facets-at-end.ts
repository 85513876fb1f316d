import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Articles whose facets the transaction computes that changes them. */
const AT_ONCE = 500
/** And one statement: also where nothing of them is in memory, it stays below the statement time limit. */
export const FACETS_IN_A_STATEMENT = 100
/** Ids that one statement notes. */
const NOTED_AT_ONCE = 5000

/**
 * Changes articles in many statements, and computes their facets once, at the end of it: until then nothing in the transaction may
 * look for them by their facets. Those of more than `AT_ONCE` articles are left to the job, as after a move in the tree.
 */
export async function withFacetsAtEnd<T>(trx: Db, ids: readonly string[], change: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') => sql`select set_config('copydesk.facets_at_end', ${value}, true)`.execute(trx)
  await set('on')
  const done = await change()
  await set('off')
  await (ids.length <= AT_ONCE ? computeFacets(trx, ids) : noteFacets(trx, ids))
  return done
}

/** Computes the facets of these articles, some at a time, in one order for everyone. */
export async function computeFacets(trx: Db, ids: readonly string[]): Promise<void> {
  const inOrder = ids.toSorted()
  for (let from = 0; from < inOrder.length; from += FACETS_IN_A_STATEMENT)
    await sql`select facet_articles(${inOrder.slice(from, from + FACETS_IN_A_STATEMENT)}::uuid[])`.execute(trx)
}

async function noteFacets(trx: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += NOTED_AT_ONCE)
    await sql`insert into article_facets_change (article_id)
      select unnest(${ids.slice(from, from + NOTED_AT_ONCE)}::uuid[])`.execute(trx)
}
