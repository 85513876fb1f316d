import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ArticleField, ArticleFields } from '#contract/article-fields.ts'

/** What each field is called on screens. */
export const fieldLabels: Record<ArticleField, MessageDescriptor> = {
  title: msg`Title`,
  subtitle: msg`Subtitle`,
  slug: msg`Slug`,
  excerpt: msg`Excerpt`,
  body: msg`Text`,
  cover: msg`Cover`,
  authors: msg`Authors`,
  primaryCategory: msg`Primary category`,
  categories: msg`Further categories`,
  tags: msg`Tags`,
  featured: msg`Featured`,
  adsPolicy: msg`Ads on this article`,
  sensitive: msg`Sensitive content`,
  publishAt: msg`Publication date`,
  unpublishAt: msg`Unpublish at`,
  canonicalUrl: msg`Canonical URL`,
  seoTitle: msg`Title for search engines`,
  seoDescription: msg`Description for search engines`,
  socialImage: msg`Social image`,
  internalNote: msg`Internal note`,
}

type TextFieldName = { [Name in ArticleField]: ArticleFields[Name] extends string ? Name : never }[ArticleField]
export type WritingLine = { name: TextFieldName; placeholder: MessageDescriptor }

/** The lines of text above the text of an article, from top to bottom. */
export const writingLines: readonly WritingLine[] = [
  { name: 'title', placeholder: msg`Title` },
  { name: 'subtitle', placeholder: msg`Subtitle, if it has one` },
]
