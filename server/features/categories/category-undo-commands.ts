import { sql } from 'kysely'
import { flawOf, putBack } from '#contract/category-tree.ts'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { takeUndoStep, takeUndoStepOf } from '../../db/undo-steps.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockFollowed, takeBackFollowing } from './category-article-commands.ts'
import { followedOf, forgetFollowed } from './category-followed-commands.ts'
import { followCategories, takenCategorySlugs } from './category-queries.ts'
import { freeAddressesInUse, setCategoryRedirect } from './category-redirect-commands.ts'
import { categoriesOf } from './category-rules.ts'
import { rebaseLaterSteps } from './category-rebase-commands.ts'
import {
  type Changed,
  type ChangedWithArticles,
  lockCategoryTree,
  type Node,
  writeTree,
} from './category-tree-commands.ts'

type Restored = { restored: number; skipped: number }

/**
 * Takes a move, merge or deletion back, once, within an hour, by the person who did it, or from the trash. The very same rows stand where
 * they stood; what others moved since stays where they put it, and what was deleted for good stays away.
 * @throws ProblemError undo_expired, also when the tree has changed so much that there is no room for it
 */
export async function undoCategoryChange(
  { db }: Services,
  actor: Actor,
  undo: string,
  from?: 'trash',
): Promise<Restored> {
  const { restored, skipped } = await orExpired(() =>
    takeBack(db, actor, (trx) => takeUndoStep<Changed>(trx, from === 'trash' ? null : actor.id, 'category', undo)),
  )
  return { restored, skipped }
}

/**
 * Brings a category back from the trash: as an undo would where the tree still has room for it; else to the end of the top
 * level, without the others of its step. Its articles come along; those that do not are `skipped`.
 * @throws ProblemError not_found; name_taken when the top level has one of that name
 */
export async function restoreCategory({ db }: Services, actor: Actor, id: string): Promise<Restored> {
  try {
    const done = await orExpired(() => takeBack(db, actor, (trx) => takeUndoStepOf<Changed>(trx, 'category', id)))
    return done.articles
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'undo_expired')) throw error
    return restoreAtTop(db, actor, id)
  }
}

async function restoreAtTop(db: Services['db'], actor: Actor, id: string): Promise<Restored> {
  try {
    return await withTaxonomyLock(db, async (trx, whileExclusive) => {
      const nodes = await lockCategoryTree(trx)
      const step = await stepOf(trx, id)
      let rows: Node[] = []
      await whileExclusive(async () => {
        rows = await lockTrashed(trx, [id])
        await lockFollowed(trx, step?.articles ?? [])
      })
      const [row] = rows
      if (!row) throw new ProblemError('not_found')
      const position = nodes.filter(({ parent }) => parent === null).length
      await revive(trx, actor, { ...row, parent: null, position })
      await freeAddressesInUse(trx)
      const result = step ? await giveArticlesBack(trx, step, new Set([id])) : { restored: 0, skipped: 0 }
      const event = { action: 'restore', entityType: 'category', entityId: id, entityTitle: row.name, after: result }
      await recordAudit(trx, actor, event)
      return result
    })
  } catch (error) {
    if (uniqueViolation(error) === 'category_sibling_name') throw new ProblemError('name_taken')
    throw error
  }
}

/** The step that put it into the trash; it stays, for the others that went with it. */
async function stepOf(trx: Db, id: string): Promise<ChangedWithArticles | undefined> {
  const step = await trx
    .selectFrom('undoStep')
    .select(['id', 'changed'])
    .where('noun', '=', 'category')
    .where(sql<boolean>`gone @> array[${id}::uuid]`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return step && { ...(step.changed as Changed), articles: await followedOf(trx, step.id) }
}

async function orExpired<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('category_')) throw new ProblemError('undo_expired')
    throw error
  }
}

type Taken = Awaited<ReturnType<typeof takeUndoStep<Changed>>>

const takeBack = (
  db: Services['db'],
  actor: Actor,
  take: (trx: Db) => Promise<Taken>,
): Promise<Restored & { articles: Restored }> =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const nodes = await lockCategoryTree(trx)
    const record = await take(trx)
    if (!record) throw new ProblemError('undo_expired')
    const { was, went, redirects } = record.changed
    const articles = await followedOf(trx, record.id)
    await forgetFollowed(trx, record.id)
    let there: Node[] = []
    await whileExclusive(async () => {
      there = await lockTrashed(trx, record.changed.gone)
      await lockFollowed(trx, articles)
    })

    const now = new Map(nodes.map((node) => [node.id, node]))
    const gone = new Set(there.map(({ id }) => id))
    const purged = new Set(record.changed.gone.filter((id) => !gone.has(id) && !now.has(id)))
    const stayed = ({ id, parent }: Node) =>
      now.get(id)?.parent === went[id] && now.has(id) && !purged.has(parent ?? '')
    const movable = was.filter((node) => gone.has(node.id) || stayed(node))
    const places = movable.map((node) => ({ ...node, ...pick(now.get(node.id)) }))
    const after = putBack(nodes, places)
    if (after.length !== nodes.length + gone.size || flawOf(after)) throw new ProblemError('undo_expired')

    await writeTree(trx, actor, nodes, after)
    for (const node of after) if (gone.has(node.id)) await revive(trx, actor, node)
    for (const { path, entityId } of redirects)
      if (!purged.has(entityId ?? '')) await setCategoryRedirect(trx, path, entityId)
    await freeAddressesInUse(trx)
    const result = await giveArticlesBack(trx, { ...record.changed, articles }, new Set(after.map(({ id }) => id)))
    await recordAudit(trx, actor, {
      action: 'undo',
      entityType: 'category',
      entityId: was[0]?.id ?? null,
      entityTitle: record.title,
      after: { action: record.action, ...result },
    })
    return {
      restored: result.restored + movable.length,
      skipped: result.skipped + was.length - movable.length,
      articles: result,
    }
  })

/** Of these, what is in the trash. Nobody deletes it for good any more. */
const lockTrashed = (trx: Db, ids: readonly string[]): Promise<Node[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('category')
        .select(['id', 'parent', 'position', 'name', 'slug', 'version'])
        .where('id', 'in', ids)
        .where('deletedAt', 'is not', null)
        .orderBy('id')
        .forUpdate()
        .execute()

/**
 * `alive`: what the articles may stand in again. What took its place, and what else they stood in, may have become
 * something else meanwhile.
 */
async function giveArticlesBack(
  trx: Db,
  { articles, replacements }: Pick<ChangedWithArticles, 'articles' | 'replacements'>,
  alive: ReadonlySet<string>,
): Promise<Restored> {
  const next = (id: string) => (id in replacements ? (replacements[id] ?? null) : id)
  const stood = new Set([...Object.keys(replacements), ...articles.flatMap(({ before }) => categoriesOf(before))])
  const followed = await followCategories(
    trx,
    [...stood].map(next).filter((id) => id !== null),
  )
  const now = [...stood].map((id): [string, string | null] => [id, followed.get(next(id) ?? '') ?? null])
  const is = new Map(now.filter(([id, as]) => id in replacements || id !== as))
  const { moves, ...result } = await takeBackFollowing(trx, articles, is, alive)
  await rebaseLaterSteps(trx, { articles, replacements }, moves, alive)
  return result
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
