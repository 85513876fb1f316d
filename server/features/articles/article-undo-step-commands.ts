import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { deleteUndoStep, keepUndoStep, nameUndoStep } from '../../db/undo-steps.ts'
import type { Actor } from '../../http/actor.ts'
import { recordRedirects } from './article-redirect-commands.ts'
import type { ArticleHead } from './article-row-queries.ts'
import type { Held } from './article-save-commands.ts'

/** Everything an action can change; the text itself it never does. */
const columns = [
  'status',
  'hasChanges',
  'deletedAt',
  'deletedBy',
  'publishedAt',
  'publishAt',
  'unpublishAt',
  'returnNote',
  'returnMissing',
  'submittedAt',
  'submittedBy',
  'submitMessage',
  'slug',
  'featured',
  'authors',
  'primaryCategory',
  'categories',
  'tags',
  'updatedAt',
  'updatedBy',
] as const satisfies (keyof ArticleHead)[]
export type ColumnsBefore = Pick<ArticleHead, (typeof columns)[number]>

/** Begins a step that can be undone; its articles are recorded with `recordForUndo`, and it ends with `endUndoStep`. */
export const beginUndoStep = (trx: Db, actor: Actor, action: string): Promise<string> =>
  keepUndoStep(trx, actor.id, { noun: 'article', action, title: '', changed: {} })

/** Ends it. @returns the id to undo it by; null when no article was changed */
export async function endUndoStep(trx: Db, undo: string): Promise<string | null> {
  const first = await trx
    .selectFrom('articleUndoItem')
    .innerJoin('article', 'article.id', 'articleUndoItem.articleId')
    .select('article.title')
    .where('undoId', '=', undo)
    .orderBy('articleId')
    .limit(1)
    .executeTakeFirst()
  if (!first) {
    await deleteUndoStep(trx, undo)
    return null
  }
  await nameUndoStep(trx, undo, first.title)
  return undo
}

/**
 * Changes a held article so that it can be undone: what it was, what readers saw and where, and which version it became.
 * @returns whether it was changed at all
 */
export async function recordForUndo(held: Held, undo: string, change: () => Promise<void>): Promise<boolean> {
  const { trx, row } = held
  const before = JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))
  await sql`insert into article_undo_item (undo_id, article_id, version_after, before, live, live_changed, redirects)
    select ${undo}, ${row.id}, 0, ${before}::jsonb,
      (select to_jsonb(article_live) from article_live where article_id = ${row.id}), true, '[]'`.execute(trx)
  await recordRedirects(held, undo, change)
  const { rows } = await sql<{ version: number }>`update article_undo_item as item set version_after = article.version,
      live_changed = seen.changed, live = case when seen.changed then live end
    from article, lateral (
      select live is distinct from (select to_jsonb(article_live) from article_live where article_id = article.id) as changed
      from article_undo_item where undo_id = ${undo} and article_id = article.id
    ) as seen
    where item.undo_id = ${undo} and item.article_id = ${row.id} and article.id = ${row.id}
    returning article.version`.execute(trx)
  if (rows[0]?.version !== row.version) return true
  await trx.deleteFrom('articleUndoItem').where('undoId', '=', undo).where('articleId', '=', row.id).execute()
  return false
}
