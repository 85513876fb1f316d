import { sql } from 'kysely'
import type { categoryEndpoints, Category, CategoryListQuery, CategoryTreeItem } from '#contract/categories.ts'
import { childrenByParent, type TreeNode } from '#contract/category-tree.ts'
import type { Reply } from '#contract/endpoint.ts'
import { RELEVANCE } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { containsUnpaired, orSpelled } from '../../db/substring-search.ts'
import type { Order } from '../../db/list-rows.ts'
import { byUseAndName, rankedByName } from '../../db/match-score.ts'
import { categoryCounts } from './category-count-queries.ts'

/** The categories among these ids that are there (not trashed). */
export async function knownCategories(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('category')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    // A merge or deletion of one of them waits for the caller's transaction, or the other way round.
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** How often a category that took another's place may itself have become another. */
const FOLLOW_MOST = 50

/**
 * These ids with what took their place if they are in the trash, as long as a deletion or merge is remembered; null if
 * nothing did. Unknown ids, of which nothing is remembered, are left out.
 */
export async function followCategories(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>(ids.map((id) => [id, id]))
  const resolved = new Map<string, string | null>()
  for (let step = 0; step < FOLLOW_MOST && found.size > 0; step++) {
    const { rows } = await sql<{ id: string; there: boolean; alive: boolean; next: string | null; known: boolean }>`
      select given.id, category.id is not null as there, category.id is not null and deleted_at is null as alive,
        (select ("after"->>'replacedBy')::text from undo_step_item
          where step_id = step.id and item_id = given.id and part = 'place') as next, step.id is not null as known
      from unnest(${[...new Set(found.values())]}::uuid[]) as given(id) left join category using (id)
      left join lateral (
        select id from undo_step where noun = 'category' and gone @> array[given.id] order by seq desc limit 1
      ) as step on deleted_at is not null or category.id is null`.execute(db)
    const states = new Map(rows.map((row) => [row.id, row]))
    for (const [id, now] of found) {
      const { there = false, alive = false, next = null, known = false } = states.get(now ?? '') ?? {}
      if (alive) resolved.set(id, now)
      else if (next === null && (there || known || now !== id)) resolved.set(id, null)
      if (!alive && next !== null) found.set(id, next)
      else found.delete(id)
    }
  }
  return resolved
}

/** Names from the root down, by id; trashed categories keep theirs. */
export async function categoryPaths(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; path: string[] }>`
    with recursive line (id, parent, names) as (
      select id, parent, array[name] from category where id = any(${ids}::uuid[])
      union all
      select line.id, above.parent, above.name || line.names from line join category above on above.id = line.parent
    )
    select id, names as path from line where parent is null`.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** Those of these categories whose name another one has, too. */
export async function sharedNames(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select id from category where id = any(${ids}::uuid[]) and lower(name) in (
    select lower(name) from category where deleted_at is null group by 1 having count(*) > 1)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Categories as readers may see them, by id. */
export async function publicCategories(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; slug: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('category')
    .select(['id', 'name', 'slug'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]))
}

/**
 * All categories in the order of the tree, with their counts. An article counts once in each of its categories,
 * and once in each category above those, however many of its categories lie below.
 */
export async function categoryTree(db: Db): Promise<CategoryTreeItem[]> {
  const { rows } = await sql<CategoryTreeItem>`
    select category.id, version, name, slug, description, parent, position,
      coalesce(own, 0) as own, coalesce(total, 0) as total
    from category left join ${await categoryCounts(db)} as counted on category_id = category.id
    where deleted_at is null
    order by position, category.id`.execute(db)
  const lists = childrenByParent(rows)
  const below = (parent: string | null): CategoryTreeItem[] =>
    (lists.get(parent) ?? []).flatMap((item) => [item, ...below(item.id)])
  return below(null)
}

/** Which of these slugs are in use. */
export async function takenCategorySlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('category')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** The nodes of the tree as its rules want them. */
export async function categoryNodes(db: Db): Promise<(TreeNode & { slug: string; version: number })[]> {
  return db
    .selectFrom('category')
    .select(['id', 'parent', 'position', 'name', 'slug', 'version', sql<string>`lower(name)`.as('key')])
    .where('deletedAt', 'is', null)
    .execute()
}

type PublicCategory = Pick<CategoryTreeItem, 'id' | 'name' | 'slug' | 'description' | 'parent' | 'position'> & {
  articles: number
}

/** The whole tree as readers may see it; `articles`: published ones in the category or below it. */
export async function publicCategoryTree(db: Db): Promise<PublicCategory[]> {
  const { rows } = await sql<PublicCategory>`
    select id, name, slug, description, parent, position, coalesce(published, 0) as articles
    from category left join ${await categoryCounts(db)} as counted on category_id = category.id where deleted_at is null
    order by position, id`.execute(db)
  return rows
}

/** What each category is below; null: at the top. */
export async function categoryParents(db: Db): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('category').where('deletedAt', 'is', null).select(['id', 'parent']).execute()
  return new Map(rows.map(({ id, parent }) => [id, parent]))
}

/** A category and everything below it. */
export async function categoryWithChildren(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive branch (id) as (
      select id from category where id = ${id}
      union
      select category.id from category join branch on category.parent = branch.id where category.deleted_at is null
    )
    select id from branch`.execute(db)
  return rows.map((row) => row.id)
}

export async function findCategory(db: Db, id: string): Promise<Category | undefined> {
  return (await categoriesByIds(db, [id]))[0]
}

// Only an order: a count that is a minute old does.
const categoryUses = sql`coalesce((select total from category_count where category_id = category.id), 0)`

/** One page of categories, found by their own names. */
export async function listCategories(
  db: Db,
  query: CategoryListQuery,
  read = listPage,
): Promise<Reply<typeof categoryEndpoints.list>> {
  const listed = db.selectFrom('category').select('category.id').where('deletedAt', 'is', null)
  const { q, sort } = query
  const rows = q
    ? listed.where(orSpelled({ table: 'category', name: 'name' }, containsUnpaired(sql`lower(name)`, q), q))
    : listed
  const load = (ids: string[]) => categoriesByIds(db, ids)
  if (q && sort === RELEVANCE) {
    const mostUsed: Order = { by: categoryUses, direction: 'desc' }
    const name = sql`lower(name)`
    const equals = byUseAndName(categoryUses, name)
    return read(db, rows, mostUsed, query, load, rankedByName(db, listed, name, q, mostUsed, { equals }))
  }
  const by = sort.endsWith('name') ? sql`lower(name)` : sql`updated_at`
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return read(db, rows, { by, direction }, query, load)
}

async function categoriesByIds(db: Db, ids: readonly string[]): Promise<Category[]> {
  const rows = await db
    .selectFrom('category')
    .leftJoin('userAccount as creator', 'creator.id', 'category.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'category.updatedBy')
    .selectAll('category')
    .select(['creator.name as creatorName', 'updater.name as updaterName'])
    .where('category.id', 'in', ids)
    .where('category.deletedAt', 'is', null)
    .execute()
  const paths = await categoryPaths(db, ids)
  const shared = await sharedNames(db, ids)
  return rows.map(({ creatorName, updaterName, createdBy, updatedBy, ...row }) => ({
    ...row,
    createdBy: createdBy ? { id: createdBy, name: creatorName ?? '' } : null,
    updatedBy: updatedBy ? { id: updatedBy, name: updaterName ?? '' } : null,
    path: paths.get(row.id) ?? [row.name],
    sharesName: shared.has(row.id),
  }))
}
