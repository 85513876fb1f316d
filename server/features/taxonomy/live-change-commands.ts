import { sql, type RawBuilder } from 'kysely'
import {
  type ArticleField,
  articleFieldNames,
  type columnFields,
  emptyArticleFields,
  type linkFields,
  timeFields,
} from '#contract/article-fields.ts'
import type { Db } from '../../db/database.ts'
import type { MergedNoun } from './merge-rules.ts'

const links = (table: string, column: string) =>
  sql`array(select ${sql.ref(column)} from ${sql.table(table)} where article_id = article.id order by position)`
const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const tables = {
  authors: links('article_author', 'author_id'),
  categories: links('article_category', 'category_id'),
  tags: links('article_tag', 'tag_id'),
} satisfies Record<(typeof linkFields)[number], RawBuilder<unknown>>
const isTime = (name: (typeof columnFields)[number]) => timeFields.some((one) => one === name)

const workingValue = (name: ArticleField): RawBuilder<unknown> => {
  if (name === 'cover')
    return sql`case when article.cover_media is not null then jsonb_build_object('media', article.cover_media,
      'alt', article.cover_alt, 'caption', article.cover_caption, 'credit', article.cover_credit) end`
  if (name === 'authors' || name === 'categories' || name === 'tags') return tables[name]
  return isTime(name) ? time(`article.${name}`) : sql.ref(`article.${name}`)
}

const contentOf = (valueOf: (name: ArticleField) => RawBuilder<unknown>) =>
  sql`jsonb_build_object(${sql.join(articleFieldNames.map((name) => sql`${sql.lit(name)}, ${valueOf(name)}`))})`

const workingCopy = contentOf(workingValue)

/** What readers see; as `readContent` reads it, where an older version stored it. */
const liveCopy = contentOf(
  (name) => sql`coalesce(content->${sql.lit(name)}, ${JSON.stringify(emptyArticleFields[name])}::jsonb)`,
)

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
      and ${liveCopy} = ${workingCopy})`.execute(trx)
}
