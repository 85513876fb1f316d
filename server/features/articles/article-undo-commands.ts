import { sql } from 'kysely'
import type { z } from 'zod'
import type { articleBulkEndpoints } from '#contract/article-bulk.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { foreignKeyViolation, uniqueViolation } from '../../db/errors.ts'
import type { Db } from '../../db/database.ts'
import { deleteUndoStep, lockUndoStep } from '../../db/undo-steps.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { databaseTime, notSubmitted } from './article-action-commands.ts'
import { restoreLive } from './article-live-undo-commands.ts'
import { withNamesFollowed } from './article-reference-commands.ts'
import { restoreRedirects } from './article-redirect-commands.ts'
import { bulkPermission, reaches } from './article-rules.ts'
import { lockArticleForUpdate, saveArticle, type Held } from './article-save-commands.ts'
import { planPublication } from './article-schedule-commands.ts'
import { claimNearSlug } from './article-slug-commands.ts'
import type { ColumnsBefore } from './article-undo-step-commands.ts'

/** What a merge of names changes too, without a new version: only the action that gave an article such a one takes it back. */
const named = {
  addTags: ['tags'],
  setCategory: ['primaryCategory', 'categories'],
  setAuthors: ['authors'],
  replaceAuthor: ['authors'],
} as const
const namesFor = (action: string): readonly string[] => (action in named ? named[action as keyof typeof named] : [])
const allNames: readonly string[] = Object.values(named).flat()

type Step = { id: string; action: string }
type Item = { articleId: string; title: string; versionAfter: number; before: ColumnsBefore; liveChanged: boolean }
type Undone = z.output<typeof articleBulkEndpoints.undo.reply>

/** Whoever lost the right to change an article since may not know the title that it has now. */
const mayHideTitle = new Set<ProblemCode>(['not_found', 'forbidden'])

/** Rolls back, so that the step is not used up. */
class NothingRestored extends Error {
  readonly left: Undone['left']
  constructor(left: Undone['left']) {
    super('nothing was restored')
    this.left = left
  }
}

/**
 * Undoes an action on one or many articles: once, within thirty days, by the person who did it or, from the trash, by
 * everybody who may do the same. What was changed since is left alone and named; where all of it is, the step stays.
 * @throws ProblemError undo_expired, forbidden; from the trash also why nothing was restored
 */
export async function undoArticleStep({ db }: Services, actor: Actor, undo: string, from?: 'trash'): Promise<Undone> {
  try {
    return await db.transaction().execute(async (trx) => {
      const step = await lockUndoStep(trx, from === 'trash' ? null : actor.id, 'article', undo)
      if (!step) throw new ProblemError('undo_expired')
      if (!may(actor, bulkPermission(step.action))) throw new ProblemError('forbidden')
      const left: Undone['left'] = []
      const items = await itemsOf(trx, undo)
      for (const item of items) {
        const code = await undoInside(trx, actor, step, item)
        if (code) left.push({ id: item.articleId, title: mayHideTitle.has(code) ? '' : item.title, code })
      }
      if (left.length === items.length) throw new NothingRestored(left)
      await deleteUndoStep(trx, undo)
      return { restored: items.length - left.length, skipped: left.length, left }
    })
  } catch (error) {
    if (!(error instanceof NothingRestored)) throw error
    if (from === 'trash') throw new ProblemError(error.left[0]?.code ?? 'undo_expired')
    return { restored: 0, skipped: error.left.length, left: error.left }
  }
}

/** In one order for everybody, so that two at once wait for each other instead of locking each other out. */
const itemsOf = (trx: Db, undo: string): Promise<Item[]> =>
  trx
    .selectFrom('articleUndoItem')
    .innerJoin('article', 'article.id', 'articleUndoItem.articleId')
    .select(['articleId', 'article.title', 'versionAfter', 'liveChanged'])
    .select(sql<ColumnsBefore>`before`.as('before'))
    .where('undoId', '=', undo)
    .orderBy('articleId')
    .execute()

/** Returns why an article was left as it is; null when it is as before. */
async function undoInside(trx: Db, actor: Actor, step: Step, item: Item): Promise<ProblemCode | null> {
  await sql`savepoint item`.execute(trx)
  try {
    const held = await lockArticleForUpdate(trx, actor, item.articleId, bulkPermission(step.action))
    if (held.row.version !== item.versionAfter) throw new ProblemError('stale_version')
    if (item.liveChanged && !reaches(actor, 'articles.publish', held.access)) throw new ProblemError('forbidden')
    await restoreArticle(held, actor, step, item)
    await sql`release savepoint item`.execute(trx)
    return null
  } catch (error) {
    const code =
      error instanceof ProblemError
        ? error.code
        : uniqueViolation(error)
          ? 'slug_taken'
          : foreignKeyViolation(error)
            ? 'not_found'
            : undefined
    if (!code) throw error
    await sql`rollback to savepoint item`.execute(trx)
    return code
  }
}

/** Everything as it was, who changed it last and when included; one version up, and with an entry in the history. */
async function restoreArticle(held: Held, actor: Actor, { id: undo, action }: Step, item: Item): Promise<void> {
  const { trx, row } = held
  const { articleId: id, liveChanged } = item
  const before = await withoutPastPlan(trx, item.before)
  const { status, hasChanges, deletedAt, deletedBy, publishedAt, returnNote, returnMissing, ...others } = before
  const { submittedAt, submittedBy, submitMessage, updatedAt, updatedBy, ...rest } = others
  // Steps of an older Copydesk do not know it.
  const lastChange = updatedAt ? { updatedAt, updatedBy } : {}
  const submission = submittedAt ? { submittedAt, submittedBy, submitMessage } : notSubmitted
  const slug = deletedAt ? before.slug : await claimNearSlug(trx, before.slug, id)
  const own = namesFor(action)
  const back = Object.fromEntries(
    Object.entries(rest).filter(([field]) => own.includes(field) || !allNames.includes(field)),
  )
  await saveArticle(held, {
    reason: 'restore',
    by: actor,
    content: await withNamesFollowed(trx, { ...held.content, ...back, slug }),
    columns: {
      status,
      hasChanges,
      deletedAt,
      deletedBy,
      publishedAt,
      returnNote,
      returnMissing,
      ...submission,
      ...lastChange,
    },
  })
  if (liveChanged) {
    await restoreLive(trx, undo, id)
    await restoreRedirects(trx, undo, id)
  }
  await planPublication(trx, id, status === 'scheduled' && !deletedAt ? before.publishAt : null)
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'article',
    entityId: id,
    entityTitle: row.title,
    before: { state: held.access.state },
    after: { state: deletedAt ? 'trashed' : status, action },
  })
}

/** A plan whose time has passed meanwhile would publish at once: the article comes back as a draft without it. */
async function withoutPastPlan(trx: Db, before: ColumnsBefore): Promise<ColumnsBefore> {
  if (before.status !== 'scheduled' || before.deletedAt) return before
  if (before.publishAt && before.publishAt > (await databaseTime(trx))) return before
  return { ...before, status: 'draft', publishAt: null }
}
