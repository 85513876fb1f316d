import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import { unlessDatabaseFull } from '../../db/errors.ts'
import { hasRows } from '../../db/has-rows.ts'
import type { Tables } from '../../db/tables.ts'

/** Changed articles that one transaction counts anew. */
const BATCH = 10_000

/**
 * Brings the counts of categories up to date with every article and every move that is committed. Who comes second waits
 * for the first, and finds little left to do.
 */
export const flushCategoryCounts = (db: Kysely<Tables>): Promise<void> => unlessDatabaseFull(() => countChanges(db))

async function countChanges(db: Kysely<Tables>): Promise<void> {
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

const line = sql`line(id, above) as (
    select id, id from category where deleted_at is null
    union select line.id, parent from line join category on category.id = line.above where parent is not null
  )`

/** What these articles stand in now, against what was counted for them before; all as of one moment. */
const countArticles = (trx: Db, ids: readonly string[]) =>
  sql`with recursive ${line}, before as (
      select article_id, live, categories from article_standing where article_id = any(${ids}::uuid[])
    ), found as (
      select article.id as article_id, false as live, listed.categories
      from article, lateral (
        select array_agg(distinct category_id order by category_id) as categories from (
          select primary_category as category_id where primary_category is not null
          union all select category_id from article_category where article_category.article_id = article.id
        ) as standing
      ) as listed
      where article.id = any(${ids}::uuid[]) and deleted_at is null and listed.categories is not null
      union all
      select article_id, true, (select array_agg(distinct id order by id) from unnest(category_ids) as given(id))
      from article_live where article_id = any(${ids}::uuid[]) and category_ids <> '{}'
    ), kept as (
      insert into article_standing as standing (article_id, live, categories) select * from found
      on conflict (article_id, live) do update set categories = excluded.categories
      where standing.categories <> excluded.categories
    ), gone as (
      delete from article_standing where (article_id, live) in (
        select article_id, live from before except select article_id, live from found
      )
    ), changed as (
      select categories, live, sum(step)::int as step from (
        select categories, live, -1 as step from before union all select categories, live, 1 from found
      ) as each group by 1, 2 having sum(step) <> 0
    ), sets as (
      insert into category_set as known (categories, live, count) select categories, live, step from changed
      on conflict (categories, live) do update set count = known.count + excluded.count
    ), added as (
      select id, step as own, 0 as total, 0 as published from changed, unnest(categories) as standing(id) where not live
      union all
      select above, 0, case when live then 0 else step end, case when live then step else 0 end from (
        select distinct categories, live, step, above from changed, unnest(categories) as standing(id) join line using (id)
      ) as each
    )
    insert into category_count as counted (category_id, own, total, published)
    select id, sum(own), sum(total), sum(published) from added group by id
    on conflict (category_id) do update set own = counted.own + excluded.own,
      total = counted.total + excluded.total, published = counted.published + excluded.published`.execute(trx)

/** After a move: what stands above these, now or before, has others below it. Their totals are taken from the sets. */
const countBranches = (trx: Db, touched: readonly string[]) =>
  sql`with recursive ${line}, branch as materialized (
      select above as id, array_agg(line.id) as below from line
      where above in (select above from line where line.id = any(${touched}::uuid[])) group by 1
    )
    insert into category_count as counted (category_id, total, published)
    select branch.id, coalesce(sum(count) filter (where not live), 0), coalesce(sum(count) filter (where live), 0)
    from branch left join category_set on categories && below group by branch.id
    on conflict (category_id) do update set total = excluded.total, published = excluded.published`.execute(trx)
