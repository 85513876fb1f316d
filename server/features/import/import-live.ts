import type { Db } from '../../db/database.ts'
import { indexPublished } from '../articles/article-index-commands.ts'
import { contentOf, findArticleRow } from '../articles/article-row-queries.ts'

/** What readers see becomes what the article is now. */
export async function goLive(db: Db, id: string): Promise<void> {
  const row = await findArticleRow(db, null, id)
  if (!row?.publishedAt) throw new Error(`article ${id} cannot be shown: it has no date`)
  const live = {
    slug: row.slug,
    title: row.title,
    publishedAt: row.publishedAt,
    updatedAt: row.updatedAt,
    featured: row.featured,
    authorIds: row.authors,
    categoryIds: [row.primaryCategory, ...row.categories].filter((category) => category !== null),
    tagIds: row.tags,
    content: JSON.stringify(contentOf(row)),
    wordCount: row.wordCount,
    readingTime: row.readingTime,
    version: row.version,
  }
  await db
    .insertInto('articleLive')
    .values({ articleId: id, ...live })
    .onConflict((conflict) => conflict.column('articleId').doUpdateSet(live))
    .execute()
  await indexPublished(db, id)
  // An address that is in use leads nowhere else.
  await db.deleteFrom('redirect').where('path', '=', `/${row.slug}`).execute()
}

export async function leaveLive(db: Db, id: string): Promise<void> {
  await db.deleteFrom('articleLive').where('articleId', '=', id).execute()
}
