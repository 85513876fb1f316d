import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { MergedNoun } from './merge-rules.ts'

const links = (table: string, column: string) =>
  sql`array(select ${sql.ref(column)} from ${sql.table(table)} where article_id = article.id order by position)`
const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An article's working copy in the shape of what readers see. A field that is missing here makes the two differ. */
const workingCopy = sql`jsonb_build_object(
  'title', article.title, 'subtitle', article.subtitle, 'slug', article.slug, 'excerpt', article.excerpt,
  'body', article.body, 'cover', case when article.cover_media is not null then jsonb_build_object(
    'media', article.cover_media, 'alt', article.cover_alt, 'caption', article.cover_caption,
    'credit', article.cover_credit) end,
  'authors', ${links('article_author', 'author_id')}, 'tags', ${links('article_tag', 'tag_id')},
  'primaryCategory', article.primary_category, 'categories', ${links('article_category', 'category_id')},
  'featured', article.featured, 'adsPolicy', article.ads_policy, 'sensitive', article.sensitive,
  'publishAt', ${time('article.publish_at')}, 'unpublishAt', ${time('article.unpublish_at')},
  'canonicalUrl', article.canonical_url, 'seoTitle', article.seo_title, 'seoDescription', article.seo_description,
  'socialImage', article.social_image, 'internalNote', article.internal_note)`

/** Whether what readers see names the same as the working copy. */
const sameNames = {
  tag: sql`tag_ids = ${links('article_tag', 'tag_id')}`,
  author: sql`author_ids = ${links('article_author', 'author_id')}`,
  category: sql`category_ids = array_remove(
    article.primary_category || ${links('article_category', 'category_id')}, null)`,
}

/**
 * After names were moved in these articles: an article has unpublished changes where its working copy differs from what
 * readers see, and no longer where the two have become the same.
 */
export async function flushChanges(trx: Db, noun: MergedNoun | 'category', articles: readonly string[]): Promise<void> {
  const those = sql`status = 'published' and deleted_at is null and id = any(${articles}::uuid[])`
  await sql`update article set has_changes = true where not has_changes and ${those} and exists (
    select from article_live where article_id = article.id and not ${sameNames[noun]})`.execute(trx)
  await sql`update article set has_changes = false where has_changes and ${those} and exists (
    select from article_live where article_id = article.id and ${sameNames[noun]}
      and content = ${workingCopy})`.execute(trx)
}
