import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ArticleContent } from '../../db/tables.ts'
import { indexPublished } from './article-index-commands.ts'
import type { LockedArticle } from './article-save-commands.ts'
import { planUnpublication } from './article-schedule-commands.ts'

/** What readers see of an article; undefined when it is not public. */
export async function liveContent(trx: Db, id: string): Promise<ArticleContent | undefined> {
  const live = await trx.selectFrom('articleLive').select('content').where('articleId', '=', id).executeTakeFirst()
  return live?.content
}

/** From now on readers see this content. */
export async function goLive({ trx, row }: LockedArticle, content: ArticleContent, publishedAt: string): Promise<void> {
  const before = await liveContent(trx, row.id)
  const { slug, title, featured, authors, categories, tags, primaryCategory } = content
  const live = {
    slug,
    title,
    publishedAt,
    featured,
    authorIds: authors,
    tagIds: tags,
    updatedAt: sql<string>`now()`,
    categoryIds: primaryCategory ? [primaryCategory, ...categories] : categories,
    content: JSON.stringify(content),
    wordCount: row.wordCount,
    readingTime: row.readingTime,
    version: row.version + 1,
  }
  await trx
    .insertInto('articleLive')
    .values({ articleId: row.id, ...live })
    .onConflict((conflict) => conflict.column('articleId').doUpdateSet(live))
    .execute()
  await indexPublished(trx, row.id)
  await leadOldSlugHere(trx, row.id, before?.slug ?? (await lastPublicSlug(trx, row.id)), slug)
  await planUnpublication(trx, row.id, content.unpublishAt)
}

/**
 * On the outside site an article lives at `/<slug>`, and that is what the redirect table speaks of.
 * Links to an old address keep working; an address that is in use again leads nowhere else.
 */
async function leadOldSlugHere(trx: Db, articleId: string, before: string | undefined, now: string) {
  await trx.deleteFrom('redirect').where('path', '=', `/${now}`).execute()
  if (!before || before === now) return
  const inUse = await trx.selectFrom('articleLive').select('articleId').where('slug', '=', before).executeTakeFirst()
  if (inUse) return
  const target = { entityType: 'article', entityId: articleId }
  await trx
    .insertInto('redirect')
    .values({ path: `/${before}`, ...target })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(target))
    .execute()
}

/** The slug readers knew before the article was taken down, as its history tells. */
async function lastPublicSlug(trx: Db, articleId: string): Promise<string | undefined> {
  const revision = await trx
    .selectFrom('articleRevision')
    .select(sql<string>`content->>'slug'`.as('slug'))
    .where('articleId', '=', articleId)
    .where('reason', '=', 'publish')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return revision?.slug
}

/** Readers see it no longer. */
export async function takeDown({ trx, row }: LockedArticle): Promise<void> {
  await trx.deleteFrom('articleLive').where('articleId', '=', row.id).execute()
  await planUnpublication(trx, row.id, null)
}
