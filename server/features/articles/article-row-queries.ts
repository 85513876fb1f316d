import { sql, type Selectable } from 'kysely'
import { columnFields } from '#contract/article-fields.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import { lockTaxonomyShared, takesTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { thumbOf } from '../media/media-queries.ts'
import type { ImageType } from '../media/media-rules.ts'
import { siteSettings, type SiteSettings } from '../settings/setting-queries.ts'
import { type NameRows, ownNames } from './article-name-queries.ts'
import { stateOf, type ArticleAccess, type Viewer } from './article-rules.ts'

/** The columns of an article without its body and what is computed for searches. */
export const articleColumns = [
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
  'status',
  'hasChanges',
  'publishedAt',
  ...columnFields.filter((name) => name !== 'body'),
  'coverMedia',
  'coverAlt',
  'coverCaption',
  'coverCredit',
  'returnNote',
  'returnMissing',
  'returnedAt',
  'returnedBy',
  'submittedAt',
  'submittedBy',
  'submitMessage',
  'wordCount',
  'readingTime',
] satisfies (keyof Tables['article'])[]

/** An article without its body, with the ids it points at and whether it is the viewer's own. */
export type ArticleHead = Pick<Selectable<Tables['article']>, (typeof articleColumns)[number]> & {
  authors: string[]
  categories: string[]
  tags: string[]
  own: boolean
  creatorName: string | null
  updaterName: string | null
  submitterName: string | null
  returnerName: string | null
}
export type ArticleRow = ArticleHead & { body: string }

/** Whether an article is the viewer's own: created by them, or carrying their byline. */
export const isOwn = (viewerId: string | null) => sql<boolean>`(article.created_by = ${viewerId}::uuid or exists (
  select from article_author join author on author.id = article_author.author_id
  where article_author.article_id = article.id and author.user_id = ${viewerId}::uuid))`

/** The same as isOwn, as a condition on many rows: who the person is as an author is looked up once. */
export const isOneOfOwn = (viewerId: string) => sql<boolean>`(article.created_by = ${viewerId}::uuid or exists (
  select from article_author where article_id = article.id
    and author_id = any(array(select id from author where user_id = ${viewerId}::uuid))))`

/** The same for rows that are looked at one by one: the planner would first collect all articles of a busy author. */
export const isOneOfOwnByRow = (viewerId: string) => sql<boolean>`(article.created_by = ${viewerId}::uuid
  or array(select author_id from article_author where article_id = article.id)
    && array(select id from author where user_id = ${viewerId}::uuid))`

const authorIds = sql<
  string[]
>`array(select author_id::text from article_author where article_id = article.id order by position)`
const ownFor = (viewerId: string | null) => sql<boolean>`coalesce(${isOwn(viewerId)}, false)`

const heads = (db: Db, viewerId: string | null) =>
  db
    .selectFrom('article')
    .leftJoin('userAccount as creator', 'creator.id', 'article.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'article.updatedBy')
    .select(articleColumns.map((name) => `article.${name}` as const))
    .leftJoin('userAccount as submitter', 'submitter.id', 'article.submittedBy')
    .leftJoin('userAccount as returner', 'returner.id', 'article.returnedBy')
    .select('returner.name as returnerName')
    .select(['creator.name as creatorName', 'updater.name as updaterName', 'submitter.name as submitterName'])
    .select([
      authorIds.as('authors'),
      sql<
        string[]
      >`array(select category_id::text from article_category where article_id = article.id order by position)`.as(
        'categories',
      ),
      sql<string[]>`array(select tag_id::text from article_tag where article_id = article.id order by position)`.as(
        'tags',
      ),
      ownFor(viewerId).as('own'),
    ])

type OneAsked = { viewerId: string | null; id: string }

const rowOf = compiledQuery<OneAsked, ArticleRow>((db, value) =>
  heads(db, value('viewerId')).select('article.body').where('article.id', '=', value('id')).compile(),
)

export async function findArticleRow(db: Db, viewer: Viewer | null, id: string): Promise<ArticleRow | undefined> {
  const [row] = await rowOf(db, { viewerId: viewer?.id ?? null, id })
  return row
}

type Live = { slug: string; title: string; publishedAt: string; updatedAt: string }
type LiveColumns = { [Name in keyof Live as `live${Capitalize<Name>}`]: Live[Name] | null }

type Beside = { site: SiteSettings; names: NameRows | null; searchTerm: string | null }

const rowWithLiveOf = compiledQuery<OneAsked, ArticleRow & LiveColumns & Beside>((db, value) =>
  heads(db, value('viewerId'))
    .select('article.body')
    .leftJoin('articleLive as live', 'live.articleId', 'article.id')
    .select([
      'live.slug as liveSlug',
      'live.title as liveTitle',
      'live.publishedAt as livePublishedAt',
      'live.updatedAt as liveUpdatedAt',
    ])
    .leftJoin('searchTermDraft as origin', (on) =>
      on.onRef('origin.article', '=', 'article.id').on('origin.dismissedAt', 'is', null),
    )
    .select('origin.term as searchTerm')
    .select([siteSettings.as('site'), ownNames.as('names')])
    .where('article.id', '=', value('id'))
    .compile(),
)

/**
 * The same with what is public of it, the names of what its working copy points at, and the settings that tell its address on
 * the outside site: one query.
 */
export async function findArticleWithLive(
  db: Db,
  viewer: Viewer | null,
  id: string,
): Promise<(ArticleRow & { live: Live | null } & Beside) | undefined> {
  const [row] = await rowWithLiveOf(db, { viewerId: viewer?.id ?? null, id })
  if (!row) return undefined
  const { liveSlug, liveTitle, livePublishedAt, liveUpdatedAt, ...article } = row
  const live =
    liveSlug !== null && liveTitle !== null && livePublishedAt !== null && liveUpdatedAt !== null
      ? { slug: liveSlug, title: liveTitle, publishedAt: livePublishedAt, updatedAt: liveUpdatedAt }
      : null
  return { ...article, live }
}

export const findArticleHeads = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<ArticleHead[]> =>
  heads(db, viewer.id)
    .where('article.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

const summaryColumns = [
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'title',
  'slug',
  'status',
  'hasChanges',
  'submittedAt',
  'submittedBy',
  'submitMessage',
  'featured',
  'primaryCategory',
  'publishAt',
  'publishedAt',
  'wordCount',
  'coverMedia',
  'coverAlt',
] as const satisfies (typeof articleColumns)[number][]

/** What rows of a list and single articles have in common. */
export type ArticleOutline = Pick<
  ArticleHead,
  (typeof summaryColumns)[number] | 'authors' | 'own' | 'updaterName' | 'submitterName'
>

/** What a list shows of an article, with the names of what it points at and its cover, unless that is in the trash. */
export type ArticleSummaryRow = ArticleOutline & {
  /** In the order of `authors`. */
  authorNames: string[]
  categoryName: string | null
  categorySlug: string | null
  picture: { thumb: string; alt: string } | null
  site: SiteSettings
}
type Cover = { coverType: ImageType | null; coverFileVersion: number | null; pictureAlt: string | null }

/** Ids and names of the authors, and whether one of them is the viewer: an article's links are read once for all three. */
const bylines = (db: Db, viewerId: string) =>
  db
    .selectFrom('articleAuthor')
    .innerJoin('author', 'author.id', 'articleAuthor.authorId')
    .where('articleAuthor.articleId', '=', sql.ref<string>('article.id'))
    .select([
      sql<string[] | null>`array_agg(author_id::text order by position)`.as('ids'),
      sql<string[] | null>`array_agg(display_name order by position)`.as('names'),
      sql<boolean | null>`bool_or(author.user_id = ${viewerId}::uuid)`.as('isViewer'),
    ])
    .as('byline')

type Stored = Omit<ArticleSummaryRow, 'picture'> & Cover

const summariesOf = compiledQuery<{ viewerId: string; ids: readonly string[] }, Stored>((db, value) =>
  db
    .selectFrom('article')
    .leftJoin('userAccount as updater', 'updater.id', 'article.updatedBy')
    .leftJoin('userAccount as submitter', 'submitter.id', 'article.submittedBy')
    .leftJoin('category', 'category.id', 'article.primaryCategory')
    .leftJoin('media', (join) => join.onRef('media.id', '=', 'article.coverMedia').on('media.deletedAt', 'is', null))
    .leftJoinLateral(bylines(db, value('viewerId')), (join) => join.onTrue())
    .select(summaryColumns.map((name) => `article.${name}` as const))
    .select(['updater.name as updaterName', 'submitter.name as submitterName'])
    .select(['category.name as categoryName', 'category.slug as categorySlug'])
    .select(['media.type as coverType', 'media.fileVersion as coverFileVersion', 'media.alt as pictureAlt'])
    .select([
      sql<string[]>`coalesce(byline.ids, '{}')`.as('authors'),
      sql<string[]>`coalesce(byline.names, '{}')`.as('authorNames'),
      sql<boolean>`coalesce(article.created_by = ${value('viewerId')}::uuid or byline.is_viewer, false)`.as('own'),
      siteSettings.as('site'),
    ])
    .where('article.id', '=', sql<string>`any(${value('ids')}::uuid[])`)
    .compile(),
)

const pictureOf = ({ coverMedia: id, coverType: type, coverFileVersion: fileVersion, pictureAlt: alt }: Stored) =>
  id === null || type === null || fileVersion === null
    ? null
    : { thumb: thumbOf({ id, type, fileVersion }), alt: alt ?? '' }

/** Rows of a list, each with the settings that tell its address on the outside site: one query. */
export async function findArticleSummaries(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ArticleSummaryRow[]> {
  const rows = await summariesOf(db, { viewerId: viewer.id, ids })
  return rows.map((row) => ({ ...row, picture: pictureOf(row) }))
}

/** Waits for others to finish with this article and keeps them out until the transaction ends. */
export async function lockArticle(trx: Db, id: string): Promise<boolean> {
  // A statement of its own: the next one sees what others committed during the wait.
  return (await lockRow(trx, { id })).length > 0
}

const lockRow = compiledQuery<{ id: string }, { id: string }>((db, value) =>
  db.selectFrom('article').select('id').where('id', '=', value('id')).where(takesTaxonomyShared).forUpdate().compile(),
)

/** The same for several, in the order of their ids; the rows as they are then. */
export async function lockArticleRows(trx: Db, viewer: Viewer, ids: readonly string[]): Promise<ArticleRow[]> {
  await lockTaxonomyShared(trx)
  const these = sql<string>`any(${ids}::uuid[])`
  await trx.selectFrom('article').select('id').where('id', '=', these).orderBy('id').forUpdate().execute()
  return heads(trx, viewer.id).select('article.body').where('article.id', '=', these).execute()
}

export const accessOf = (
  row: Pick<ArticleHead, 'status' | 'deletedAt' | 'hasChanges' | 'submittedAt' | 'own'>,
): ArticleAccess => ({
  state: stateOf(row),
  hasChanges: row.hasChanges,
  isSubmitted: row.submittedAt !== null,
  own: row.own,
})
