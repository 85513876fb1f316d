import { sql } from 'kysely'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import type { RedirectChange } from '../../db/tables.ts'
import { deleteUndoStep, recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { changedRedirects } from './article-redirect-commands.ts'
import type { ArticleHead } from './article-row-queries.ts'
import type { LockedArticle } from './article-save-commands.ts'

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
  'returnedAt',
  'returnedBy',
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

/** `live`: what readers saw, where the action changed it. */
export type ArticleItem = UndoItem<
  { columns: ColumnsBefore; live?: unknown; redirects: RedirectChange[] },
  { version: number; versionBefore: number } & Partial<ArticleNames>
>

/** The names of an article as the action left them: a merge changes them too, without a new version. */
type ArticleNames = Pick<ArticleHead, (typeof articleNames)[number]>
export const articleNames = ['authors', 'primaryCategory', 'categories', 'tags'] as const

/** Begins a step that can be undone; its articles are recorded with `recordForUndo`, and it ends with `endUndoStep`. */
export const beginUndoStep = (trx: Db, actor: Actor, action: string): Promise<UndoPointer> =>
  recordUndoStep(trx, actor.id, { noun: 'article', action, title: '' })

/** Ends it. @returns the pointer for the reply; null when no article was changed */
export async function endUndoStep<Step extends { id: string }>(trx: Db, undo: Step): Promise<Step | null> {
  const first = await trx
    .selectFrom('undoStepItem')
    .innerJoin('article', 'article.id', 'undoStepItem.itemId')
    .select('article.title')
    .where('stepId', '=', undo.id)
    .orderBy('itemId')
    .limit(1)
    .executeTakeFirst()
  if (first) await trx.updateTable('undoStep').set({ title: first.title }).where('id', '=', undo.id).execute()
  else await deleteUndoStep(trx, undo.id)
  return first ? undo : null
}

/**
 * Changes a locked article so that it can be undone: what it was, what readers saw and where, and which version it became.
 * @returns whether it was changed at all
 */
export async function recordForUndo(
  { trx, row }: LockedArticle,
  undo: Pick<UndoPointer, 'id'>,
  change: () => Promise<void>,
): Promise<boolean> {
  const { id } = row
  const item = sql`step_id = ${undo.id} and item_id = ${id} and part = 'article'`
  const before = JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))
  // In the database: what readers see may be long.
  const live = sql`(select coalesce(to_jsonb(article_live), 'null') from (select) as one
    left join article_live on article_id = ${id}::uuid)`
  await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select ${undo.id}, ${id}, 'article', jsonb_build_object('columns', ${before}::jsonb, 'live', ${live}), '{}'`.execute(
    trx,
  )
  const redirects = JSON.stringify(await changedRedirects(trx, row, change))
  const ids = (
    noun: string,
    table: string,
  ) => sql`array(select ${sql.ref(`${noun}_id`)} from ${sql.table(table)} as link
    where link.article_id = article.id order by position)`
  const { rows } = await sql<{ version: number }>`update undo_step_item set
      "before" = case when "before"->'live' = ${live} then "before" - 'live' else "before" end
        || jsonb_build_object('redirects', ${redirects}::jsonb),
      "after" = jsonb_build_object('version', article.version, 'versionBefore', ${row.version}::int, 'authors', ${ids('author', 'article_author')},
        'primaryCategory', primary_category, 'categories', ${ids('category', 'article_category')},
        'tags', ${ids('tag', 'article_tag')})
    from article where ${item} and article.id = item_id returning article.version`.execute(trx)
  if (rows[0]?.version !== row.version) return true
  await sql`delete from undo_step_item where ${item}`.execute(trx)
  return false
}
