import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** On the outside site a category lives at `/categories/<slug>`. */
export const categoryPath = (slug: string) => `/categories/${slug}`

/** What a step did to an old address of a category: which category it led to before, and leads to since. */
export type CategoryRedirect = { path: string; before: string | null; after: string | null }

/** Lets the old addresses of trashed categories lead to others. @returns what was changed, by the id of the category */
export async function leadCategoriesTo(
  trx: Db,
  gone: readonly { id: string; slug: string }[],
  to: ReadonlyMap<string, string | null>,
): Promise<Map<string, CategoryRedirect[]>> {
  const ids = gone.map(({ id }) => id)
  const paths = gone.map(({ slug }) => categoryPath(slug))
  const older = await trx
    .selectFrom('redirect')
    .select(['path', 'entityType', 'entityId'])
    .where(sql<boolean>`(entity_type = 'category' and entity_id = any(${ids}::uuid[])) or path = any(${paths}::text[])`)
    .execute()
  const owners = new Map(older.filter(({ entityId }) => ids.includes(entityId)).map((one) => [one.path, one.entityId]))
  for (const { id, slug } of gone) owners.set(categoryPath(slug), id)
  const changes = new Map<string, CategoryRedirect[]>()
  for (const [path, id] of owners) {
    const known = older.find((one) => one.path === path && one.entityType === 'category')
    const change = { path, before: known?.entityId ?? null, after: to.get(id) ?? null }
    changes.set(id, [...(changes.get(id) ?? []), change])
    await setCategoryRedirect(trx, path, change.after)
  }
  return changes
}

/** Lets old addresses lead again where they led before a step, if they still lead where the step let them lead. */
export async function restoreCategoryRedirects(
  trx: Db,
  items: readonly { before: { redirects?: CategoryRedirect[] } }[],
): Promise<void> {
  for (const { path, before, after } of items.flatMap((item) => item.before.redirects ?? [])) {
    const now = await trx.selectFrom('redirect').select('entityId').where('path', '=', path).executeTakeFirst()
    if ((now?.entityId ?? null) === after) await setCategoryRedirect(trx, path, before)
  }
}

/** Deletes redirects at addresses where a category lives. */
export async function deleteRedirectsInUse(trx: Db): Promise<void> {
  await sql`delete from redirect using category
    where path = ${sql.lit(categoryPath(''))} || slug and deleted_at is null`.execute(trx)
}

/** Lets a path of the outside site lead to a category, or nowhere. */
export async function setCategoryRedirect(trx: Db, path: string, entityId: string | null): Promise<void> {
  if (entityId === null) return void (await trx.deleteFrom('redirect').where('path', '=', path).execute())
  const target = { entityType: 'category', entityId }
  await trx
    .insertInto('redirect')
    .values({ path, ...target })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(target))
    .execute()
}
