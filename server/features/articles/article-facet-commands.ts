import { sql, type Kysely } from 'kysely'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'
import type { Tables } from '../../db/tables.ts'

/** Articles whose facets one transaction computes. */
const BATCH = 500
/** And one statement: also where nothing of them is in memory, it stays below the statement time limit. */
const IN_A_STATEMENT = 100

/** Computes the facets that a move in the tree or a large merge has left behind. The job's. */
export async function flushArticleFacets(db: Kysely<Tables>): Promise<void> {
  if (await hasRows(db, sql`article_facets_change where category_id is not null`)) await noteArticles(db)
  // What is locked just now is left for the next time.
  for (let done = BATCH; done > 0;) done = await db.transaction().execute(computeBatch)
}

/**
 * Changes articles one by one, and computes their facets once, at the end of it: until then nothing in the transaction may look
 * for them by their facets.
 */
export async function withFacetsAtEnd<T>(trx: Db, ids: readonly string[], change: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') => sql`select set_config('copydesk.facets_at_end', ${value}, true)`.execute(trx)
  await set('on')
  const done = await change()
  await set('off')
  await computeFacets(trx, ids)
  return done
}

async function computeFacets(trx: Db, ids: readonly string[]): Promise<void> {
  // In one order for everyone.
  const inOrder = ids.toSorted()
  for (let from = 0; from < inOrder.length; from += IN_A_STATEMENT)
    await sql`select facet_articles(${inOrder.slice(from, from + IN_A_STATEMENT)}::uuid[])`.execute(trx)
}

/** Notes all articles below the categories that were moved. */
const noteArticles = (db: Kysely<Tables>): Promise<void> =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const { rows } = await sql<{ id: string }>`
      delete from article_facets_change where category_id is not null returning category_id as id`.execute(trx)
    // Transactions that still wrote with the old tree have ended then, and their articles are found.
    await whileExclusive(() => Promise.resolve())
    await sql`with recursive branch(id) as (
        select unnest(${rows.map(({ id }) => id)}::uuid[])
        union select category.id from category join branch on category.parent = branch.id
      )
      insert into article_facets_change (article_id) select article_id from article_facets
      where terms && array(select id from branch)`.execute(trx)
  })

async function computeBatch(trx: Db): Promise<number> {
  // Without waiting: a transaction that has locked one of these rows may wait for another. An article without facets has no row.
  const { rows } = await sql<{ id: string }>`
    with noted as materialized (select distinct article_id from article_facets_change limit ${BATCH}),
    locked as (
      select article_id from article_facets where article_id in (select article_id from noted)
      order by article_id for no key update skip locked
    )
    select article_id as id from noted where article_id in (select article_id from locked)
      or not exists (select from article_facets where article_facets.article_id = noted.article_id)`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`delete from article_facets_change where article_id = any(${ids}::uuid[])`.execute(trx)
  await computeFacets(trx, ids)
  return ids.length
}
