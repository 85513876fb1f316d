import { uniqueViolation } from '../../db/errors.ts'
import type { z } from 'zod'
import type { Category, categoryEndpoints, CategoryRemove } from '#contract/categories.ts'
import { mergeInTree, moveInTree, removeFromTree } from '#contract/category-tree.ts'
import { holdCatalogueBriefly } from '../../db/catalogue-lock.ts'
import type { Db } from '../../db/database.ts'
import { keepUndoStep } from '../../db/undo-steps.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { gatherArticles, holdArticles } from '../catalogue/hold-uses-commands.ts'
import { countsOf, followedIn, moveStandings, planFollowing, standingIn } from './category-article-commands.ts'
import { keepFollowed } from './category-followed-commands.ts'
import { categoryNodes } from './category-queries.ts'
import { leadCategoriesTo } from './category-redirect-commands.ts'
import type { Became } from './category-rules.ts'
import {
  type Changed,
  demandCategory,
  demandNode,
  demandTree,
  holdNodes,
  holdTree,
  type Node,
  placesOf,
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
): Promise<Category & { undo: string }> {
  return nameRace(() =>
    db.transaction().execute(async (trx) => {
      const nodes = await holdTree(trx)
      const node = await demandNode(trx, nodes, id, version)
      const { nodes: after } = demandTree(moveInTree(nodes, id, to), to.before ? 'before' : 'parent')
      await writeTree(trx, actor, nodes, after, id)
      const places = placesOf(nodes, after, [id])
      const undo = await keepUndoStep(trx, actor.id, {
        noun: 'category',
        action: 'move',
        title: node.name,
        changed: { ...places, gone: [], became: {}, redirects: [] } satisfies Changed,
      })
      const place = ({ parent, position }: Node) => ({ parent, position })
      await recordAudit(trx, actor, {
        action: 'move',
        entityType: 'category',
        entityId: id,
        entityTitle: node.name,
        before: place(node),
        after: place(after.find((one) => one.id === id) ?? node),
      })
      return { ...(await demandCategory(trx, id)), undo }
    }),
  )
}

/** What a merge would do. @throws as mergeCategories */
export async function previewMerge({ db }: Services, into: string, from: readonly string[]) {
  const nodes = await categoryNodes(db)
  await demandNode(db, nodes, into)
  const { nodes: after, gone = new Map<string, string>() } = demandTree(mergeInTree(nodes, into, from), 'from')
  const { moves } = await planUnheld(db, gone)
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]))
  return {
    ...countsOf(moves),
    moved: placesOf(nodes, after, []).was.length - gone.size,
    melted: [...gone.keys()].filter((id) => !from.includes(id)).map((id) => nameOf.get(id) ?? ''),
  }
}

/**
 * @throws ProblemError not_found, invalid_input (cycle: one of them stands above the target; too_deep, unknown_id),
 *   name_taken
 */
export function mergeCategories({ db }: Services, actor: Actor, into: string, from: readonly string[]) {
  return nameRace(() =>
    holdCatalogueBriefly(db, async (trx, holdBriefly) => {
      const nodes = await holdTree(trx)
      const target = await demandNode(trx, nodes, into)
      const { nodes: after, gone = new Map<string, string>() } = demandTree(mergeInTree(nodes, into, from), 'from')
      const articles = await holdBriefly(() => holdWhatStandsIn(trx, [...gone.keys()]))
      const { moves } = await planFollowing(trx, gone, articles)
      const undo = await carryOut(trx, actor, {
        action: 'merge',
        title: target.name,
        nodes,
        after,
        became: gone,
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
      return { entity: await demandCategory(trx, into), moved: countsOf(moves).articles, undo }
    }),
  )
}

/** What hangs on a category. */
export async function previewRemove({ db }: Services, id: string) {
  const nodes = await categoryNodes(db)
  await demandNode(db, nodes, id)
  const { moves, bare } = await planUnheld(db, new Map([[id, null]]))
  return { ...countsOf(moves), alone: bare, children: nodes.filter(({ parent }) => parent === id).length }
}

/**
 * Deletes one category; `choices` say where its children and articles go.
 * @throws ProblemError in_use without a choice for what hangs on it, or when what readers see would lose its only
 *   category; not_found, stale_version, name_taken, invalid_input (cycle, too_deep, unknown_id)
 */
export function removeCategory({ db }: Services, actor: Actor, id: string, { version, children, articles }: Remove) {
  return nameRace(() =>
    holdCatalogueBriefly(db, async (trx, holdBriefly) => {
      const nodes = await holdTree(trx)
      const node = await demandNode(trx, nodes, id, version)
      const to = articles && articles !== 'none' ? articles.to : null
      if (to !== null && (to === id || !nodes.some((one) => one.id === to)))
        throw invalidField('articles.to', 'unknown_id', 'there is no such category')
      const became = new Map([[id, to]])
      const held = await holdBriefly(() => holdWhatStandsIn(trx, [id]))
      const { moves, bare } = await planFollowing(trx, became, held)
      const reasons = [
        !children && nodes.some(({ parent }) => parent === id) && 'children',
        ((!articles && moves.length > 0) || (articles === 'none' && bare > 0)) && 'articles',
      ].filter((reason) => reason !== false)
      if (reasons.length > 0) throw new ProblemError('in_use', { reasons })
      const { nodes: after } = demandTree(removeFromTree(nodes, id, children ?? 'up'), 'children')
      // Readers who come with the old address are led to where the articles went, else one level up.
      const leads = new Map([[id, to ?? node.parent]])
      const undo = await carryOut(trx, actor, {
        action: 'delete',
        title: node.name,
        nodes,
        after,
        became,
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
  became: Became
  moves: Moves
  leads?: Became
}

/** Nobody gives an article one of these any more, nor changes one that has one of them. */
async function holdWhatStandsIn(trx: Db, ids: readonly string[]): Promise<string[]> {
  await holdNodes(trx, ids)
  return holdArticles(trx, standingIn(ids))
}

const planUnheld = (db: Services['db'], became: Became) =>
  db
    .transaction()
    .execute(async (trx) => planFollowing(trx, became, await gatherArticles(trx, standingIn([...became.keys()]))))

/** Trashes what is gone, moves its children, lets articles and old addresses follow; returns the undo. */
async function carryOut(
  trx: Db,
  actor: Actor,
  { action, title, nodes, after, became, moves, leads = became }: Outcome,
): Promise<string> {
  const gone = [...became.keys()]
  await trashNodes(trx, actor, gone)
  await writeTree(trx, actor, nodes, after)
  await moveStandings(trx, moves)
  const redirects = await leadCategoriesTo(
    trx,
    nodes.filter(({ id }) => gone.includes(id)),
    leads,
  )
  const changed: Changed = {
    ...placesOf(nodes, after, gone),
    gone,
    became: Object.fromEntries(became),
    redirects,
  }
  const undo = await keepUndoStep(trx, actor.id, { noun: 'category', action, title, changed, gone })
  await keepFollowed(trx, undo, followedIn(moves))
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
