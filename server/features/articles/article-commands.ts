import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { ARTICLE_LIMITS, type ArticleFields, linkFields, pickFields } from '#contract/article-fields.ts'
import type { Article, ArticleCreate, ArticleEdit } from '#contract/articles.ts'
import { lockTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { ArticleContent } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { findOwnByline } from '../authors/author-account-commands.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { changedFields, columnsOf, mergeContent, sameContent } from './article-content-rules.ts'
import { requireReferences } from './article-reference-commands.ts'
import { articleColumns } from './article-row-queries.ts'
import { editFits, reaches } from './article-rules.ts'
import {
  lockArticleForUpdate,
  replyWith,
  saveArticle,
  tsvector,
  writeLinks,
  writeRevision,
  type LockedArticle,
} from './article-save-commands.ts'
import { requireTimes, planPublication } from './article-schedule-commands.ts'
import { claimSlug, claimSlugFor, isPlaceholderSlug, isSlugOfTitle, slugTaken } from './article-slug-commands.ts'
import { liveContent } from './article-view-queries.ts'
import { describeText } from './body-html-pool.ts'
import { cleanGivenBody } from './given-body-commands.ts'

/**
 * @param recordOrigin runs in the same transaction; what it throws leaves no article
 * @throws ProblemError invalid_input (unknown ids, body too long), html_too_complex, slug_taken
 */
export async function createArticle(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  input: z.output<typeof ArticleCreate>,
  { id = uuidv7(), recordOrigin }: { id?: string; recordOrigin?: (trx: Db, id: string) => Promise<void> } = {},
): Promise<Article> {
  const given = await withCleanBody(actor, input)
  return slugRace(() =>
    db.transaction().execute(async (trx) => {
      await lockTaxonomyShared(trx)
      const content = await requireReferences(trx, null, mergeContent(null, await withOwnByline(trx, actor, given)))
      content.slug = content.slug ? await claimSlug(trx, content.slug, id) : await claimSlugFor(trx, content.title, id)
      await insertArticle(trx, actor, id, content)
      await recordOrigin?.(trx, id)
      return replyWith(trx, actor, id)
    }),
  )
}

/** A new article without authors gets the author profile of the person who creates it. */
async function withOwnByline(trx: Db, actor: Actor, given: Partial<ArticleFields>): Promise<Partial<ArticleFields>> {
  if (given.authors !== undefined) return given
  const own = await findOwnByline(trx, actor.id)
  return own ? { ...given, authors: [own.id] } : given
}

/** Writes a new draft with its links, its first version and its line in the audit log. */
export async function insertArticle(
  trx: Db,
  actor: Actor,
  id: string,
  content: ArticleContent,
  audit: { action: 'create' | 'duplicate'; after?: object } = { action: 'create' },
): Promise<void> {
  const text = await describeText(content)
  const { searchWords, ...columns } = columnsOf(content, text)
  const row = await trx
    .insertInto('article')
    .values({ ...columns, id, searchWords: tsvector(searchWords), createdBy: actor.id, updatedBy: actor.id })
    .returning(articleColumns)
    .executeTakeFirstOrThrow()
  await writeLinks(trx, id, null, content)
  await writeRevision(trx, { ...row, ...pickFields(content, [...linkFields, 'body']) }, 'create')
  await recordAudit(trx, actor, { ...audit, entityType: 'article', entityId: id, entityTitle: content.title })
}

/**
 * Changes an article; on a published one, its working copy. Nothing is written where nothing changed.
 * @throws ProblemError stale_version, illegal_transition, slug_taken, invalid_input, html_too_complex
 */
export async function editArticle(
  { db }: Services,
  actor: Actor,
  id: string,
  input: z.output<typeof ArticleEdit>,
): Promise<Article> {
  const { version, reason, ...fields } = input
  const given = await withCleanBody(actor, fields)
  return slugRace(() =>
    db.transaction().execute(async (trx) => {
      const locked = await lockArticleForUpdate(trx, actor, id, 'articles.write', version)
      requireEditable(actor, locked)
      await applyEdit(locked, given, reason)
      return replyWith(trx, actor, id)
    }),
  )
}

/** An edit of a locked article. Nothing is written where nothing changed. */
export async function applyEdit(
  locked: LockedArticle,
  given: Partial<ArticleFields>,
  reason: z.output<typeof ArticleEdit>['reason'],
): Promise<void> {
  const { trx, actor, row } = locked
  const asked = mergeContent(locked.content, given)
  if (row.status === 'scheduled') await requirePlan(trx, locked.content, asked)
  const content = await requireReferences(trx, locked.content, asked)
  content.slug = await slugAfter(locked, content, given.slug)
  if (sameContent(content, locked.content)) return
  await saveArticle(locked, { reason, content, columns: { hasChanges: await differsFromLive(locked, content) } })
  if (row.status === 'scheduled') await planPublication(trx, row.id, content.publishAt)
  await recordAudit(trx, actor, {
    action: reason === 'autosave' ? 'autosave' : 'save',
    entityType: 'article',
    entityId: row.id,
    entityTitle: content.title,
    after: { fields: changedFields(locked.content, content) },
  })
}

/** @throws ProblemError forbidden, illegal_transition */
export function requireEditable(actor: Actor, { access }: LockedArticle) {
  if (editFits(actor, access)) return
  if (access.state === 'scheduled' && !reaches(actor, 'articles.publish', access))
    throw new ProblemError('forbidden', {
      detail: 'The article is scheduled: an editor has to return it to draft first',
    })
  throw new ProblemError('illegal_transition', { detail: 'An article in the trash cannot be changed' })
}

const isNeverPublished = ({ status, publishedAt }: LockedArticle['row']) => status === 'draft' && publishedAt === null

async function slugAfter(
  { trx, row }: LockedArticle,
  content: ArticleContent,
  asked: string | undefined,
): Promise<string> {
  // Until readers know it, an address that no one chose is that of the title as it is now: a copy gets another title, and a
  // first save may come after half a line.
  const isFree = isPlaceholderSlug(row.slug) || (isNeverPublished(row) && isSlugOfTitle(row.slug, row.title))
  const fromTitle = asked === '' || (asked === undefined && isFree && content.title !== row.title)
  if (fromTitle && !(isPlaceholderSlug(row.slug) && !content.title)) return claimSlugFor(trx, content.title, row.id)
  return content.slug && content.slug !== row.slug ? claimSlug(trx, content.slug, row.id) : row.slug
}

/** Whether the article is published with another content than this. */
export async function differsFromLive({ trx, row }: LockedArticle, content: ArticleContent): Promise<boolean> {
  if (row.status !== 'published') return false
  const live = await liveContent(trx, row.id)
  return !live || !sameContent(live, content)
}

/** A scheduled article keeps a publication time; a changed one must be in the future. */
async function requirePlan(trx: Db, before: ArticleContent, after: ArticleContent): Promise<void> {
  if (after.publishAt === before.publishAt && after.unpublishAt === before.unpublishAt) return
  await requireTimes(trx, after.publishAt, after.unpublishAt, after.publishAt !== before.publishAt)
}

async function withCleanBody<T extends { body?: string }>(actor: Actor, given: T): Promise<T> {
  if (given.body === undefined) return given
  return { ...given, body: await cleanGivenBody(actor, given.body, ARTICLE_LIMITS.bodyBytes) }
}

/** Two requests may claim one slug at the same time: the unique index decides. */
export async function slugRace<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (['article_slug', 'article_live_slug'].includes(uniqueViolation(error) ?? '')) throw slugTaken()
    throw error
  }
}
