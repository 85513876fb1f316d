import { sql } from 'kysely'
import { siteUrlOf, type SiteArticle } from '#contract/site-address.ts'
import type { Db } from '../../db/database.ts'
import { siteAddresses, siteAddressesOf, type SiteSettings } from '../settings/setting-queries.ts'
import type { ArticleSummaryRow } from './article-row-queries.ts'

/**
 * Where readers find these articles on the outside site, by id; what is not published is left out. Two queries however many
 * articles, and one where no site is set.
 * @param settings where they were read already
 */
export async function siteUrls(
  db: Db,
  ids: readonly string[],
  settings?: SiteSettings,
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const { pattern, timeZone } = settings === undefined ? await siteAddresses(db) : siteAddressesOf(settings)
  if (pattern === '') return new Map()
  const articles = await siteArticles(db, ids)
  return new Map(articles.map((article) => [article.id, siteUrlOf(pattern, article, timeZone)]))
}

/** What the addresses of these articles are made of; what is not published is left out. */
export const siteArticles = (db: Db, ids: readonly string[]): Promise<SiteArticle[]> =>
  db
    .selectFrom('articleLive')
    // The primary category is the first; reading it from `content` would unpack the whole text.
    .leftJoin('category', (join) => join.on(sql<boolean>`category.id = article_live.category_ids[1]`))
    .select(['articleLive.articleId as id', 'articleLive.slug', 'articleLive.publishedAt'])
    .select('category.slug as category')
    .where('articleLive.articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** The same for rows of a list. Where there are no changes, all that the address is made of is in the row. */
export async function siteUrlsOfRows(db: Db, rows: readonly ArticleSummaryRow[]): Promise<Map<string, string | null>> {
  const settings = rows[0]?.site ?? null
  const { pattern, timeZone } = siteAddressesOf(settings)
  if (pattern === '') return new Map()
  const published = rows.filter(({ status, deletedAt }) => status === 'published' && deletedAt === null)
  const changed = published.filter(({ hasChanges }) => hasChanges).map(({ id }) => id)
  const urls = await siteUrls(db, changed, settings)
  for (const { id, slug, categorySlug: category, publishedAt, hasChanges } of published)
    if (!hasChanges && publishedAt !== null)
      urls.set(id, siteUrlOf(pattern, { id, slug, category, publishedAt }, timeZone))
  return urls
}
