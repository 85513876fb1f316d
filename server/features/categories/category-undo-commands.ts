import { sql } from 'kysely'
import { flawOf, putBack } from '#contract/category-tree.ts'
import { holdCatalogue } from '../../db/catalogue-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { takeUndoStep } from '../../db/undo-steps.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { takeBackFollowing } from './category-article-commands.ts'
import { takenCategorySlugs } from './category-queries.ts'
import { setCategoryRedirect } from './category-redirect-commands.ts'
import { type Changed, holdTree, type Node, writeTree } from './category-tree-commands.ts'

/**
 * Takes a move, merge or deletion back, once, within an hour, by the person who did it. The very same rows stand where
 * they stood; what others moved since stays where they put it.
 * @throws ProblemError undo_expired, also when the tree has changed so much that there is no room for it
 */
export async function undoCategoryChange({ db }: Services, actor: Actor, undo: string) {
  try {
    return await db.transaction().execute((trx) => takeBack(trx, actor, undo))
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('category_')) throw new ProblemError('undo_expired')
    throw error
  }
}

async function takeBack(trx: Db, actor: Actor, undo: string): Promise<{ restored: number; skipped: number }> {
  await holdCatalogue(trx)
  const nodes = await holdTree(trx)
  const record = await takeUndoStep<Changed>(trx, actor.id, 'category', undo)
  if (!record) throw new ProblemError('undo_expired')
  const { was, gone, went, redirects, articles } = record.changed

  const now = new Map(nodes.map((node) => [node.id, node]))
  const movable = was.filter(({ id }) => gone.includes(id) || (now.has(id) && now.get(id)?.parent === went[id]))
  const places = movable.map((node) => ({ ...node, ...pick(now.get(node.id)) }))
  const after = putBack(nodes, places)
  if (after.length !== nodes.length + gone.length || flawOf(after)) throw new ProblemError('undo_expired')

  await writeTree(trx, actor, nodes, after)
  for (const id of gone)
    await revive(
      trx,
      actor,
      after.find((node) => node.id === id)!,
    )
  for (const { path, entityId } of redirects) await setCategoryRedirect(trx, path, entityId)
  const alive = new Set(after.map(({ id }) => id))
  const result = await takeBackFollowing(trx, articles, alive)
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'category',
    entityId: was[0]?.id ?? null,
    entityTitle: record.title,
    after: { action: record.action, ...result },
  })
  return { restored: result.restored + movable.length, skipped: result.skipped + was.length - movable.length }
}

/** What changed since and is none of the undo's business. */
const pick = (node: Node | undefined) => node && { name: node.name, slug: node.slug, version: node.version }

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
