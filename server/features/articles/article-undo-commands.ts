import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ProblemCode } from '#contract/problems.ts'
import type { UndoReport } from '#contract/undo.ts'
import { foreignKeyViolation, uniqueViolation } from '../../db/errors.ts'
import type { Db } from '../../db/database.ts'
import { deleteItems, passOnVersions, type UndoStep } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { databaseTime, notSubmitted } from './article-action-commands.ts'
import { withFacetsAtEnd } from './article-facet-commands.ts'
import { restoreLive } from './article-live-undo-commands.ts'
import { withNamesFollowed } from './article-reference-commands.ts'
import { restoreRedirects } from './article-redirect-commands.ts'
import { bulkPermission, reaches } from './article-rules.ts'
import { lockArticleForUpdate, saveArticle, type LockedArticle } from './article-save-commands.ts'
import { planPublication } from './article-schedule-commands.ts'
import { claimNearSlug } from './article-slug-commands.ts'
import { articleNames, type ArticleItem, type ColumnsBefore } from './article-undo-step-commands.ts'

/** A merge of names changes these too, without a new version: only an action that set them restores them. */
const named = {
  addTags: ['tags'],
  removeTags: ['tags'],
  setCategory: ['primaryCategory', 'categories'],
  setAuthors: ['authors'],
  replaceAuthor: ['authors'],
} as const
const namesFor = (action: string): readonly string[] => (action in named ? named[action as keyof typeof named] : [])
const allNames: readonly string[] = articleNames

/** A person who has lost the right to change an article since may not learn its present title. */
const mayHideTitle = new Set<ProblemCode>(['not_found', 'forbidden'])

/** Whoever saves one of them meanwhile waits for a second or less. */
const IN_A_PART = 50

/** Undoes an action on one or many articles. An article that was changed since is left alone and named. */
export const articleUndo: UndoHandler = {
  permission: (action) => bulkPermission(action),
  restore: async ({ trx, actor, step }) => {
    const articles = await undoneArticles(trx, step.id, null, null)
    const left = await undoArticles(trx, actor, step, articles)
    const restored = articles.length - left.length
    return { restored, skipped: left.length, left, changed: restored > 0 }
  },
  restorePart: async ({ trx, actor, step }, after) => {
    const articles = await undoneArticles(trx, step.id, after, IN_A_PART)
    const left = await undoArticles(trx, actor, step, articles)
    const isLeft = new Set(left.map(({ id }) => id))
    const back = articles.flatMap(({ id }) => (isLeft.has(id) ? [] : [id]))
    await deleteItems(trx, sql`step_id = ${step.id} and item_id = any(${back}::uuid[])`)
    const last = articles.length === IN_A_PART ? articles.at(-1)!.id : null
    return { restored: back.length, skipped: left.length, left, last }
  },
}

type Undone = { id: string; title: string }

/** In one order for everyone, so that two at once wait for each other instead of locking each other out. */
const undoneArticles = (trx: Db, step: string, after: string | null, most: number | null): Promise<Undone[]> =>
  trx
    .selectFrom('undoStepItem')
    .innerJoin('article', 'article.id', 'undoStepItem.itemId')
    .select(['article.id', 'article.title'])
    .where('stepId', '=', step)
    .$if(after !== null, (items) => items.where('article.id', '>', after ?? ''))
    .orderBy('article.id')
    .$if(most !== null, (items) => items.limit(most ?? 0))
    .execute()

/** @returns the articles that were left as they are */
async function undoArticles(trx: Db, actor: Actor, step: UndoStep, articles: readonly Undone[]) {
  const left: UndoReport['left'] = []
  const ids = articles.map(({ id }) => id)
  await withFacetsAtEnd(trx, ids, async () => {
    for (const { id, title } of articles) {
      const code = await undoInside(trx, actor, step, id)
      if (code) left.push({ id, title: mayHideTitle.has(code) ? '' : title, code })
    }
  })
  return left
}

/** The item without the text that readers saw: that stays in the database. */
async function itemOf(trx: Db, step: string, id: string) {
  const { rows } = await sql<Pick<ArticleItem, 'after'> & ArticleItem['before'] & { liveChanged: boolean }>`
    select "after", "before"->'columns' as columns, "before"->'redirects' as redirects, "before" ? 'live' as live_changed
    from undo_step_item where step_id = ${step} and item_id = ${id}`.execute(trx)
  const [item] = rows
  if (!item) throw new ProblemError('undo_expired')
  return item
}
type Item = Awaited<ReturnType<typeof itemOf>>

/** Returns why an article was left as it is; null when it is as before. */
async function undoInside(trx: Db, actor: Actor, step: UndoStep, id: string): Promise<ProblemCode | null> {
  await sql`savepoint item`.execute(trx)
  try {
    const locked = await lockArticleForUpdate(trx, actor, id, bulkPermission(step.action))
    const item = await itemOf(trx, step.id, id)
    if (!isAsLeft(locked, step.action, item)) throw new ProblemError('stale_version')
    if (item.liveChanged && !reaches(actor, 'articles.publish', locked.access)) throw new ProblemError('forbidden')
    await restoreArticle(locked, actor, step, item)
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

/** Of the names, only those that the action set count: a merge of others does not concern it. */
function isAsLeft({ row }: LockedArticle, action: string, { after }: Item): boolean {
  const own = articleNames.filter((name) => namesFor(action).includes(name) && after[name] !== undefined)
  return row.version === after.version && own.every((name) => isDeepStrictEqual(row[name], after[name]))
}

/** Everything as it was, who changed it last and when included; one version up, and with an entry in the history. */
async function restoreArticle(
  locked: LockedArticle,
  actor: Actor,
  { id: undo, action }: UndoStep,
  item: Item,
): Promise<void> {
  const { trx, row } = locked
  const { id } = row
  const { liveChanged } = item
  const before = await withoutPastPlan(trx, item.columns)
  const { status, hasChanges, deletedAt, deletedBy, publishedAt, returnNote, returnMissing, ...others } = before
  const { returnedAt, returnedBy, ...more } = others
  const { submittedAt, submittedBy, submitMessage, updatedAt, updatedBy, ...rest } = more
  // Steps of an older Copydesk do not know these.
  const lastChange = updatedAt ? { updatedAt, updatedBy } : {}
  const submission = submittedAt ? { submittedAt, submittedBy, submitMessage } : notSubmitted
  const slug = deletedAt ? before.slug : await claimNearSlug(trx, before.slug, id)
  const own = namesFor(action)
  const back = Object.fromEntries(
    Object.entries(rest).filter(([field]) => own.includes(field) || !allNames.includes(field)),
  )
  await saveArticle(locked, {
    reason: 'restore',
    by: actor,
    content: await withNamesFollowed(trx, { ...locked.content, ...back, slug }),
    columns: {
      status,
      hasChanges,
      deletedAt,
      deletedBy,
      publishedAt,
      returnNote,
      returnMissing,
      returnedAt: returnedAt ?? null,
      returnedBy: returnedBy ?? null,
      ...submission,
      ...lastChange,
    },
  })
  if (liveChanged) {
    await restoreLive(trx, undo, id)
    await restoreRedirects(trx, id, item.redirects)
  }
  await planPublication(trx, id, status === 'scheduled' && !deletedAt ? before.publishAt : null)
  await passOnVersions(trx, [{ itemId: id, from: item.after.versionBefore, to: row.version + 1 }])
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'article',
    entityId: id,
    entityTitle: row.title,
    before: { state: locked.access.state },
    after: { state: deletedAt ? 'trashed' : status, action },
  })
}

/** A plan whose time has passed would publish at once: the article comes back as a draft without it. */
async function withoutPastPlan(trx: Db, before: ColumnsBefore): Promise<ColumnsBefore> {
  if (before.status !== 'scheduled' || before.deletedAt) return before
  if (before.publishAt && before.publishAt > (await databaseTime(trx))) return before
  return { ...before, status: 'draft', publishAt: null }
}
