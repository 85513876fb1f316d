import { isDeepStrictEqual } from 'node:util'
import { type ArticleFields, emptyArticleFields } from '#contract/article-fields.ts'
import type { ArticleContent } from '../../db/tables.ts'
import { textColumns } from './article-text-rules.ts'

/** `before` with the given fields changed. Further categories never repeat the primary one. */
export function mergeContent(before: ArticleContent | null, given: Partial<ArticleFields>): ArticleContent {
  const known = Object.keys(emptyArticleFields) as (keyof ArticleContent)[]
  const changes = Object.fromEntries(known.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]))
  const merged: ArticleContent = { ...(before ?? emptyArticleFields), ...changes }
  return { ...merged, categories: merged.categories.filter((id) => id !== merged.primaryCategory) }
}

export const sameContent = (one: ArticleContent, other: ArticleContent): boolean => isDeepStrictEqual(one, other)

/** The names of the fields in which two versions differ, for the audit log. */
export const changedFields = (one: ArticleContent, other: ArticleContent): string[] =>
  (Object.keys(emptyArticleFields) as (keyof ArticleContent)[]).filter(
    (key) => !isDeepStrictEqual(one[key], other[key]),
  )

/** The columns of a content. @param text what is computed from it, where that was done already */
export function columnsOf(
  { cover, authors: _a, categories: _c, tags: _t, ...content }: ArticleContent,
  text = textColumns(content),
) {
  return {
    ...content,
    coverMedia: cover?.media ?? null,
    coverAlt: cover?.alt ?? '',
    coverCaption: cover?.caption ?? '',
    coverCredit: cover?.credit ?? '',
    ...text,
  }
}
