import { sql } from 'kysely'
import { flawOf, putBack } from '#contract/category-tree.ts'
import { holdCatalogue } from '../../db/catalogue-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { takeUndoStep, takeUndoStepOf } from '../../db/undo-steps.ts'
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
  return orExpired(() =>
    db
      .transaction()
      .execute((trx) => takeBack(trx, actor, () => takeUndoStep<Changed>(trx, actor.id, 'category', undo))),
  )
}

/**
 * Brings a category back from the trash: as an undo would where the tree still has room for it, with its articles; else to
 * the end of the top level, by itself.
 * @throws ProblemError not_found; name_taken when the top level has one of that name
 */
export async function restoreCategory({ db }: Services, actor: Actor, id: string): Promise<void> {
  try {
    await orExpired(() =>
      db.transaction().execute((trx) => takeBack(trx, actor, () => takeUndoStepOf<Changed>(trx, 'category', id))),
    )
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'undo_expired')) throw error
    await restoreAtTop(db, actor, id)
  }
}

async function restoreAtTop(db: Services['db'], actor: Actor, id: string): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await holdCatalogue(trx)
      const roots = (await holdTree(trx)).filter(({ parent }) => parent === null)
      const row = await trx
        .selectFrom('category')
        .select(['id', 'name', 'slug', 'version'])
        .where('id', '=', id)
        .where('deletedAt', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw new ProblemError('not_found')
      await revive(trx, actor, { ...row, parent: null, position: roots.length })
      await recordAudit(trx, actor, { action: 'restore', entityType: 'category', entityId: id, entityTitle: row.name })
    })
  } catch (error) {
    if (uniqueViolation(error) === 'category_sibling_name') throw new ProblemError('name_taken')
    throw error
  }
}

async function orExpired<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('category_')) throw new ProblemError('undo_expired')
    throw error
  }
}

async function takeBack(
  trx: Db,
  actor: Actor,
  take: () => ReturnType<typeof takeUndoStep<Changed>>,
): Promise<{ restored: number; skipped: number }> {
  await holdCatalogue(trx)
  const nodes = await holdTree(trx)
  const record = await take()
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
