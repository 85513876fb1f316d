import { sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Article, Revision } from '#contract/articles.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { ArticleContent, Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { columnsOf, contentOf } from './article-content-rules.ts'
import { findArticleRow, lockArticle, accessOf, type ArticleRow } from './article-row-queries.ts'
import { reaches, type ArticleAccess } from './article-rules.ts'
import { describeText } from './body-html-pool.ts'
import { viewArticle } from './article-view-queries.ts'

export type Reason = Revision['reason']
/** An article that no one else can change until the transaction ends; `actor` null is the server itself. */
export type LockedArticle = {
  trx: Db
  actor: Actor | null
  row: ArticleRow
  content: ArticleContent
  access: ArticleAccess
}

/** How long the saves of one person, typing on, share one entry of the history. */
const AUTOSAVE_MINUTES = 10

/**
 * Locks an article for a change: what one may not see is not found, what one may see but not do is forbidden.
 * @throws ProblemError not_found, forbidden, stale_version
 */
export async function lockArticleForUpdate(
  trx: Db,
  actor: Actor | null,
  id: string,
  permission: Permission,
  version?: number,
): Promise<LockedArticle> {
  const row = (await lockArticle(trx, id)) && (await findArticleRow(trx, actor, id))
  if (!row) throw new ProblemError('not_found')
  const access = accessOf(row)
  if (actor) {
    if (!reaches(actor, 'articles.read', access)) throw new ProblemError('not_found')
    if (!reaches(actor, permission, access)) throw new ProblemError('forbidden')
    if (version !== undefined && version !== row.version) {
      const current = await viewArticle(trx, actor, id)
      throw new ProblemError('stale_version', { current, changedBy: row.updaterName })
    }
  }
  return { trx, actor, row, content: contentOf(row), access }
}

export type Change = {
  reason: Reason
  /** Left out: the text stays as it is. */
  content?: ArticleContent
  columns?: Updateable<Tables['article']>
  /** Who makes this version, and now, where `columns` bring back who changed the article before. */
  by?: Actor
}

/** Writes a change of a locked article: the row, its links, its history; one version up. */
export async function saveArticle(locked: LockedArticle, { reason, content, columns, by }: Change): Promise<void> {
  const { trx, actor, row } = locked
  await keepUnsavedState(locked, reason)
  const { searchWords, ...written } = content
    ? columnsOf(content, await describeText(content))
    : { searchWords: undefined }
  await trx
    .updateTable('article')
    .set({
      ...written,
      ...(searchWords && { searchWords: tsvector(searchWords) }),
      // Not now(): whoever waited for the lock began earlier, but changed it later.
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actor?.id ?? null,
      ...columns,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  if (content) await writeLinks(trx, row.id, locked.content, content)
  if (reason !== 'autosave' || !(await sharesEntry(locked))) await writeRevision(trx, row.id, reason, by)
}

export const tsvector = (words: string[]) => sql<string>`array_to_tsvector(${words}::text[])`

/** The article as it stands now becomes an entry of its history; by who changed it last, unless `by` is given. */
export async function writeRevision(trx: Db, articleId: string, reason: Reason, by?: Actor): Promise<void> {
  const row = await findArticleRow(trx, null, articleId)
  if (!row) return
  await trx
    .insertInto('articleRevision')
    .values({
      id: uuidv7(),
      articleId,
      version: row.version,
      createdAt: by ? sql<string>`clock_timestamp()` : row.updatedAt,
      createdBy: by ? by.id : row.updatedBy,
      reason,
      title: row.title,
      wordCount: row.wordCount,
      content: JSON.stringify(contentOf(row)),
    })
    .onConflict((conflict) => conflict.constraint('article_revision_version').doNothing())
    .execute()
}

/** Autosaved text that has no entry yet gets one before someone else, or a step back, writes over it. */
async function keepUnsavedState({ trx, actor, row }: LockedArticle, reason: Reason): Promise<void> {
  const typingOn = row.updatedBy === (actor?.id ?? null) && (reason === 'autosave' || reason === 'save')
  if (!typingOn) await writeRevision(trx, row.id, 'autosave')
}

async function sharesEntry({ trx, actor, row }: LockedArticle): Promise<boolean> {
  if (!actor || row.updatedBy !== actor.id) return false
  const newest = await trx
    .selectFrom('articleRevision')
    .select([
      'reason',
      'createdBy',
      sql<boolean>`created_at > now() - make_interval(mins => ${AUTOSAVE_MINUTES})`.as('fresh'),
    ])
    .where('articleId', '=', row.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.reason === 'autosave' && newest.createdBy === actor.id && newest.fresh
}

const links = [
  { field: 'authors', table: 'articleAuthor', column: 'authorId' },
  { field: 'categories', table: 'articleCategory', column: 'categoryId' },
  { field: 'tags', table: 'articleTag', column: 'tagId' },
] as const

/** Ordered lists of ids, rewritten only where they changed. */
export async function writeLinks(
  trx: Db,
  articleId: string,
  before: ArticleContent | null,
  after: ArticleContent,
): Promise<void> {
  for (const { field, table, column } of links) {
    const ids = after[field]
    if (before && before[field].join() === ids.join()) continue
    if (before) await trx.deleteFrom(table).where('articleId', '=', articleId).execute()
    if (ids.length === 0) continue
    const rows = ids.map((id, position) => ({ articleId, [column]: id, position }))
    await trx
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
}

/** The article as the person who changed it sees it now. */
export async function replyWith(trx: Db, actor: Actor, id: string): Promise<Article> {
  const article = await viewArticle(trx, actor, id)
  if (!article) throw new ProblemError('not_found')
  return article
}
