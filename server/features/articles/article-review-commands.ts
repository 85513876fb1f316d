import { sql } from 'kysely'
import { actionFits, articleActions, lacksChanges, missingToPublish } from '#contract/article-actions.ts'
import {
  type ArticleBulk,
  BULK_AT_ONCE_MAX,
  type BulkReview,
  type ReviewedAction,
  type SelectedTags,
} from '#contract/article-bulk.ts'
import type { ProblemCode } from '#contract/problems.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { completeFilter } from './article-filter-kept-queries.ts'
import { databaseTime } from './article-action-commands.ts'
import { articleOrder, matchingUpTo } from './article-list-queries.ts'
import { findArticleHeads, accessOf, type ArticleHead } from './article-row-queries.ts'
import { reaches } from './article-rules.ts'

type Selected = Pick<ArticleBulk, 'ids' | 'filter' | 'expectedCount' | 'sort'>
type ReviewItem = BulkReview['items'][number]

/**
 * The ids that a bulk action is about: those given, or all that match in the order of the list.
 * @throws ProblemError count_changed when there are not as many as the person saw
 */
export async function selectedArticles(
  db: Db,
  actor: Actor,
  { ids, filter: asked = {}, expectedCount, sort }: Selected,
): Promise<string[]> {
  const filter = await completeFilter(db, asked)
  const found =
    ids ?? (await inOrder(db, actor, await matchingUpTo(db, actor, filter, expectedCount + 1), { sort, filter }))
  if (found.length !== expectedCount) throw new ProblemError('count_changed')
  return found
}

async function inOrder(
  db: Db,
  actor: Actor,
  matching: Awaited<ReturnType<typeof matchingUpTo>>,
  { sort, filter = {} }: Pick<Selected, 'sort' | 'filter'>,
): Promise<string[]> {
  const { by, direction, nulls } = articleOrder(sort, actor, filter)
  const towards = sql.raw(direction)
  const { rows } = await sql<{ id: string }>`select article.id from article
    where id in (${matching})
    order by ${by} ${towards} ${sql.raw(nulls ? 'nulls last' : '')}, id ${towards}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What an action would do to each of the selected articles, in the order of the list. Changes nothing. Of more than
 * `BULK_AT_ONCE_MAX` the first are told one by one, and all of them counted.
 */
export async function reviewBulk(
  db: Db,
  actor: Actor,
  { action, ...selected }: Selected & { action: ReviewedAction },
): Promise<BulkReview> {
  const ids = await selectedArticles(db, actor, selected)
  const given = db
    .selectFrom('article')
    .select('article.id')
    .where('article.id', '=', sql<string>`any(${ids}::uuid[])`)
  const ordered = selected.ids ? await inOrder(db, actor, given, selected) : ids
  const items: ReviewItem[] = []
  for (const part of partsOf(ordered)) items.push(...(await reviewPart(db, actor, action, part)))
  // Purged meanwhile, or never there: named all the same.
  const seen = new Set(items.map(({ id }) => id))
  items.push(...ids.filter((id) => !seen.has(id)).map((id) => ({ id, ...unknown })))
  return items.length <= BULK_AT_ONCE_MAX ? { items } : { items: items.slice(0, BULK_AT_ONCE_MAX), all: sumOf(items) }
}

/** So many rows are read at once. */
const partsOf = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / BULK_AT_ONCE_MAX) }, (_, part) =>
    ids.slice(part * BULK_AT_ONCE_MAX, (part + 1) * BULK_AT_ONCE_MAX),
  )

function sumOf(items: readonly ReviewItem[]): BulkReview['all'] {
  const ready = items.filter(({ ok }) => ok)
  const refused = new Map<ProblemCode, number>()
  for (const { code } of items) if (code) refused.set(code, (refused.get(code) ?? 0) + 1)
  return {
    ready: ready.map(({ id, version }) => ({ id, version })),
    public: ready.filter(({ liveSlug }) => liveSlug !== null).length,
    refused: [...refused].map(([code, articles]) => ({ code, articles })),
  }
}

async function reviewPart(db: Db, actor: Actor, action: ReviewedAction, ids: readonly string[]): Promise<ReviewItem[]> {
  const heads = new Map((await findArticleHeads(db, actor, ids)).map((head) => [head.id, head]))
  const bodies = await textsWithoutWords(
    db,
    [...heads.values()].filter(({ wordCount }) => wordCount === 0).map(({ id }) => id),
  )
  const live = await liveSlugs(db, ids)
  const now = await databaseTime(db)
  return ids.flatMap((id): ReviewItem[] => {
    const head = heads.get(id)
    if (!head || !reaches(actor, 'articles.read', accessOf(head))) return []
    const missing = missingOf(head, bodies.get(id) ?? '', now)
    const code = refusal(actor, head, action, missing)
    const { version, title, slug } = head
    const { state } = accessOf(head)
    return [{ id, version, state, title, slug, liveSlug: live.get(id) ?? null, missing, ok: code === null, code }]
  })
}

const unknown = {
  state: null,
  title: '',
  slug: '',
  liveSlug: null,
  version: 0,
  missing: [],
  ok: false,
  code: 'not_found' as const,
}

function missingOf(head: ArticleHead, body: string, now: string): ReviewItem['missing'] {
  const { coverMedia, coverAlt, wordCount, ...content } = head
  const missing: ReviewItem['missing'] = missingToPublish({
    ...content,
    body,
    wordCount,
    cover: coverMedia ? { alt: coverAlt } : null,
  })
  if (head.unpublishAt && head.unpublishAt <= now) missing.push('unpublishAt')
  return missing
}

function refusal(
  actor: Actor,
  head: ArticleHead,
  action: ReviewedAction,
  missing: ReviewItem['missing'],
): ProblemCode | null {
  const access = accessOf(head)
  if (!reaches(actor, articleActions[action].permission, access)) return 'forbidden'
  if (!actionFits(action, access)) return lacksChanges(action, access) ? 'nothing_to_publish' : 'illegal_transition'
  const publishes = action === 'publish' || action === 'schedule'
  return publishes && missing.length > 0 ? 'not_publishable' : null
}

/** Whether a text without words is empty is told by its pictures. */
async function textsWithoutWords(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('article').select(['id', 'body']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

async function liveSlugs(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('articleLive').select(['articleId', 'slug']).where('articleId', 'in', ids).execute()
  return new Map(rows.map(({ articleId, slug }) => [articleId, slug]))
}

const TAGS_MOST = 500

/** The tags of those selected articles that this person may change, the most frequent first. */
export async function selectedTags(db: Db, actor: Actor, selected: Selected): Promise<SelectedTags> {
  const ids: string[] = []
  for (const part of partsOf(await selectedArticles(db, actor, selected)))
    for (const head of await findArticleHeads(db, actor, part))
      if (reaches(actor, 'articles.write', accessOf(head))) ids.push(head.id)
  const { rows } = await sql<SelectedTags['items'][number]>`select tag.id, tag.name, count(*)::int as articles
    from article_tag join tag on tag.id = article_tag.tag_id
    where article_id = any(${ids}::uuid[]) and tag.deleted_at is null
    group by tag.id order by articles desc, lower(tag.name), tag.id limit ${TAGS_MOST}`.execute(db)
  return { items: rows }
}
