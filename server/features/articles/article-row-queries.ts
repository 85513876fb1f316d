import { sql, type Selectable } from 'kysely'
import { columnFields } from '#contract/article-fields.ts'
import { lockTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { siteSettings, type SiteSettings } from '../settings/setting-queries.ts'
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

const authorIds = sql<
  string[]
>`array(select author_id::text from article_author where article_id = article.id order by position)`
const ownFor = (viewer: Viewer | null) => sql<boolean>`coalesce(${isOwn(viewer?.id ?? null)}, false)`

const heads = (db: Db, viewer: Viewer | null) =>
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
      ownFor(viewer).as('own'),
    ])

export const findArticleRow = (db: Db, viewer: Viewer | null, id: string): Promise<ArticleRow | undefined> =>
  heads(db, viewer).select('article.body').where('article.id', '=', id).executeTakeFirst()

type Live = { slug: string; title: string; publishedAt: string; updatedAt: string }

/** The same with what is public of it, and the settings that tell its address on the outside site: one query. */
export async function findArticleWithLive(
  db: Db,
  viewer: Viewer | null,
  id: string,
): Promise<(ArticleRow & { live: Live | null; site: SiteSettings }) | undefined> {
  const row = await heads(db, viewer)
    .select('article.body')
    .leftJoin('articleLive as live', 'live.articleId', 'article.id')
    .select([
      'live.slug as liveSlug',
      'live.title as liveTitle',
      'live.publishedAt as livePublishedAt',
      'live.updatedAt as liveUpdatedAt',
    ])
    .select(siteSettings.as('site'))
    .where('article.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { liveSlug, liveTitle, livePublishedAt, liveUpdatedAt, ...article } = row
  const live =
    liveSlug !== null && liveTitle !== null && livePublishedAt !== null && liveUpdatedAt !== null
      ? { slug: liveSlug, title: liveTitle, publishedAt: livePublishedAt, updatedAt: liveUpdatedAt }
      : null
  return { ...article, live }
}

export const findArticleHeads = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<ArticleHead[]> =>
  heads(db, viewer)
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

/** What a list shows of an article. */
export type ArticleSummaryRow = Pick<
  ArticleHead,
  (typeof summaryColumns)[number] | 'authors' | 'own' | 'updaterName' | 'submitterName'
>

/** Rows of a list, each with the settings that tell its address on the outside site. */
export const findArticleSummaries = (
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<(ArticleSummaryRow & { site: SiteSettings })[]> =>
  db
    .selectFrom('article')
    .leftJoin('userAccount as updater', 'updater.id', 'article.updatedBy')
    .leftJoin('userAccount as submitter', 'submitter.id', 'article.submittedBy')
    .select(summaryColumns.map((name) => `article.${name}` as const))
    .select(['updater.name as updaterName', 'submitter.name as submitterName'])
    .select([authorIds.as('authors'), ownFor(viewer).as('own'), siteSettings.as('site')])
    .where('article.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** Waits for others to finish with this article and keeps them out until the transaction ends. */
export async function lockArticle(trx: Db, id: string): Promise<boolean> {
  await lockTaxonomyShared(trx)
  // Alone in its statement: what is read after the wait must be read with fresh eyes.
  const row = await trx.selectFrom('article').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

export const accessOf = (
  row: Pick<ArticleHead, 'status' | 'deletedAt' | 'hasChanges' | 'submittedAt' | 'own'>,
): ArticleAccess => ({
  state: stateOf(row),
  hasChanges: row.hasChanges,
  isSubmitted: row.submittedAt !== null,
  own: row.own,
})
