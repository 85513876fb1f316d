import { ARTICLE_LIMITS } from '#contract/article-fields.ts'

/**
 * `url` without a slash at its end, empty where neither the file nor the person says it. `key` tells the sites apart whose
 * items were imported. `isKeyGuessed`: the file does not say which site it is of, so its articles tell.
 */
export type SourceSite = { title: string; url: string; key: string; isKeyGuessed?: true }
export type SourceAuthor = {
  id: string
  login: string
  email: string
  displayName: string
  firstName: string
  lastName: string
  description: string
  /** What else the file says of them, and there is no place for here. */
  customFields?: string[]
}
/** A category, a tag, or a term of another taxonomy. `parent` is the slug of the parent, empty at the top. */
export type SourceTerm = {
  id: string
  taxonomy: string
  slug: string
  parent: string
  name: string
  description: string
  customFields?: string[]
}
/** How the content of an item is written. */
export type BodyFormat = 'wordpress' | 'html' | 'lexical' | 'mobiledoc'
export type SourceItem = {
  id: string
  type: string
  status: string
  title: string
  link: string
  guid: string
  /** The logins of the byline, in its order. */
  authors: string[]
  /** The login of the account whose work it is. */
  creator: string
  slug: string
  excerpt: string
  format: BodyFormat
  content: string
  /** UTC, ISO 8601; undefined where the file says 0000-00-00 or nothing. */
  publishedAt: string | undefined
  modifiedAt: string | undefined
  sticky: boolean
  password: string
  /** Who could read it, where that was not everyone; empty for everyone. */
  visibility: string
  /** What the file says belongs to it and does not hold. */
  missing: string[]
  terms: { taxonomy: string; slug: string; name: string }[]
  meta: Record<string, string>
  seo: { title: string; description: string; canonicalUrl: string; primaryCategory: string }
  /** `id` of an attachment; alternative text and caption where they are of this item, not of the attachment. */
  cover: { id: string; alt: string; caption: string } | null
  /** Custom fields that people of the old site see and that hold something; those of plug-ins begin with `_`. */
  customFields: string[]
  /** What `slug` was before; WordPress leads their addresses to the item. */
  oldSlugs: string[]
  attachmentUrl: string
  parent: string
  menuOrder: number
  /** Larger than can be read: part of it is missing here. */
  isCut: boolean
}
export type SourceComment = { id: string; author: string; item: string }

export type SourceRecord = { line: number } & (
  | { kind: 'site'; site: SourceSite }
  | { kind: 'author'; author: SourceAuthor; isUnlisted?: true; isIdle?: true }
  | { kind: 'term'; term: SourceTerm }
  | { kind: 'item'; item: SourceItem }
  | { kind: 'comment'; comment: SourceComment }
  /** An entry that is not of the form that it should have; `of` is what it should be. */
  | { kind: 'unreadable'; of: string; id: string }
)

/** Markup of the old site may be longer than what is left of it here. */
export const CONTENT_MAX_BYTES = 4 * ARTICLE_LIMITS.bodyBytes

export const MOST_RECORDS = 500_000

export type SourceReader = {
  /** The records that are complete with this piece of the file. */
  write: (chunk: Uint8Array) => SourceRecord[]
  end: () => SourceRecord[]
}

/** Far more than any of our fields takes, and little enough to be looked at in no time. */
export const LONGEST_TEXT = 20_000
export const MOST_TERMS = 1000
/** One more than is looked at, so that what is longer is known to be. */
export const LONGEST_CONTENT = CONTENT_MAX_BYTES + 1
/** One line, NFC, without control characters. */
export const tidy = (text: string) =>
  text
    .slice(0, LONGEST_TEXT)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
