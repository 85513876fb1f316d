import { sql } from 'kysely'
import { mayChangePublished } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { ArticleContent } from '../../db/tables.ts'
import { foreignKeyViolation, uniqueViolation } from '../../db/errors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { categoriesOf } from '../categories/category-rules.ts'
import { withNamesFollowed } from './article-reference-commands.ts'
import type { ArticleHead } from './article-row-queries.ts'
import { bulkPermission } from './article-rules.ts'
import { holdArticle, saveArticle, type Held } from './article-save-commands.ts'
import { planPublication, planUnpublication } from './article-schedule-commands.ts'
import { claimNearSlug } from './article-slug-commands.ts'

/** Everything a bulk action can change; the text itself it never does. */
const remembered = [
  'status',
  'hasChanges',
  'deletedAt',
  'deletedBy',
  'publishedAt',
  'publishAt',
  'returnNote',
  'returnMissing',
  'slug',
  'featured',
  'primaryCategory',
  'categories',
  'tags',
] as const satisfies (keyof ArticleHead)[]
type Before = Pick<ArticleHead, (typeof remembered)[number]>

/** What a merge of names changes too, without a new version: only the action that gave an article such a one takes it back. */
const named = { addTags: ['tags'], setCategory: ['primaryCategory', 'categories'] } as const
const namesFor = (action: string): readonly string[] => (action in named ? named[action as keyof typeof named] : [])
const allNames: readonly string[] = Object.values(named).flat()

/** Changes a held article so that it can be taken back: what it was, what readers saw, and which version it became. */
export async function rememberForUndo({ trx, row }: Held, undo: string, change: () => Promise<void>): Promise<void> {
  const before = JSON.stringify(Object.fromEntries(remembered.map((name) => [name, row[name]])))
  await sql`insert into bulk_undo_item (undo_id, article_id, version_after, before, live)
    select ${undo}, ${row.id}, 0, ${before}::jsonb,
      (select to_jsonb(article_live) from article_live where article_id = ${row.id})`.execute(trx)
  await change()
  await sql`update bulk_undo_item set version_after = article.version from article
    where undo_id = ${undo} and article_id = ${row.id} and article.id = ${row.id}`.execute(trx)
  await trx
    .deleteFrom('bulkUndoItem')
    .where('undoId', '=', undo)
    .where('articleId', '=', row.id)
    .where('versionAfter', '=', row.version)
    .execute()
}

/**
 * Takes a bulk action back, once, within an hour, by the person who did it. What was changed since is left alone.
 * @throws ProblemError undo_expired
 */
export function undoBulk({ db }: Services, actor: Actor, undo: string): Promise<{ restored: number; skipped: number }> {
  return db.transaction().execute(async (trx) => {
    const bulk = await trx
      .selectFrom('bulkUndo')
      .selectAll()
      .where('id', '=', undo)
      .where('createdBy', '=', actor.id)
      .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
      .forUpdate()
      .executeTakeFirst()
    if (!bulk) throw new ProblemError('undo_expired')
    if (!may(actor, bulkPermission(bulk.action))) throw new ProblemError('forbidden')
    const items = await trx
      .selectFrom('bulkUndoItem')
      .select(['articleId', 'versionAfter', 'before'])
      .where('undoId', '=', undo)
      .orderBy('articleId')
      .execute()
    let restored = 0
    for (const { articleId, versionAfter, before } of items)
      if (await bringBack(trx, actor, bulk, articleId, versionAfter, before as Before)) restored++
    await trx.deleteFrom('bulkUndo').where('id', '=', undo).execute()
    return { restored, skipped: items.length - restored }
  })
}

async function bringBack(
  trx: Db,
  actor: Actor,
  { id: undo, action: bulkAction }: { id: string; action: string },
  id: string,
  versionAfter: number,
  before: Before,
): Promise<boolean> {
  await sql`savepoint item`.execute(trx)
  try {
    const held = await holdArticle(trx, actor, id, 'articles.write')
    if (held.row.version !== versionAfter) throw new ProblemError('stale_version')
    // Back as it was means back to the readers.
    const goesLive = before.status === 'published' && !before.deletedAt && held.standing.state !== 'published'
    if (goesLive && !mayChangePublished(actor.role, 'articles')) throw new ProblemError('needs_publisher')
    const { status, hasChanges, deletedAt, deletedBy, publishedAt, returnNote, returnMissing, ...rest } = before
    const slug = deletedAt ? before.slug : await claimNearSlug(trx, before.slug, id)
    const own = namesFor(bulkAction)
    const back = Object.fromEntries(
      Object.entries(rest).filter(([field]) => own.includes(field) || !allNames.includes(field)),
    )
    await saveArticle(held, {
      reason: 'restore',
      content: await withNamesFollowed(trx, { ...held.content, ...back, slug }),
      columns: { status, hasChanges, deletedAt, deletedBy, publishedAt, returnNote, returnMissing },
    })
    const unpublishAt = await bringBackLive(trx, undo, id)
    await planUnpublication(trx, id, unpublishAt)
    await planPublication(trx, id, status === 'scheduled' && !deletedAt ? before.publishAt : null)
    const event = { action: 'undo', entityType: 'article', entityId: id, entityTitle: held.row.title }
    await recordAudit(trx, actor, event)
    await sql`release savepoint item`.execute(trx)
    return true
  } catch (error) {
    if (!(error instanceof ProblemError) && !uniqueViolation(error) && !foreignKeyViolation(error)) throw error
    await sql`rollback to savepoint item`.execute(trx)
    return false
  }
}

/**
 * What readers saw before, with the names it has now; returns when that was to be taken down.
 * @throws ProblemError not_publishable when nothing is left of its categories or authors
 */
async function bringBackLive(trx: Db, undo: string, id: string): Promise<string | null> {
  await trx.deleteFrom('articleLive').where('articleId', '=', id).execute()
  const kept = await trx
    .selectFrom('bulkUndoItem')
    .select(sql<ArticleContent>`live->'content'`.as('content'))
    .where('undoId', '=', undo)
    .where('articleId', '=', id)
    .where('live', 'is not', null)
    .executeTakeFirst()
  if (!kept) return null
  const { authors, primaryCategory, categories, tags } = await withNamesFollowed(trx, kept.content)
  const lost = (kept.content.primaryCategory && !primaryCategory) || (kept.content.authors.length && !authors.length)
  if (lost) throw new ProblemError('not_publishable')
  const ids = {
    author_ids: authors,
    category_ids: categoriesOf({ primary: primaryCategory, categories }),
    tag_ids: tags,
  }
  await sql`insert into article_live select (jsonb_populate_record(null::article_live, live || ${JSON.stringify(ids)}::jsonb
      || jsonb_build_object('content', live->'content' || ${JSON.stringify({ authors, primaryCategory, categories, tags })}::jsonb)
    )).* from bulk_undo_item where undo_id = ${undo} and article_id = ${id}`.execute(trx)
  return kept.content.unpublishAt
}
