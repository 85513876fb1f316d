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
import { type AuditEvent, recordAudits } from '../audit/audit-commands.ts'
import { databaseTime, notSubmitted } from './article-action-commands.ts'
import { withFacetsAtEnd } from '../../db/facets-at-end.ts'
import { planIndexing, restoreLive } from './article-live-undo-commands.ts'
import { followNames, type FollowNames } from './article-reference-commands.ts'
import { restoreRedirects } from './article-redirect-commands.ts'
import { bulkPermission, reaches } from './article-rules.ts'
import { type ArticleRow, lockArticleRows } from './article-row-queries.ts'
import { lockedArticle, saveArticle, type LockedArticle } from './article-save-commands.ts'
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

/** Articles that are locked and read at once: their texts may be long. */
const LOADED = 50

/** @returns the articles that were left as they are */
async function undoArticles(trx: Db, actor: Actor, step: UndoStep, articles: readonly Undone[]) {
  const left: UndoReport['left'] = []
  const ids = articles.map(({ id }) => id)
  await withFacetsAtEnd(trx, ids, async () => {
    for (let first = 0; first < articles.length; first += LOADED)
      left.push(...(await undoSome(trx, actor, step, articles.slice(first, first + LOADED))))
  })
  return left
}

/** What all of them need is read before, and what belongs to those that are back is written after them: each at once. */
async function undoSome(trx: Db, actor: Actor, step: UndoStep, articles: readonly Undone[]) {
  const left: UndoReport['left'] = []
  const back: Restored[] = []
  const ids = articles.map(({ id }) => id)
  const rows = new Map((await lockArticleRows(trx, actor, ids)).map((row) => [row.id, row]))
  const items = await itemsOf(trx, step.id, ids)
  const followed = await followNames(trx, [...rows.values(), ...[...items.values()].map(({ columns }) => columns)])
  for (const { id, title } of articles) {
    const result = await undoInside(trx, actor, step, { row: rows.get(id), item: items.get(id), followed })
    if (typeof result === 'string') left.push({ id, title: mayHideTitle.has(result) ? '' : title, code: result })
    else back.push(result)
  }
  await passOnVersions(
    trx,
    back.map(({ version }) => version),
  )
  await recordAudits(
    trx,
    actor,
    back.map(({ event }) => event),
  )
  if (back.some(({ isLive }) => isLive)) await planIndexing(trx)
  return left
}

/** The items without the texts that readers saw: those stay in the database. */
async function itemsOf(trx: Db, step: string, ids: readonly string[]) {
  const { rows } = await sql<
    { id: string } & Pick<ArticleItem, 'after'> & ArticleItem['before'] & { liveChanged: boolean }
  >`
    select item_id as id, "after", "before"->'columns' as columns, "before"->'redirects' as redirects, "before" ? 'live' as live_changed
    from undo_step_item where step_id = ${step} and item_id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, ...item }) => [id, item]))
}
type Item = Awaited<ReturnType<typeof itemsOf>> extends Map<string, infer One> ? One : never

/** What belongs to an article that is as it was before the step. */
type Restored = { version: Parameters<typeof passOnVersions>[1][number]; event: AuditEvent; isLive: boolean }
type Loaded = { row: ArticleRow | undefined; item: Item | undefined; followed: FollowNames }

/** Returns why an article was left as it is, where it was. */
async function undoInside(trx: Db, actor: Actor, step: UndoStep, loaded: Loaded): Promise<ProblemCode | Restored> {
  const { row, item, followed } = loaded
  await sql`savepoint item`.execute(trx)
  try {
    const locked = await lockedArticle(trx, actor, row, bulkPermission(step.action))
    if (!item) throw new ProblemError('undo_expired')
    if (!isAsLeft(locked, step.action, item)) throw new ProblemError('stale_version')
    if (item.liveChanged && !reaches(actor, 'articles.publish', locked.access)) throw new ProblemError('forbidden')
    const restored = await restoreArticle(locked, actor, step, item, followed)
    await sql`release savepoint item`.execute(trx)
    return restored
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
  followed: FollowNames,
): Promise<Restored> {
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
  // One that is not in the trash has its slug still, unless the step changed it.
  const hasSlug = deletedAt !== null || (row.deletedAt === null && row.slug === before.slug)
  const slug = hasSlug ? before.slug : await claimNearSlug(trx, before.slug, id)
  const own = namesFor(action)
  const back = Object.fromEntries(
    Object.entries(rest).filter(([field]) => own.includes(field) || !allNames.includes(field)),
  )
  await saveArticle(locked, {
    reason: 'restore',
    by: actor,
    content: await followed({ ...locked.content, ...back, slug }),
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
  const isLive = liveChanged && (await restoreLive(trx, undo, id))
  if (liveChanged) await restoreRedirects(trx, id, item.redirects)
  await planPublication(trx, id, status === 'scheduled' && !deletedAt ? before.publishAt : null)
  return {
    version: { itemId: id, from: item.after.versionBefore, to: row.version + 1 },
    event: {
      action: 'undo',
      entityType: 'article',
      entityId: id,
      entityTitle: row.title,
      before: { state: locked.access.state },
      after: { state: deletedAt ? 'trashed' : status, action },
    },
    isLive,
  }
}

/** A plan whose time has passed would publish at once: the article comes back as a draft without it. */
async function withoutPastPlan(trx: Db, before: ColumnsBefore): Promise<ColumnsBefore> {
  if (before.status !== 'scheduled' || before.deletedAt) return before
  if (before.publishAt && before.publishAt > (await databaseTime(trx))) return before
  return { ...before, status: 'draft', publishAt: null }
}
