import { sql, type Kysely } from 'kysely'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { computeFacets, FACETS_IN_A_STATEMENT } from '../../db/facets-at-end.ts'
import { hasRows } from '../../db/has-rows.ts'
import { movePendingEntriesOf } from '../../db/pending-entries.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * Computes the facets that a move in the tree or a large merge has left behind. The job's.
 * @param counting connections on which a statement may take longer than on those of requests
 */
export async function flushArticleFacets(db: Kysely<Tables>, counting = db): Promise<void> {
  if (await hasRows(db, sql`article_facets_change where category_id is not null`)) await noteArticles(db)
  // What is locked just now is left for the next time.
  for (let done = 1; done > 0;) {
    done = await db.transaction().execute(computeBatch)
    await movePendingEntriesOf(counting, 'article_facets_terms')
  }
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
  // Without waiting: a transaction that has locked one of these rows may wait for another. An article without facets has no row. What
  // another job does just now is not done twice.
  const { rows } = await sql<{ id: string }>`
    with noted as materialized (
      select ctid as place, article_id from article_facets_change where article_id is not null
      limit ${FACETS_IN_A_STATEMENT} for update skip locked
    ), locked as materialized (
      select article_id from article_facets where article_id in (select article_id from noted)
      order by article_id for no key update skip locked
    )
    delete from article_facets_change where ctid in (
      select place from noted where article_id in (select article_id from locked)
        or not exists (select from article_facets where article_facets.article_id = noted.article_id))
    returning article_id as id`.execute(trx)
  await computeFacets(trx, [...new Set(rows.map(({ id }) => id))])
  return rows.length
}
