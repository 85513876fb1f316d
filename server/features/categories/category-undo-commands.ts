import { sql } from 'kysely'
import { flawOf, putBack } from '#contract/category-tree.ts'
import { withTaxonomyLock, type WhileExclusive } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { changedByLaterSteps, findUndoStepOf, undoItemsOf } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult, UndoRun } from '../../http/undo-handler.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockFollowed, restoreAssignments, type Followed } from './category-article-commands.ts'
import { followedOf, updateFollowed } from './category-followed-commands.ts'
import { takenCategorySlugs } from './category-queries.ts'
import { deleteRedirectsInUse, restoreCategoryRedirects } from './category-redirect-commands.ts'
import type { ReplacementMap } from './category-rules.ts'
import { lockCategoryTree, type Node, type PlaceItem, writeTree } from './category-tree-commands.ts'

/**
 * Undoes a move, merge or deletion of categories: the same rows in their former places, the articles where they were.
 * Categories and articles that were moved since are left alone; what was deleted permanently stays away.
 * @throws ProblemError undo_expired when the tree has changed so much that there is no room for them
 */
export const categoryUndo: UndoHandler = {
  permission: () => 'taxonomy.write',
  locksTaxonomy: true,
  problemOf: (index) => (index.startsWith('category_') ? 'undo_expired' : undefined),
  restore,
}

async function restore({ trx, actor, step, whileExclusive }: UndoRun): Promise<UndoResult> {
  const nodes = await lockCategoryTree(trx)
  const items = (await undoItemsOf(trx, step.id, 'place')) as PlaceItem[]
  const articles = await followedOf(trx, step.id)
  const trashed = await lockRows(trx, whileExclusive, step.gone, articles)
  const later = await changedByLaterSteps(
    trx,
    step,
    'place',
    items.map(({ itemId }) => itemId),
  )

  const now = new Map(nodes.map((node) => [node.id, node]))
  const back = new Map(trashed.map((node) => [node.id, node]))
  const purged = new Set(step.gone.filter((id) => !back.has(id) && !now.has(id)))
  const isAsLeft = ({ itemId, before, after }: PlaceItem) =>
    'parent' in after &&
    now.get(itemId)?.parent === after.parent &&
    !later.has(itemId) &&
    !purged.has(before.parent ?? '')
  const movable = items.filter((item) => back.has(item.itemId) || isAsLeft(item))
  const after = putBack(
    nodes,
    movable.flatMap(({ itemId, before: { parent, position } }) => {
      const node = back.get(itemId) ?? now.get(itemId)
      return node ? [{ ...node, parent, position }] : []
    }),
  )
  if (after.length !== nodes.length + back.size || flawOf(after)) throw new ProblemError('undo_expired')

  await writeTree(trx, actor, nodes, after)
  for (const node of after) if (back.has(node.id)) await revive(trx, actor, node)
  await restoreCategoryRedirects(trx, movable)
  await deleteRedirectsInUse(trx)
  const { moves: _moves, ...result } = await restoreAssignments(trx, articles, purgedIn(items, purged))
  const left = items
    .filter((item) => !movable.includes(item) && now.has(item.itemId))
    .map(({ itemId }) => ({ id: itemId, title: now.get(itemId)?.name ?? '', code: 'stale_version' as const }))
  const counts = { restored: result.restored + movable.length, skipped: result.skipped + items.length - movable.length }
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'category',
    entityId: items[0]?.itemId ?? null,
    entityTitle: step.title,
    after: { action: step.action, ...counts },
  })
  return { ...counts, left: [...left, ...result.left], changed: counts.restored > 0 || items.length === 0 }
}

/** What of a step stays away, and what took its place. */
const purgedIn = (items: readonly PlaceItem[], away: ReadonlySet<string>): ReplacementMap =>
  new Map(
    items.flatMap(({ itemId, after }) =>
      'replacedBy' in after && away.has(itemId) ? [[itemId, after.replacedBy] as const] : [],
    ),
  )

/**
 * Brings a category back from the trash where the tree has no room for its whole step any more: to the end of the top
 * level, with its articles, without the others of its step.
 * @throws ProblemError not_found; name_taken when the top level has one of that name
 */
export async function restoreCategoryAtTop({ db }: Services, actor: Actor, id: string) {
  try {
    return await withTaxonomyLock(db, async (trx, whileExclusive) => {
      const nodes = await lockCategoryTree(trx)
      const step = await findUndoStepOf(trx, 'category', id)
      const articles = step ? await followedOf(trx, step.id) : []
      const [row] = await lockRows(trx, whileExclusive, [id], articles)
      if (!row) throw new ProblemError('not_found')
      const position = nodes.filter(({ parent }) => parent === null).length
      await revive(trx, actor, { ...row, parent: null, position })
      await deleteRedirectsInUse(trx)
      const result = step ? await restoreOneOf(trx, step, articles, id) : { restored: 0, skipped: 0, left: [] }
      const { restored, skipped } = result
      const event = { action: 'restore', entityType: 'category', entityId: id, entityTitle: row.name } as const
      await recordAudit(trx, actor, { ...event, after: { restored, skipped } })
      return result
    })
  } catch (error) {
    if (uniqueViolation(error) === 'category_sibling_name') throw new ProblemError('name_taken')
    throw error
  }
}

/** The step is kept for the others that went with it. */
async function restoreOneOf(trx: Db, step: { id: string; gone: string[] }, articles: readonly Followed[], id: string) {
  const items = (await undoItemsOf(trx, step.id, 'place')) as PlaceItem[]
  const gone = step.gone.filter((one) => one !== id)
  const { moves, ...result } = await restoreAssignments(trx, articles, purgedIn(items, new Set(gone)))
  await updateFollowed(trx, step.id, moves)
  await trx.updateTable('undoStep').set({ gone }).where('id', '=', step.id).execute()
  await trx.deleteFrom('undoStepItem').where('stepId', '=', step.id).where('itemId', '=', id).execute()
  return result
}

/** Locks the articles of a step and, of its categories, those in the trash; answers the categories. */
const lockRows = (
  trx: Db,
  whileExclusive: WhileExclusive,
  ids: readonly string[],
  articles: readonly Followed[],
): Promise<Node[]> =>
  whileExclusive(async () => {
    const rows =
      ids.length === 0
        ? []
        : await trx
            .selectFrom('category')
            .select(['id', 'parent', 'position', 'name', 'slug', 'version'])
            .where('id', 'in', ids)
            .where('deletedAt', 'is not', null)
            .orderBy('id')
            .forUpdate()
            .execute()
    await lockFollowed(trx, articles)
    return rows
  })

async function revive(trx: Db, actor: Actor, { id, slug, parent, position }: Node): Promise<void> {
  const free = await claimFreeSlug(trx, 'category', slug, (slugs) => takenCategorySlugs(trx, slugs))
  await trx
    .updateTable('category')
    .set({
      deletedAt: null,
      slug: free,
      parent,
      position,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actor.id,
    })
    .where('id', '=', id)
    .execute()
}
