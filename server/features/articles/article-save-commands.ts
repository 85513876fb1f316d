import { isExpression, sql, type Insertable, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { columnFields, linkFields, pickFields } from '#contract/article-fields.ts'
import type { Article, Revision } from '#contract/articles.ts'
import type { Permission } from '#contract/permissions.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { Db } from '../../db/database.ts'
import type { ArticleContent, Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { changedFields, columnsOf, contentOf, coverColumns } from './article-content-rules.ts'
import { accessOf, articleColumns, findArticleRow, lockArticle, type ArticleRow } from './article-row-queries.ts'
import { reaches, type ArticleAccess } from './article-rules.ts'
import { textFields } from './article-text-rules.ts'
import { describeText } from './body-html-pool.ts'
import { viewArticle } from './article-view-queries.ts'

export type Reason = Revision['reason']
type RevisedRow = Parameters<typeof contentOf>[0] &
  Pick<ArticleRow, 'id' | 'version' | 'updatedAt' | 'updatedBy' | 'title' | 'wordCount'>
/** An article that is locked until the transaction ends. `actor` is null for jobs and imports. */
export type LockedArticle = {
  trx: Db
  actor: Actor | null
  row: ArticleRow
  content: ArticleContent
  access: ArticleAccess
}

/** Autosaves of one person within this time share one entry of the history. */
const AUTOSAVE_MINUTES = 10

/**
 * Locks an article for a change.
 * @throws ProblemError not_found where the person may not see it, forbidden, stale_version
 */
export async function lockArticleForUpdate(
  trx: Db,
  actor: Actor | null,
  id: string,
  permission: Permission,
  version?: number,
): Promise<LockedArticle> {
  const row = (await lockArticle(trx, id)) ? await findArticleRow(trx, actor, id) : undefined
  return lockedArticle(trx, actor, row, permission, version)
}

/** An article that `lockArticleRows` locked. @throws ProblemError as lockArticleForUpdate */
export async function lockedArticle(
  trx: Db,
  actor: Actor | null,
  row: ArticleRow | undefined,
  permission: Permission,
  version?: number,
): Promise<LockedArticle> {
  if (!row) throw new ProblemError('not_found')
  const access = accessOf(row)
  if (actor) {
    if (!reaches(actor, 'articles.read', access)) throw new ProblemError('not_found')
    if (!reaches(actor, permission, access)) throw new ProblemError('forbidden')
    if (version !== undefined && version !== row.version) {
      const current = await viewArticle(trx, actor, row.id)
      throw new ProblemError('stale_version', { current, changedBy: row.updaterName })
    }
  }
  return { trx, actor, row, content: contentOf(row), access }
}

export type Change = {
  reason: Reason
  /** Left out: the content does not change. */
  content?: ArticleContent
  columns?: Updateable<Tables['article']>
  /** Who makes this version, where `columns` restore an earlier `updatedBy` and `updatedAt`. */
  by?: Actor
}

/** Writes a change of a locked article: the row, its links, its history; one version up. */
export async function saveArticle(locked: LockedArticle, { reason, content, columns, by }: Change): Promise<void> {
  const { trx, actor, row } = locked
  await keepUnsavedState(locked, reason)
  const { searchWords, ...written } = content ? await changedColumns(locked.content, content) : {}
  const given = { ...written, updatedBy: actor?.id ?? null, ...columns, version: row.version + 1 }
  const changed =
    searchWords && !Object.values(given).some(isExpression)
      ? (await textUpdate(namesOf(given))(trx, { ...given, searchWords, id: row.id }))[0]!
      : await updateOf(trx, row.id, given, searchWords).executeTakeFirstOrThrow()
  if (content) await writeLinks(trx, row.id, locked.content, content)
  if (reason !== 'autosave' || !(await sharesEntry(locked)))
    await writeRevision(
      trx,
      { ...row, ...changed, ...(content && pickFields(content, [...linkFields, 'body'])) },
      reason,
      by,
    )
}

const updateOf = (db: Db, id: string, values: Updateable<Tables['article']>, searchWords?: string[]) =>
  db
    .updateTable('article')
    // Not now(), the start of the transaction: it may have waited for the lock since.
    .set({
      updatedAt: sql<string>`clock_timestamp()`,
      ...(searchWords && { searchWords: tsvector(searchWords) }),
      ...values,
    })
    .where('id', '=', id)
    .returning(articleColumns)

/** Null is a value; undefined is none. */
const namesOf = (values: Record<string, unknown>) => Object.keys(values).filter((name) => values[name] !== undefined)

const textUpdates = new Map<string, ReturnType<typeof compiledTextUpdate>>()

/** The same for a save of a text, which changes so many columns that building the statement is a part of its time. */
function textUpdate(names: string[]): ReturnType<typeof compiledTextUpdate> {
  const key = names.join()
  const known = textUpdates.get(key) ?? compiledTextUpdate(names)
  textUpdates.set(key, known)
  return known
}

type TextUpdate = Record<string, unknown> & { id: string; searchWords: string[] }
const compiledTextUpdate = (names: string[]) =>
  compiledQuery<TextUpdate, Pick<ArticleRow, (typeof articleColumns)[number]>>((db, value) =>
    updateOf(
      db,
      value('id'),
      Object.fromEntries(names.map((name) => [name, value(name)])),
      value('searchWords'),
    ).compile(),
  )

/**
 * The columns that become others. A text that stays is neither read for its words nor written again: that was most of the
 * time of a change of many articles.
 */
async function changedColumns(
  before: ArticleContent,
  after: ArticleContent,
): Promise<Partial<ReturnType<typeof columnsOf>>> {
  const changed = new Set<string>(changedFields(before, after))
  if (textFields.some((field) => changed.has(field))) return columnsOf(after, await describeText(after))
  const fields = pickFields(
    after,
    columnFields.filter((field) => changed.has(field)),
  )
  return { ...fields, ...(changed.has('cover') && coverColumns(after)) }
}

export const tsvector = (words: string[]) => sql<string>`array_to_tsvector(${words}::text[])`

/** Adds the article as it is to its history; `by` is who changed it last, where it is left out. */
export async function writeRevision(trx: Db, row: RevisedRow, reason: Reason, by?: Actor): Promise<void> {
  await addRevision(trx, {
    id: uuidv7(),
    articleId: row.id,
    version: row.version,
    createdAt: by ? null : row.updatedAt,
    createdBy: by ? by.id : row.updatedBy,
    reason,
    title: row.title,
    wordCount: row.wordCount,
    content: JSON.stringify(contentOf(row)),
  })
}

type NewRevision = Omit<Insertable<Tables['articleRevision']>, 'createdAt'> & { createdAt: string | null }
const addRevision = compiledQuery<NewRevision, never>((db, value) =>
  db
    .insertInto('articleRevision')
    .values({
      id: value('id'),
      articleId: value('articleId'),
      version: value('version'),
      createdAt: sql<string>`coalesce(${value('createdAt')}::timestamptz, clock_timestamp())`,
      createdBy: value('createdBy'),
      reason: value('reason'),
      title: value('title'),
      wordCount: value('wordCount'),
      content: value('content'),
    })
    .onConflict((conflict) => conflict.constraint('article_revision_version').doNothing())
    .compile(),
)

/** Adds an entry for autosaved text that has none, before another person or an undo overwrites it. */
async function keepUnsavedState({ trx, actor, row }: LockedArticle, reason: Reason): Promise<void> {
  const typingOn = row.updatedBy === (actor?.id ?? null) && (reason === 'autosave' || reason === 'save')
  if (!typingOn) await writeRevision(trx, row, 'autosave')
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

/** Writes the ordered lists of ids that changed. */
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
