import { sql, type Kysely } from 'kysely'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'
import type { Tables } from '../../db/tables.ts'

/** Articles whose cards one transaction makes anew. */
const BATCH = 2000

/** Makes the cards anew that a move in the tree or a large merge has left behind. The job's. */
export async function flushArticleFacets(db: Kysely<Tables>): Promise<void> {
  if (await hasRows(db, sql`article_card_change where category_id is not null`)) await nameArticles(db)
  // What somebody holds just now is left for the next time.
  for (let done = BATCH; done > 0;) done = await db.transaction().execute(cardBatch)
}

/** All that stands below the categories that were moved. */
const nameArticles = (db: Kysely<Tables>): Promise<void> =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const { rows } = await sql<{ id: string }>`
      delete from article_card_change where category_id is not null returning category_id as id`.execute(trx)
    // Whoever was still writing with the tree of before has finished then, and is found.
    await whileExclusive(() => Promise.resolve())
    await sql`with recursive branch(id) as (
        select unnest(${rows.map(({ id }) => id)}::uuid[])
        union select category.id from category join branch on category.parent = branch.id
      )
      insert into article_card_change (article_id) select article_id from article_card
      where terms && array(select id from branch)`.execute(trx)
  })

async function cardBatch(trx: Db): Promise<number> {
  // Nobody is waited for: who holds a card may be waiting for another one. An article without a card has none to hold.
  const { rows } = await sql<{ id: string }>`
    with named as materialized (select distinct article_id from article_card_change limit ${BATCH}),
    held as (
      select article_id from article_card where article_id in (select article_id from named)
      order by article_id for no key update skip locked
    )
    select article_id as id from named where article_id in (select article_id from held)
      or not exists (select from article_card where article_card.article_id = named.article_id)`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`delete from article_card_change where article_id = any(${ids}::uuid[])`.execute(trx)
  await sql`select card_articles(${ids}::uuid[])`.execute(trx)
  return ids.length
}
