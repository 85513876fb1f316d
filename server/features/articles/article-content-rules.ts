import { isDeepStrictEqual } from 'node:util'
import {
  articleFieldNames,
  type ArticleFields,
  columnFields,
  emptyArticleFields,
  linkFields,
  pickFields,
} from '#contract/article-fields.ts'
import type { ArticleContent, StoredContent } from '../../db/tables.ts'
import { textColumns, type TextColumns } from './article-text-rules.ts'

/** The one reader of stored JSON: fields that an older version did not have are empty, and those it had alone are dropped. */
export const readContent = (stored: StoredContent): ArticleContent => withGiven(emptyArticleFields, stored)

/** `before` with the given fields changed. Further categories never repeat the primary one. */
export function mergeContent(before: ArticleContent | null, given: Partial<ArticleFields>): ArticleContent {
  const merged = withGiven(before ?? emptyArticleFields, given)
  return { ...merged, categories: merged.categories.filter((id) => id !== merged.primaryCategory) }
}

const withGiven = (content: ArticleContent, given: Partial<ArticleFields>): ArticleContent => ({
  ...content,
  ...pickFields(
    given,
    articleFieldNames.filter((name) => given[name] !== undefined),
  ),
})

export const sameContent = (one: ArticleContent, other: ArticleContent): boolean => isDeepStrictEqual(one, other)

/** The names of the fields in which two versions differ, for the audit log. */
export const changedFields = (one: ArticleContent, other: ArticleContent): string[] =>
  articleFieldNames.filter((name) => !isDeepStrictEqual(one[name], other[name]))

/** The columns of a content. @param text what is computed from it, where that was done already */
export function columnsOf(content: ArticleContent, text: TextColumns = textColumns(content)) {
  return { ...pickFields(content, columnFields), ...coverColumns(content), ...text }
}

export const coverColumns = ({ cover }: Pick<ArticleContent, 'cover'>) => ({
  coverMedia: cover?.media ?? null,
  coverAlt: cover?.alt ?? '',
  coverCaption: cover?.caption ?? '',
  coverCredit: cover?.credit ?? '',
})

type ContentRow = Pick<ArticleContent, (typeof columnFields)[number] | (typeof linkFields)[number]> & {
  coverMedia: string | null
  coverAlt: string
  coverCaption: string
  coverCredit: string
}

/** The content of a row: the reverse of `columnsOf`. */
export const contentOf = (row: ContentRow): ArticleContent => ({
  ...pickFields(row, columnFields),
  ...pickFields(row, linkFields),
  cover: row.coverMedia
    ? { media: row.coverMedia, alt: row.coverAlt, caption: row.coverCaption, credit: row.coverCredit }
    : null,
})
