import { sql } from 'kysely'
import {
  actionFits,
  articleActions,
  lacksChanges,
  missingToPublish,
  stateAfter,
  type ArticleAction,
  type ArticleStatus,
} from '#contract/article-actions.ts'
import type { ArticleActionReply } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { slugRace } from './article-commands.ts'
import { sameContent } from './article-content-rules.ts'
import { goLive, takeDown } from './article-live-commands.ts'
import { queueReturnMail } from './article-mail-commands.ts'
import { withoutDeadReferences } from './article-reference-commands.ts'
import { needsPublisher, type ArticleAccess } from './article-rules.ts'
import {
  lockArticleForUpdate,
  replyWith,
  saveArticle,
  type Change,
  type LockedArticle,
} from './article-save-commands.ts'
import { requireTimes, planPublication } from './article-schedule-commands.ts'
import { liveContent } from './article-view-queries.ts'
import { claimNearSlug } from './article-slug-commands.ts'
import { beginUndoStep, endUndoStep, recordForUndo } from './article-undo-step-commands.ts'

export type ActionInput = { version?: number; message?: string; note?: string; publishAt?: string }

/** What changes the text itself is undone by its history. */
const withoutUndo: readonly ArticleAction[] = ['discard']

/**
 * One action of the state table, by a person, and how to undo it.
 * @throws ProblemError illegal_transition, nothing_to_publish, not_publishable, …
 */
export const actOnArticle = (
  { db }: Services,
  actor: Actor,
  id: string,
  action: ArticleAction,
  input: ActionInput,
): Promise<ArticleActionReply> =>
  slugRace(() =>
    db.transaction().execute(async (trx) => {
      const locked = await lockArticleForUpdate(trx, actor, id, articleActions[action].permission, input.version)
      const undo = withoutUndo.includes(action) ? null : await beginUndoStep(trx, actor, action)
      const perform = () => performOn(locked, action, input)
      if (undo) await recordForUndo(locked, undo, perform)
      else await perform()
      return { ...(await replyWith(trx, actor, id)), undo: undo && (await endUndoStep(trx, undo)) }
    }),
  )

/** The same inside the caller's transaction. */
export async function performAction(
  trx: Db,
  actor: Actor,
  id: string,
  action: ArticleAction,
  input: ActionInput = {},
): Promise<void> {
  const locked = await lockArticleForUpdate(trx, actor, id, articleActions[action].permission, input.version)
  await performOn(locked, action, input)
}

/** An action on an article that is locked and whose actor has its permission. @throws ProblemError needs_publisher, … */
export async function performOn(locked: LockedArticle, action: ArticleAction, input: ActionInput = {}): Promise<void> {
  requireTransition(action, locked.access)
  if (locked.actor && needsPublisher(locked.actor, action, locked.access)) throw new ProblemError('needs_publisher')
  const { afterwards, ...change } = await steps[action](locked, input)
  const note = input.note || input.message
  await saveArticle(locked, { reason: action, ...change })
  await afterwards?.()
  await recordAudit(locked.trx, locked.actor, {
    action,
    entityType: 'article',
    entityId: locked.row.id,
    entityTitle: locked.row.title,
    before: { state: locked.access.state },
    after: { state: stateAfter(action, locked.access.state), ...(note && { note }) },
  })
}

function requireTransition(action: ArticleAction, access: ArticleAccess) {
  if (actionFits(action, access)) return
  if (lacksChanges(action, access)) throw new ProblemError('nothing_to_publish')
  const { state, hasChanges, isSubmitted } = access
  const situation = hasChanges && isSubmitted ? `${state} and its changes are in review` : state
  throw new ProblemError('illegal_transition', {
    detail: `${action} is not possible while the article is ${situation}`,
  })
}

type Step = (
  locked: LockedArticle,
  input: ActionInput,
) => Promise<Omit<Change, 'reason'> & { afterwards?: () => Promise<void> }>

const notReturned = { returnNote: '', returnMissing: [] as string[], returnedAt: null, returnedBy: null }

/** A trigger sets the same when an article, or its changes, is no longer in review. */
export const notSubmitted = { submittedAt: null, submittedBy: null, submitMessage: '' }

const steps: Record<ArticleAction, Step> = {
  submit: async ({ trx, actor, row }, { message = '' }) => ({
    columns: {
      status: unlessPublished(row, 'in_review'),
      submittedAt: await databaseTime(trx),
      submittedBy: actor?.id ?? null,
      submitMessage: message,
      // The note of a return stays: the reviewer checks it against the text.
      returnMissing: [],
    },
  }),
  withdraw: async ({ row }) => ({ columns: { status: unlessPublished(row, 'draft'), ...notSubmitted } }),
  return: async (locked, { note = '' }) => {
    await queueReturnMail(locked, note)
    return {
      columns: {
        status: unlessPublished(locked.row, 'draft'),
        ...notSubmitted,
        returnNote: note,
        returnMissing: [],
        returnedAt: await databaseTime(locked.trx),
        returnedBy: locked.actor?.id ?? null,
        ...(await cancelPlan(locked)),
      },
    }
  },
  schedule: async ({ trx, row, content }, { publishAt = null }) => {
    await requireTimes(trx, publishAt, content.unpublishAt)
    requireComplete(content, row.wordCount)
    await planPublication(trx, row.id, publishAt)
    return { columns: { status: 'scheduled', publishAt, ...notReturned } }
  },
  publish: async (locked) => {
    const { trx, row, content } = locked
    requireComplete(content, row.wordCount)
    const now = await databaseTime(trx)
    if (content.unpublishAt && content.unpublishAt <= now)
      throw invalidField('unpublishAt', 'past', 'must be a time to come')
    if (row.status === 'scheduled') await planPublication(trx, row.id, null)
    // A plan that was overtaken, or missed, is void; a date that was over when it was set is the date the writer wants it to bear.
    const isPlan = content.publishAt !== null && (content.publishAt > now || (await wasPlanned(locked)))
    const publishAt = isPlan ? null : content.publishAt
    const publishedAt = row.publishedAt ?? publishAt ?? now
    const afterwards = await goLive(locked, { ...content, publishAt }, publishedAt)
    const columns = { status: 'published', hasChanges: false, publishedAt, publishAt, ...notReturned } as const
    return { columns, afterwards }
  },
  discard: async ({ trx, row }) => {
    const live = await liveContent(trx, row.id)
    if (!live) throw new ProblemError('nothing_to_publish')
    const content = await withoutDeadReferences(trx, live)
    return { content, columns: { hasChanges: !sameContent(content, live), ...notSubmitted, ...notReturned } }
  },
  unpublish: async (locked) => {
    await takeDown(locked)
    const { unpublishAt } = locked.content
    // A time in the past would prevent the next publication.
    const over = unpublishAt !== null && unpublishAt <= (await databaseTime(locked.trx))
    return {
      columns: {
        status: 'draft',
        hasChanges: false,
        ...noteAfter(locked),
        unpublishAt: over ? null : unpublishAt,
        ...(await cancelPlan(locked)),
      },
    }
  },
  archive: async (locked) => {
    await takeDown(locked)
    return { columns: { status: 'archived', hasChanges: false, ...noteAfter(locked) } }
  },
  trash: async (locked) => {
    await takeDown(locked)
    if (locked.row.status === 'scheduled') await planPublication(locked.trx, locked.row.id, null)
    const deletedAt = await databaseTime(locked.trx)
    return { columns: { deletedAt, deletedBy: locked.actor?.id ?? null, hasChanges: false, ...noteAfter(locked) } }
  },
  restore: async (locked) => {
    const { trx, row, content } = locked
    const slug = await claimNearSlug(trx, row.slug, row.id)
    return {
      ...(slug !== row.slug && { content: { ...content, slug } }),
      columns: { status: 'draft', deletedAt: null, deletedBy: null, ...(await cancelPlan(locked)) },
    }
  },
}

/** Whether the publish date of a draft was still to come when it was set: as its history knows it, so long as it was never published. */
async function wasPlanned({ trx, row }: LockedArticle): Promise<boolean> {
  if (row.status === 'scheduled' || row.publishedAt !== null) return false
  const { rows } = await sql<{ planned: boolean }>`select exists (
    select from article_revision where article_id = ${row.id} and created_at < ${row.publishAt}
      and (content->>'publishAt')::timestamptz = ${row.publishAt}) as planned`.execute(trx)
  return rows[0]?.planned === true
}

/** A note about changes ends with them. */
const noteAfter = ({ row }: LockedArticle) => (row.status === 'published' ? notReturned : {})

/** An action on the changes of a published article leaves it published. */
const unlessPublished = <S extends ArticleStatus>({ status }: LockedArticle['row'], after: S) =>
  status === 'published' ? status : after

/** Without its plan an article keeps no time either: it would backdate a later publication. */
async function cancelPlan({ trx, row }: LockedArticle): Promise<{ publishAt?: null }> {
  if (row.status !== 'scheduled') return {}
  await planPublication(trx, row.id, null)
  return { publishAt: null }
}

function requireComplete(content: LockedArticle['content'], wordCount: number) {
  const reasons = missingToPublish({ ...content, wordCount })
  if (reasons.length) throw new ProblemError('not_publishable', { reasons })
}

export async function databaseTime(trx: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(trx)
  return rows[0]?.now ?? new Date().toISOString()
}
