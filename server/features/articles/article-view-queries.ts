import { sql } from 'kysely'
import { emptyArticleFields, internalFields, pickFields } from '#contract/article-fields.ts'
import { missingToPublish } from '#contract/article-actions.ts'
import type { Article, ArticleSummary, PublishedContent } from '#contract/articles.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { Db } from '../../db/database.ts'
import type { ArticleContent, StoredContent } from '../../db/tables.ts'
import { type ArticleNames, findArticleNames, namesIn } from './article-name-queries.ts'
import {
  findArticleHeads,
  findArticleSummaries,
  findArticleWithLive,
  accessOf,
  type ArticleHead,
  type ArticleOutline,
  type ArticleSummaryRow,
} from './article-row-queries.ts'
import { contentOf, readContent } from './article-content-rules.ts'
import { canDo, reaches, seesOnlyPublished, type Viewer } from './article-rules.ts'
import { siteUrls, siteUrlsOfRows } from './article-site-queries.ts'

/** One article as this person may see it; undefined when it is not there for them. */
export async function viewArticle(db: Db, viewer: Viewer, id: string): Promise<Article | undefined> {
  const row = await findArticleWithLive(db, viewer, id)
  if (!row) return undefined
  const access = accessOf(row)
  if (!reaches(viewer, 'articles.read', access)) return undefined
  const published = seesOnlyPublished(viewer, access)
  const { live } = row
  if (published && !live) return undefined
  // The text that readers see is long: it is read only where it is shown.
  const seen = published ? await publications(db, [id]).select('articleLive.content').executeTakeFirst() : undefined
  const content = seen ? forReaders(readContent(seen.content)) : contentOf(row)
  const counts = seen ?? row
  return {
    ...entityOf({ ...row, ...(seen && publishedChange(seen)) }),
    ...content,
    status: row.status,
    hasChanges: !published && row.hasChanges,
    submission: published ? null : submissionOf(row),
    changedBy: published || !row.hasChanges ? [] : await changersOf(db, { id }),
    publishedAt: row.publishedAt,
    live,
    siteUrl: (live && (await siteUrls(db, [id], row.site)).get(id)) ?? null,
    returnNote: published ? '' : row.returnNote,
    returned: published ? null : await returnOf(db, row),
    returnMissing: published ? [] : (row.returnMissing as Article['returnMissing']),
    searchTerm: published ? null : row.searchTerm,
    wordCount: counts.wordCount,
    readingTime: counts.readingTime,
    missing: missingToPublish({ ...content, wordCount: counts.wordCount }),
    can: canDo(viewer, access),
    refs: seen ? await refsOf(db, content) : refsAmong(content, namesIn(row.names ?? [])),
  }
}

/** The version of an article as this person may see it; undefined when it is not there for them. */
export async function viewVersion(db: Db, viewer: Viewer, id: string): Promise<number | undefined> {
  const [head] = await findArticleHeads(db, viewer, [id])
  if (!head || !reaches(viewer, 'articles.read', accessOf(head))) return undefined
  if (!seesOnlyPublished(viewer, accessOf(head))) return head.version
  return (await publications(db, [id]).executeTakeFirst())?.version
}

/** What readers see, in which version, since when and by whom it was published. */
const publications = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('articleLive')
    .leftJoin('articleRevision', (join) =>
      join
        .onRef('articleRevision.articleId', '=', 'articleLive.articleId')
        .onRef('articleRevision.version', '=', 'articleLive.version'),
    )
    .leftJoin('userAccount as publisher', 'publisher.id', 'articleRevision.createdBy')
    .select(['articleLive.articleId', 'articleLive.version', 'articleLive.updatedAt'])
    .select(['articleLive.wordCount', 'articleLive.readingTime'])
    .select(['publisher.id as updatedBy', 'publisher.name as updaterName'])
    .where('articleLive.articleId', '=', sql<string>`any(${ids}::uuid[])`)

type Change = Pick<ArticleOutline, 'version' | 'updatedAt' | 'updatedBy' | 'updaterName'>
/** The last change that readers see: when the working copy was changed since, and by whom, is not for them. */
const publishedChange = ({ version, updatedAt, updatedBy, updaterName }: Change): Change => ({
  version,
  updatedAt,
  updatedBy,
  updaterName,
})

/** What readers see of an article, with the names of what it points at; undefined where they see nothing. */
export async function viewPublished(db: Db, id: string): Promise<PublishedContent | undefined> {
  const content = await liveContent(db, id)
  return content && { content, refs: await refsOf(db, content) }
}

const liveContents = compiledQuery<{ id: string }, { content: StoredContent }>((db, value) =>
  db.selectFrom('articleLive').select('content').where('articleId', '=', value('id')).compile(),
)

/** What readers see of an article; undefined when it is not public. */
export async function liveContent(db: Db, id: string): Promise<ArticleContent | undefined> {
  const [live] = await liveContents(db, { id })
  return live && readContent(live.content)
}

/** Names and pictures of what the content points at; an empty name for what no longer exists. */
export async function refsOf(db: Db, content: ArticleContent): Promise<Article['refs']> {
  const media = [content.cover?.media, content.socialImage].filter((id) => id !== null && id !== undefined)
  const names = await findArticleNames(db, {
    asks: 'names and namesakes',
    authors: content.authors,
    tags: content.tags,
    categories: categoriesOf(content),
    media,
  })
  return refsAmong(content, names)
}

const categoriesOf = ({ primaryCategory, categories }: ArticleContent) =>
  [primaryCategory, ...categories].filter((id) => id !== null)

function refsAmong(content: ArticleContent, names: ArticleNames): Article['refs'] {
  return {
    authors: content.authors.map((id) => ({ id, displayName: names.authors.get(id) ?? '' })),
    categories: categoriesOf(content).map((id) => {
      const { path = [], sharesName = false } = names.categories.get(id) ?? {}
      return { id, name: path.at(-1) ?? '', path, sharesName }
    }),
    tags: content.tags.map((id) => ({ id, name: names.tags.get(id) ?? '' })),
    media: [...names.media.values()],
  }
}

/** Rows of the list, in any order: a fixed number of queries, however many rows. */
export async function summariseArticles(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ArticleSummary[]> {
  const rows = await findArticleSummaries(db, viewer, ids)
  const shown = await asPublished(db, viewer, rows)
  const addresses = await siteUrlsOfRows(db, rows)
  return shown.map((row) => ({
    ...changeOf(row),
    title: row.title,
    slug: row.slug,
    status: row.status,
    hasChanges: row.hasChanges,
    submission: submissionOf(row),
    featured: row.featured,
    authors: row.authors.map((id, place) => ({ id, displayName: row.authorNames[place] ?? '' })),
    primaryCategory: row.primaryCategory ? { id: row.primaryCategory, name: row.categoryName ?? '' } : null,
    publishAt: row.publishAt,
    publishedAt: row.publishedAt,
    wordCount: row.wordCount,
    cover: row.picture && { thumb: row.picture.thumb, alt: row.coverAlt || row.picture.alt },
    siteUrl: addresses.get(row.id) ?? null,
    can: allowed(canDo(viewer, accessOf(row))),
  }))
}

const allowed = (can: Article['can']): ArticleSummary['can'] =>
  Object.fromEntries(Object.entries(can).filter(([, may]) => may))

/** The same rows, with the published text and its last change in place of a working copy that the viewer may not see. */
async function asPublished(db: Db, viewer: Viewer, rows: ArticleSummaryRow[]): Promise<ArticleSummaryRow[]> {
  const asReaders = rows.filter((row) => seesOnlyPublished(viewer, accessOf(row)))
  if (asReaders.length === 0) return rows
  const hidden = asReaders.filter((row) => row.hasChanges).map(({ id }) => id)
  const live = await publications(
    db,
    asReaders.map(({ id }) => id),
  )
    // Texts are long: only those that differ are read.
    .select(
      sql<StoredContent | null>`case when article_live.article_id = any(${hidden}::uuid[])
        then article_live.content end`.as('content'),
    )
    .execute()
  const changes = new Map(live.map((row) => [row.articleId, publishedChange(row)]))
  const published = new Map(
    live.flatMap(({ articleId, content, wordCount }) =>
      content
        ? [[articleId, { ...forReaders(readContent(content)), wordCount, hasChanges: false, submittedAt: null }]]
        : [],
    ),
  )
  const contents = [...published.values()]
  const present = (values: (string | null | undefined)[]) => values.filter((id) => typeof id === 'string')
  const names = await findArticleNames(db, {
    asks: 'names',
    authors: contents.flatMap(({ authors }) => authors),
    tags: [],
    categories: present(contents.map(({ primaryCategory }) => primaryCategory)),
    media: present(contents.map(({ cover }) => cover?.media)),
  })
  return rows.map((row) => {
    const change = changes.get(row.id)
    const seen = published.get(row.id)
    if (!seen) return { ...row, ...change }
    const { cover, ...content } = seen
    const picture = cover && names.media.get(cover.media)
    return {
      ...row,
      ...change,
      ...content,
      authorNames: content.authors.map((id) => names.authors.get(id) ?? ''),
      categoryName: names.categories.get(content.primaryCategory ?? '')?.path.at(-1) ?? null,
      coverMedia: cover?.media ?? null,
      coverAlt: cover?.alt ?? '',
      picture: picture ?? null,
    }
  })
}

const submissionOf = (row: ArticleOutline): Article['submission'] =>
  row.submittedAt === null
    ? null
    : {
        at: row.submittedAt,
        by: row.submittedBy ? { id: row.submittedBy, name: row.submitterName ?? '' } : null,
        message: row.submitMessage,
      }

async function returnOf(db: Db, row: ArticleHead): Promise<Article['returned']> {
  const { id, returnedAt, returnedBy, returnerName } = row
  if (returnedAt === null) return null
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

/** Who wrote since the text that readers see was published. */
const changersOf = compiledQuery<{ id: string }, Article['changedBy'][number]>((db, value) =>
  db
    .selectFrom('userAccount')
    .select(['id', 'name'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('articleRevision')
        .innerJoin('articleLive', 'articleLive.articleId', 'articleRevision.articleId')
        .select('articleRevision.createdBy')
        .where('articleRevision.articleId', '=', value('id'))
        .whereRef('articleRevision.version', '>', 'articleLive.version')
        // Not as values: their number would be taken for a list that is another each time.
        .where(sql<boolean>`reason in ('save', 'autosave', 'restore', 'import')`),
    )
    .orderBy('name')
    .compile(),
)

/** Without what only the staff may read. */
const forReaders = (content: ArticleContent): ArticleContent => ({
  ...content,
  ...pickFields(emptyArticleFields, internalFields),
})

const entityOf = (row: ArticleHead) => ({
  ...changeOf(row),
  createdBy: row.createdBy ? { id: row.createdBy, name: row.creatorName ?? '' } : null,
})

const changeOf = (row: ArticleOutline) => ({
  id: row.id,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  updatedBy: row.updatedBy ? { id: row.updatedBy, name: row.updaterName ?? '' } : null,
  deletedAt: row.deletedAt,
})
