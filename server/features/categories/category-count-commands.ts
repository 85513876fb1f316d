import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { articleChanges, line, touchedBranches } from './category-count-queries.ts'

/** Changed articles that one transaction counts. */
const BATCH = 10_000

/**
 * Brings the counts of categories up to date with every article and every move that is committed. The job's; a second
 * one waits for the first and finds little left to do.
 */
export async function flushCategoryCounts(db: Kysely<Tables>): Promise<void> {
  for (let found = BATCH; found >= BATCH;) {
    if (!(await hasRows(db, sql`category_change`))) return
    found = await db.transaction().execute(completeBatch)
  }
}

async function completeBatch(trx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('category-counts', 0))`.execute(trx)
  const { rows } = await sql<{ articleId: string | null; categoryId: string | null }>`
    delete from category_change where ctid = any(array(select ctid from category_change limit ${BATCH}))
    returning article_id, category_id`.execute(trx)
  const unique = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const articles = unique(rows.map(({ articleId }) => articleId))
  const touched = unique(rows.map(({ categoryId }) => categoryId))
  if (articles.length) await countArticles(trx, articles)
  if (touched.length) await countBranches(trx, touched)
  await sql`delete from category_set where count = 0`.execute(trx)
  return rows.length
}

/** Stores what these articles are in now, and adds the difference to the counts; all as of one moment. */
const countArticles = (trx: Db, ids: readonly string[]) =>
  sql`with recursive ${line}, ${articleChanges(sql`select unnest(${ids}::uuid[])`)}, stored as (
      insert into article_category_assignment as counted (article_id, live, categories) select * from found
      on conflict (article_id, live) do update set categories = excluded.categories
      where counted.categories <> excluded.categories
    ), gone as (
      delete from article_category_assignment where (article_id, live) in (
        select article_id, live from before except select article_id, live from found
      )
    ), sets as (
      insert into category_set as known (categories, live, count) select categories, live, step from changed
      on conflict (categories, live) do update set count = known.count + excluded.count
    )
    insert into category_count as counted (category_id, own, total, published)
    select id, own, total, published from added
    on conflict (category_id) do update set own = counted.own + excluded.own,
      total = counted.total + excluded.total, published = counted.published + excluded.published`.execute(trx)

/** After a move, other articles are below these categories. Their totals are taken from the sets. */
const countBranches = (trx: Db, touched: readonly string[]) =>
  sql`with recursive ${line}, ${touchedBranches(sql`select unnest(${touched}::uuid[])`)}
    insert into category_count as counted (category_id, total, published)
    select branch.id, coalesce(sum(count) filter (where not live), 0), coalesce(sum(count) filter (where live), 0)
    from branch left join category_set on categories && below group by branch.id
    on conflict (category_id) do update set total = excluded.total, published = excluded.published`.execute(trx)
