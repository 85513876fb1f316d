import { isDeepStrictEqual } from 'node:util'
import { type ArticleFields, emptyArticleFields, importedFields, pickFields } from '#contract/article-fields.ts'
import { hashOf } from './import-sources.ts'

/** What the import sets of an article. */
export type ImportedContent = Pick<ArticleFields, (typeof importedFields)[number]>

/**
 * The fields that the first digests covered, empty, in their order. Digests in databases were made of them, so this never
 * changes: a field that is added later is part of a digest only where a file sets it.
 */
const FIRST = {
  title: '',
  subtitle: '',
  slug: '',
  excerpt: '',
  body: '',
  cover: null,
  authors: [],
  primaryCategory: null,
  categories: [],
  tags: [],
  featured: false,
  adsPolicy: 'normal',
  sensitive: false,
  publishAt: null,
  unpublishAt: null,
  canonicalUrl: '',
  seoTitle: '',
  seoDescription: '',
  socialImage: null,
  internalNote: '',
}

/** Changes when what the file sets of an article changes, and not when Copydesk gets another field. */
export function digestOf(content: ImportedContent, ...others: unknown[]): Buffer {
  const added = importedFields
    .filter((name) => !(name in FIRST) && !isDeepStrictEqual(content[name], emptyArticleFields[name]))
    .toSorted()
  const covered = [...importedFields.filter((name) => name in FIRST), ...added]
  return hashOf([{ ...FIRST, ...pickFields(content, covered) }, ...others])
}
