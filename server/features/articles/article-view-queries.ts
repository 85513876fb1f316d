import { emptyArticleFields, internalFields, pickFields } from '#contract/article-fields.ts'
import { missingToPublish } from '#contract/article-actions.ts'
import type { Article, ArticleSummary, PublishedContent } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import type { ArticleContent } from '../../db/tables.ts'
import { authorNames } from '../authors/author-queries.ts'
import { categoryPaths, sharedNames } from '../categories/category-queries.ts'
import { mediaRefs } from '../media/media-queries.ts'
import { tagNames } from '../tags/tag-queries.ts'
import { findArticleHeads, findArticleRow, accessOf, type ArticleHead } from './article-row-queries.ts'
import { contentOf, readContent } from './article-content-rules.ts'
import { canDo, reaches, seesOnlyPublished, type Viewer } from './article-rules.ts'
import { siteUrls } from './article-site-queries.ts'

/** One article as this person may see it; undefined when it is not there for them. */
export async function viewArticle(db: Db, viewer: Viewer, id: string): Promise<Article | undefined> {
  const row = await findArticleRow(db, viewer, id)
  if (!row) return undefined
  const access = accessOf(row)
  if (!reaches(viewer, 'articles.read', access)) return undefined
  const live = await db.selectFrom('articleLive').selectAll().where('articleId', '=', id).executeTakeFirst()
  const published = seesOnlyPublished(viewer, access)
  if (published && !live) return undefined
  const content = published && live ? forReaders(readContent(live.content)) : contentOf(row)
  const counts = published && live ? live : row
  return {
    ...entityOf(row),
    ...content,
    status: row.status,
    hasChanges: !published && row.hasChanges,
    submission: published ? null : submissionOf(row),
    publishedAt: row.publishedAt,
    live: live
      ? { slug: live.slug, title: live.title, publishedAt: live.publishedAt, updatedAt: live.updatedAt }
      : null,
    siteUrl: (live && (await siteUrls(db, [id])).get(id)) ?? null,
    returnNote: published ? '' : row.returnNote,
    returned: published ? null : await returnOf(db, row),
    returnMissing: published ? [] : (row.returnMissing as Article['returnMissing']),
    wordCount: counts.wordCount,
    readingTime: counts.readingTime,
    missing: missingToPublish({ ...content, wordCount: counts.wordCount }),
    can: canDo(viewer, access),
    refs: await refsOf(db, content),
  }
}

/** What readers see of an article, with the names of what it points at; undefined where they see nothing. */
export async function viewPublished(db: Db, id: string): Promise<PublishedContent | undefined> {
  const live = await db.selectFrom('articleLive').select('content').where('articleId', '=', id).executeTakeFirst()
  if (!live) return undefined
  const content = readContent(live.content)
  return { content, refs: await refsOf(db, content) }
}

/** Names and pictures of what the content points at; an empty name for what no longer exists. */
export async function refsOf(db: Db, content: ArticleContent): Promise<Article['refs']> {
  const categoryIds = [content.primaryCategory, ...content.categories].filter((id) => id !== null)
  const media = [content.cover?.media, content.socialImage].filter((id) => id !== null && id !== undefined)
  const authors = await authorNames(db, content.authors)
  const paths = await categoryPaths(db, categoryIds)
  const shared = await sharedNames(db, categoryIds)
  const tags = await tagNames(db, content.tags)
  return {
    authors: content.authors.map((id) => ({ id, displayName: authors.get(id) ?? '' })),
    categories: categoryIds.map((id) => ({
      id,
      name: paths.get(id)?.at(-1) ?? '',
      path: paths.get(id) ?? [],
      sharesName: shared.has(id),
    })),
    tags: content.tags.map((id) => ({ id, name: tags.get(id) ?? '' })),
    media: await mediaRefs(db, [...new Set(media)]),
  }
}

/** Rows of the list, in any order: a fixed number of queries, however many rows. */
export async function summariseArticles(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ArticleSummary[]> {
  const rows = await findArticleHeads(db, viewer, ids)
  const shown = await asPublished(db, viewer, rows)
  const authors = await authorNames(db, [...new Set(shown.flatMap((row) => row.authors))])
  const categories = await categoryPaths(db, [
    ...new Set(shown.map((row) => row.primaryCategory).filter((id) => id !== null)),
  ])
  const media = await mediaRefs(db, [...new Set(shown.map((row) => row.coverMedia).filter((id) => id !== null))])
  const addresses = await siteUrls(
    db,
    rows.filter((row) => row.status === 'published' && !row.deletedAt).map(({ id }) => id),
  )
  return shown.map((row) => {
    const picture = media.find(({ id }) => id === row.coverMedia)
    return {
      ...entityOf(row),
      title: row.title,
      slug: row.slug,
      status: row.status,
      hasChanges: row.hasChanges,
      submission: submissionOf(row),
      featured: row.featured,
      authors: row.authors.map((id) => ({ id, displayName: authors.get(id) ?? '' })),
      primaryCategory: row.primaryCategory
        ? { id: row.primaryCategory, name: categories.get(row.primaryCategory)?.at(-1) ?? '' }
        : null,
      publishAt: row.publishAt,
      publishedAt: row.publishedAt,
      wordCount: row.wordCount,
      cover: picture ? { thumb: picture.thumb, alt: row.coverAlt || picture.alt } : null,
      siteUrl: addresses.get(row.id) ?? null,
      can: canDo(viewer, accessOf(row)),
    }
  })
}

/** The same rows, with the published text in place of a working copy that the viewer may not see. */
async function asPublished(db: Db, viewer: Viewer, rows: ArticleHead[]): Promise<ArticleHead[]> {
  const hidden = rows.filter((row) => row.hasChanges && seesOnlyPublished(viewer, accessOf(row)))
  if (hidden.length === 0) return rows
  const live = await db
    .selectFrom('articleLive')
    .selectAll()
    .where(
      'articleId',
      'in',
      hidden.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => {
    const seen = hidden.includes(row) && live.find(({ articleId }) => articleId === row.id)
    if (!seen) return row
    const { cover, ...content } = forReaders(readContent(seen.content))
    const { wordCount } = seen
    return {
      ...row,
      ...content,
      coverMedia: cover?.media ?? null,
      coverAlt: cover?.alt ?? '',
      wordCount,
      hasChanges: false,
      submittedAt: null,
    }
  })
}

const submissionOf = (row: ArticleHead): Article['submission'] =>
  row.submittedAt === null
    ? null
    : {
        at: row.submittedAt,
        by: row.submittedBy ? { id: row.submittedBy, name: row.submitterName ?? '' } : null,
        message: row.submitMessage,
      }

async function returnOf(db: Db, row: ArticleHead): Promise<Article['returned']> {
  const { id, returnNote, returnedAt, returnedBy, returnerName } = row
  if (returnNote === '' || returnedAt === null) return null
  // The entry of the history is written right after the time of the return.
  const revision = await db
    .selectFrom('articleRevision')
    .select('id')
    .where('articleId', '=', id)
    .where('reason', '=', 'return')
    .where('createdAt', '>=', returnedAt)
    .orderBy('version')
    .executeTakeFirst()
  return {
    at: returnedAt,
    by: returnedBy ? { id: returnedBy, name: returnerName ?? '' } : null,
    revision: revision?.id ?? null,
  }
}

/** Without what only the staff may read. */
const forReaders = (content: ArticleContent): ArticleContent => ({
  ...content,
  ...pickFields(emptyArticleFields, internalFields),
})

const entityOf = (row: ArticleHead) => ({
  id: row.id,
  version: row.version,
  createdAt: row.createdAt,
  createdBy: row.createdBy ? { id: row.createdBy, name: row.creatorName ?? '' } : null,
  updatedAt: row.updatedAt,
  updatedBy: row.updatedBy ? { id: row.updatedBy, name: row.updaterName ?? '' } : null,
  deletedAt: row.deletedAt,
})
