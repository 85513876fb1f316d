import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'

/** Changed articles that one read takes into account; after a larger change, the counts are right when the job has run. */
const PENDING_MOST = 10_000

/** Each category with itself and all above it. */
export const line = sql`line(id, above) as (
    select id, id from category where deleted_at is null
    union select line.id, parent from line join category on category.id = line.above where parent is not null
  )`

/**
 * What these articles change: `found`, the categories that they are in now; `before`, those that they were counted in;
 * `changed`, the difference by sets of categories; `added`, the same by category, those above included.
 * @param articles selects their ids
 */
export const articleChanges = (articles: RawBuilder<unknown>) => sql`before as (
      select article_id, live, categories from article_category_assignment where article_id in (${articles})
    ), found as (
      select article.id as article_id, false as live, listed.categories
      from article, lateral (
        select array_agg(distinct category_id order by category_id) as categories from (
          select primary_category as category_id where primary_category is not null
          union all select category_id from article_category where article_category.article_id = article.id
        ) as assigned
      ) as listed
      where article.id in (${articles}) and deleted_at is null and listed.categories is not null
      union all
      select article_id, true, (select array_agg(distinct id order by id) from unnest(category_ids) as given(id))
      from article_live where article_id in (${articles}) and category_ids <> '{}'
    ), changed as (
      select categories, live, sum(step)::int as step from (
        select categories, live, -1 as step from before union all select categories, live, 1 from found
      ) as each group by 1, 2 having sum(step) <> 0
    ), added as (
      select id, sum(own)::int as own, sum(total)::int as total, sum(published)::int as published from (
        select id, step as own, 0 as total, 0 as published from changed, unnest(categories) as assigned(id) where not live
        union all
        select above, 0, case when live then 0 else step end, case when live then step else 0 end from (
          select distinct categories, live, step, above from changed, unnest(categories) as assigned(id) join line using (id)
        ) as each
      ) as part group by id
    )`

/** After a move: all that is above the touched categories, now or before, with the ids of all below each. */
export const touchedBranches = (touched: RawBuilder<unknown>) => sql`branch as materialized (
      select above as id, array_agg(line.id) as below from line
      where above in (select above from line where line.id in (${touched})) group by 1
    )`

/**
 * The counts of categories as a table to select from, with `category_id`, `own`, `total` and `published`: what is stored,
 * and what articles and moves changed since the job last added it up.
 */
export async function categoryCounts(db: Db): Promise<RawBuilder<unknown>> {
  if (!(await hasRows(db, sql`category_change`))) return sql`category_count`
  return sql`(
    with recursive ${line}, pending as materialized (
      select distinct article_id from category_change where article_id is not null limit ${PENDING_MOST}
    ), ${articleChanges(sql`select article_id from pending`)},
    ${touchedBranches(sql`select category_id from category_change where category_id is not null`)},
    counted as (
      select category_id, sum(own) as own, sum(total) as total, sum(published) as published from (
        select category_id, own, total, published from category_count union all select * from added
      ) as part group by 1
    ), moved as (
      select id, sum(count) filter (where not live) as total, sum(count) filter (where live) as published from (
        select id, live, count from branch join category_set on categories && below
        union all select id, live, step from branch join changed on categories && below
        union all select id, false, 0 from branch
      ) as part group by 1
    )
    select coalesce(category_id, moved.id) as category_id, coalesce(counted.own, 0)::int as own,
      (case when moved.id is null then counted.total else coalesce(moved.total, 0) end)::int as total,
      (case when moved.id is null then counted.published else coalesce(moved.published, 0) end)::int as published
    from counted full join moved on moved.id = category_id
  )`
}
