import { uniqueViolation } from '../../db/errors.ts'
import type { z } from 'zod'
import type { Category, categoryEndpoints, CategoryRemove } from '#contract/categories.ts'
import { mergeInTree, moveInTree, removeFromTree } from '#contract/category-tree.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { recordUndoStep } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { gatherArticles, lockArticles } from '../taxonomy/lock-uses-commands.ts'
import { assignedTo, countsOf, countFollowing, moveAssignments, planFollowing } from './category-article-commands.ts'
import { recordFollowed } from './category-followed-commands.ts'
import { categoryNodes } from './category-queries.ts'
import { leadCategoriesTo } from './category-redirect-commands.ts'
import type { ReplacementMap } from './category-rules.ts'
import {
  requireCategory,
  requireNode,
  requireTree,
  lockNodes,
  lockCategoryTree,
  type Node,
  placeItems,
  trashNodes,
  writeTree,
} from './category-tree-commands.ts'

type Move = z.output<typeof categoryEndpoints.move.body>
type Remove = z.output<typeof CategoryRemove>

/** @throws ProblemError not_found, stale_version, name_taken, invalid_input (cycle, too_deep, unknown_id) */
export function moveCategory(
  { db }: Services,
  actor: Actor,
  id: string,
  { version, ...to }: Move,
): Promise<Category & { undo: UndoPointer }> {
  return nameRace(() =>
    db.transaction().execute(async (trx) => {
      const nodes = await lockCategoryTree(trx)
      const node = await requireNode(trx, nodes, id, version)
      const { nodes: after } = requireTree(moveInTree(nodes, id, to), to.before ? 'before' : 'parent')
      await writeTree(trx, actor, nodes, after, id)
      const step = { noun: 'category', action: 'move', title: node.name } as const
      const undo = await recordUndoStep(trx, actor.id, step, placeItems(nodes, after, id))
      const place = ({ parent, position }: Node) => ({ parent, position })
      await recordAudit(trx, actor, {
        action: 'move',
        entityType: 'category',
        entityId: id,
        entityTitle: node.name,
        before: place(node),
        after: place(after.find((one) => one.id === id) ?? node),
      })
      return { ...(await requireCategory(trx, id)), undo }
    }),
  )
}

/** What a merge would do. @throws as mergeCategories */
export async function previewMerge({ db }: Services, into: string, from: readonly string[]) {
  const nodes = await categoryNodes(db)
  await requireNode(db, nodes, into)
  const { nodes: after, gone = new Map<string, string>() } = requireTree(mergeInTree(nodes, into, from), 'from')
  const { articles, published } = await countIn(db, [...gone.keys()])
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]))
  return {
    articles,
    published,
    moved: placeItems(nodes, after).length - gone.size,
    melted: [...gone.keys()].filter((id) => !from.includes(id)).map((id) => nameOf.get(id) ?? ''),
  }
}

/**
 * @throws ProblemError not_found, invalid_input (cycle: one of them is above the target; too_deep, unknown_id),
 *   name_taken
 */
export function mergeCategories({ db }: Services, actor: Actor, into: string, from: readonly string[]) {
  return nameRace(() =>
    withTaxonomyLock(db, async (trx, whileExclusive) => {
      const nodes = await lockCategoryTree(trx)
      const target = await requireNode(trx, nodes, into)
      const { nodes: after, gone = new Map<string, string>() } = requireTree(mergeInTree(nodes, into, from), 'from')
      const articles = await whileExclusive(() => lockArticlesIn(trx, [...gone.keys()]))
      const { moves } = await planFollowing(trx, gone, articles)
      const undo = await carryOut(trx, actor, {
        action: 'merge',
        title: target.name,
        nodes,
        after,
        replacements: gone,
        moves,
      })
      const nameOf = new Map(nodes.map(({ id, name }) => [id, name]))
      await recordAudit(trx, actor, {
        action: 'merge',
        entityType: 'category',
        entityId: into,
        entityTitle: target.name,
        after: { merged: [...gone.keys()].map((id) => nameOf.get(id)), ...countsOf(moves) },
      })
      return { entity: await requireCategory(trx, into), moved: countsOf(moves).articles, undo }
    }),
  )
}

/** What hangs on a category. */
export async function previewRemove({ db }: Services, id: string) {
  const nodes = await categoryNodes(db)
  await requireNode(db, nodes, id)
  return { ...(await countIn(db, [id])), children: nodes.filter(({ parent }) => parent === id).length }
}

/**
 * Deletes one category; `choices` say where its children and articles go.
 * @throws ProblemError in_use without a choice for what hangs on it, or when what readers see would lose its only
 *   category; not_found, stale_version, name_taken, invalid_input (cycle, too_deep, unknown_id)
 */
export function removeCategory({ db }: Services, actor: Actor, id: string, { version, children, articles }: Remove) {
  return nameRace(() =>
    withTaxonomyLock(db, async (trx, whileExclusive) => {
      const nodes = await lockCategoryTree(trx)
      const node = await requireNode(trx, nodes, id, version)
      const to = articles && articles !== 'none' ? articles.to : null
      if (to !== null && (to === id || !nodes.some((one) => one.id === to)))
        throw invalidField('articles.to', 'unknown_id', 'there is no such category')
      const replacements = new Map([[id, to]])
      const locked = await whileExclusive(() => lockArticlesIn(trx, [id]))
      const { moves, bare } = await planFollowing(trx, replacements, locked)
      const reasons = [
        !children && nodes.some(({ parent }) => parent === id) && 'children',
        ((!articles && moves.length > 0) || (articles === 'none' && bare > 0)) && 'articles',
      ].filter((reason) => reason !== false)
      if (reasons.length > 0) throw new ProblemError('in_use', { reasons })
      const { nodes: after } = requireTree(removeFromTree(nodes, id, children ?? 'up'), 'children')
      // Readers who come with the old address are led to where the articles went, else one level up.
      const leads = new Map([[id, to ?? node.parent]])
      const undo = await carryOut(trx, actor, {
        action: 'delete',
        title: node.name,
        nodes,
        after,
        replacements,
        moves,
        leads,
      })
      await recordAudit(trx, actor, {
        action: 'delete',
        entityType: 'category',
        entityId: id,
        entityTitle: node.name,
        after: { children: children ?? null, articles: articles ?? null, changed: countsOf(moves).articles },
      })
      return { articles: countsOf(moves).articles, undo }
    }),
  )
}

type Moves = Awaited<ReturnType<typeof planFollowing>>['moves']
type Outcome = {
  action: string
  title: string
  nodes: Node[]
  after: Node[]
  replacements: ReplacementMap
  moves: Moves
  leads?: ReplacementMap
}

/** No one gives an article one of these any more, nor changes one that has one of them. */
async function lockArticlesIn(trx: Db, ids: readonly string[]): Promise<string[]> {
  await lockNodes(trx, ids)
  return lockArticles(trx, assignedTo(ids))
}

const countIn = (db: Services['db'], categories: readonly string[]) =>
  db
    .transaction()
    .execute(async (trx) => countFollowing(trx, categories, await gatherArticles(trx, assignedTo(categories))))

/** Trashes what is gone, moves its children, lets articles and old addresses follow. */
async function carryOut(
  trx: Db,
  actor: Actor,
  { action, title, nodes, after, replacements, moves, leads = replacements }: Outcome,
): Promise<UndoPointer> {
  const gone = [...replacements.keys()]
  await trashNodes(trx, actor, gone)
  await writeTree(trx, actor, nodes, after)
  await moveAssignments(trx, moves)
  const redirects = await leadCategoriesTo(
    trx,
    nodes.filter(({ id }) => gone.includes(id)),
    leads,
  )
  const items = placeItems(nodes, after, undefined, replacements).map((item) => ({
    ...item,
    before: { ...item.before, redirects: redirects.get(item.itemId) ?? [] },
  }))
  const undo = await recordUndoStep(trx, actor.id, { noun: 'category', action, title, gone }, items)
  await recordFollowed(trx, undo.id, moves)
  return undo
}

/** A row that an import wrote beside the lock can still have the name. */
async function nameRace<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (uniqueViolation(error) === 'category_sibling_name') throw new ProblemError('name_taken')
    throw error
  }
}
