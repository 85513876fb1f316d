import { sql } from 'kysely'
import type { Category } from '#contract/categories.ts'
import { CATEGORY_DEPTH_MAX, type TreeChange, type TreeNode, type TreeRefusal } from '#contract/category-tree.ts'
import type { Db } from '../../db/database.ts'
import type { UndoItem } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { categoryNodes, findCategory } from './category-queries.ts'
import type { CategoryRedirect } from './category-redirect-commands.ts'
import type { ReplacementMap } from './category-rules.ts'

export type Node = TreeNode & { slug: string; version: number }
/**
 * One category of an undo step: its place before, and its parent since; or, where it went to the trash, what took its place,
 * and what became of its old addresses.
 */
export type PlaceItem = UndoItem<
  { parent: string | null; position: number; redirects?: CategoryRedirect[] },
  { parent: string | null } | { replacedBy: string | null }
>

/** The tree, which no one else can change until the transaction ends. */
export async function lockCategoryTree(trx: Db): Promise<Node[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('category-tree', 0))`.execute(trx)
  return categoryNodes(trx)
}

/** @throws ProblemError not_found, stale_version */
export async function requireNode(trx: Db, nodes: readonly Node[], id: string, version?: number): Promise<Node> {
  const node = nodes.find((one) => one.id === id)
  if (!node) throw new ProblemError('not_found')
  if (version === undefined || version === node.version) return node
  const current = await findCategory(trx, id)
  throw new ProblemError('stale_version', { current, changedBy: current?.updatedBy?.name ?? null })
}

/** @throws ProblemError what the rules of the tree refuse; `path` is the field that asked for it */
export function requireTree<C extends TreeChange<Node>>(change: C, path: string): Extract<C, { ok: true }> {
  if (change.ok) return change as Extract<C, { ok: true }>
  throw refusals[change.reason](path, change.name ?? '')
}

const refusals: Record<TreeRefusal, (path: string, name: string) => ProblemError> = {
  unknown: (path) => invalidField(path, 'unknown_id', 'there is no such category'),
  cycle: (path) => invalidField(path, 'cycle', 'a category cannot be below itself'),
  into_below: (path) => invalidField(path, 'into_below', 'a category cannot be merged into one below it'),
  too_deep: (path) =>
    invalidField(path, 'too_deep', `categories are at most ${CATEGORY_DEPTH_MAX} levels deep`, CATEGORY_DEPTH_MAX),
  name_taken: (path, name) =>
    new ProblemError('name_taken', {
      detail: `There is another “${name}” in that place`,
      fields: [{ path, code: 'name_taken', message: 'is in use' }],
    }),
}

/** Writes the places of nodes that changed. One version up for what has a new parent, and for `moved`. */
export async function writeTree(
  trx: Db,
  actor: Actor | null,
  before: readonly Node[],
  after: readonly Node[],
  moved?: string,
): Promise<void> {
  const old = new Map(before.map((node) => [node.id, node]))
  const rows = after.flatMap((node) => {
    const was = old.get(node.id)
    if (!was || (was.parent === node.parent && was.position === node.position)) return []
    const bump = was.parent !== node.parent || node.id === moved
    return [{ id: node.id, parent: node.parent, position: node.position, bump }]
  })
  if (rows.length === 0) return
  await sql`update category set parent = given.parent, position = given.position,
      version = version + given.bump::int,
      updated_at = case when given.bump then clock_timestamp() else updated_at end,
      updated_by = case when given.bump then ${actor?.id ?? null}::uuid else updated_by end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, parent uuid, position int, bump boolean)
    where category.id = given.id`.execute(trx)
}

/** Waits for transactions that add articles to one of them, and blocks new ones: see knownCategories. */
export async function lockNodes(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.selectFrom('category').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** They are in the trash now, and block nothing. */
export async function trashNodes(trx: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('category')
    .set({
      deletedAt: sql<string>`clock_timestamp()`,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actor.id,
    })
    .where('id', 'in', ids)
    .execute()
}

/** Undo items of the nodes whose parent changed, of those that are gone, and of `also`. */
export function placeItems(
  before: readonly Node[],
  after: readonly Node[],
  also?: string,
  gone: ReplacementMap = new Map(),
): PlaceItem[] {
  const now = new Map(after.map((node) => [node.id, node.parent]))
  return before
    .filter(({ id, parent }) => id === also || now.get(id) !== parent)
    .map(({ id, parent, position }) => ({
      itemId: id,
      part: 'place',
      before: { parent, position },
      after: now.has(id) ? { parent: now.get(id) ?? null } : { replacedBy: gone.get(id) ?? null },
    }))
}

/** @throws ProblemError not_found */
export async function requireCategory(trx: Db, id: string): Promise<Category> {
  const category = await findCategory(trx, id)
  if (!category) throw new ProblemError('not_found')
  return category
}
