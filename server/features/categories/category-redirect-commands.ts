import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type Redirect = { path: string; entityId: string | null }
/** On the outside site a category lives at `/categories/<slug>`. */
export const categoryPath = (slug: string) => `/categories/${slug}`

/** Old addresses lead to another category from now on. Returns what stood there before, for the undo. */
export async function leadCategoriesTo(
  trx: Db,
  gone: readonly { id: string; slug: string }[],
  to: ReadonlyMap<string, string | null>,
): Promise<Redirect[]> {
  const ids = gone.map(({ id }) => id)
  const older = await trx
    .selectFrom('redirect')
    .select(['path', 'entityId'])
    .where('entityType', '=', 'category')
    .where('entityId', 'in', ids)
    .execute()
  const paths = new Map(older.map(({ path, entityId }) => [path, entityId]))
  for (const { id, slug } of gone) paths.set(categoryPath(slug), id)
  const before: Redirect[] = []
  for (const [path, id] of paths) {
    before.push({ path, entityId: older.find((one) => one.path === path)?.entityId ?? null })
    await setCategoryRedirect(trx, path, to.get(id) ?? null)
  }
  return before
}

/** The address of a category that is there leads nowhere else, whatever led there before it came back. */
export async function freeAddressesInUse(trx: Db): Promise<void> {
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
