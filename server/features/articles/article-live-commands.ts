import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ArticleContent, Tables } from '../../db/tables.ts'
import { categoriesOf } from '../categories/category-rules.ts'
import { indexPublished } from './article-index-commands.ts'
import type { LockedArticle } from './article-save-commands.ts'
import { planUnpublication } from './article-schedule-commands.ts'
import { liveContent } from './article-view-queries.ts'

/**
 * From now on readers see this content.
 * @returns writes it, after the row of the article: while that still differs from what readers see, it would be written twice
 */
export async function goLive({ trx, row }: LockedArticle, content: ArticleContent, publishedAt: string) {
  const slugBefore = (await liveContent(trx, row.id))?.slug ?? (await lastPublicSlug(trx, row.id))
  const { id, wordCount, readingTime, version } = row
  const updatedAt = sql<string>`now()`
  return async (): Promise<void> => {
    await writeLive(trx, { id, content, publishedAt, updatedAt, wordCount, readingTime, version: version + 1 })
    await indexPublished(trx, id)
    await redirectOldSlug(trx, id, slugBefore, content.slug)
    await planUnpublication(trx, id, content.unpublishAt)
  }
}

type LiveArticle = Pick<Insertable<Tables['articleLive']>, 'wordCount' | 'readingTime' | 'version' | 'publishedAt'> & {
  id: string
  content: ArticleContent
  updatedAt: string | RawBuilder<string>
}

/**
 * Writes what readers see of an article. No redirect leads away from its address any more. The index of readers' search
 * follows in a job, unless the caller does it.
 */
export async function writeLive(trx: Db, { id, content, ...given }: LiveArticle): Promise<void> {
  const { slug, title, featured, authors, categories, tags, primaryCategory } = content
  const live = {
    ...given,
    slug,
    title,
    featured,
    authorIds: authors,
    tagIds: tags,
    categoryIds: categoriesOf({ primary: primaryCategory, categories }),
    content: JSON.stringify(content),
  }
  await trx
    .insertInto('articleLive')
    .values({ articleId: id, ...live })
    .onConflict((conflict) => conflict.column('articleId').doUpdateSet(live))
    .execute()
  await trx.deleteFrom('redirect').where('path', '=', `/${slug}`).execute()
}

/** Removes what readers see of an article. */
export async function deleteLive(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('articleLive').where('articleId', '=', id).execute()
}

/** On the outside site an article is at `/<slug>`. Links to the slug it had before keep working. */
async function redirectOldSlug(trx: Db, articleId: string, before: string | undefined, now: string) {
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

/** The slug of its last publication, from its history. */
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

/** Readers no longer see it. */
export async function takeDown({ trx, row }: LockedArticle): Promise<void> {
  await deleteLive(trx, row.id)
  await planUnpublication(trx, row.id, null)
}
