import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { createXmlReader, MalformedFileError, type XmlElement } from './xml-records.ts'

export type WordpressSite = { title: string; url: string }
export type WordpressAuthor = {
  id: string
  login: string
  email: string
  displayName: string
  firstName: string
  lastName: string
  description: string
}
/** A category, a tag, or a term of another taxonomy. `parent` is the slug of the parent, empty at the top. */
export type WordpressTerm = {
  id: string
  taxonomy: string
  slug: string
  parent: string
  name: string
  description: string
}
export type WordpressItem = {
  id: string
  type: string
  status: string
  title: string
  link: string
  guid: string
  creator: string
  slug: string
  excerpt: string
  content: string
  /** UTC, ISO 8601; undefined where the file says 0000-00-00 or nothing. */
  publishedAt: string | undefined
  modifiedAt: string | undefined
  sticky: boolean
  password: string
  terms: { taxonomy: string; slug: string; name: string }[]
  meta: Record<string, string>
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
export type WordpressComment = { id: string; author: string; item: string }

export type WordpressRecord = { line: number } & (
  | { kind: 'site'; site: WordpressSite }
  | { kind: 'author'; author: WordpressAuthor; isUnlisted?: true }
  | { kind: 'term'; term: WordpressTerm }
  | { kind: 'item'; item: WordpressItem }
  | { kind: 'comment'; comment: WordpressComment }
)

/** Markup of the old site may be longer than what is left of it here. */
export const CONTENT_MAX_BYTES = 4 * ARTICLE_LIMITS.bodyBytes

const SITE_FIELDS = new Set(['title', 'link', 'wp:base_blog_url', 'wp:base_site_url', 'wp:wxr_version'])
const MOST_RECORDS = 500_000

export type WordpressReader = {
  /** The records that are complete with this piece of the file. */
  write: (chunk: Uint8Array) => WordpressRecord[]
  end: () => WordpressRecord[]
}

/**
 * A WordPress export file as neutral records, in the order of the file: the site first, then authors, terms, items,
 * each item followed by its comments. Every author, term, item and comment of the file is given, whatever its type.
 * Throws MalformedFileError naming line and column; also for well-formed files that WordPress did not write.
 */
export function createWordpressReader(): WordpressReader {
  const xml = createXmlReader({ root: 'rss', channel: 'channel' })
  const head = new Map<string, string>()
  let headIsOut = false
  let line = 1
  let count = 0

  function recordsFrom(elements: XmlElement[]): WordpressRecord[] {
    const found: WordpressRecord[] = []
    for (const element of elements) {
      line = element.line
      if (SITE_FIELDS.has(element.name)) head.set(element.name, tidy(element.text))
      const records = recordsOf(element)
      if (records.length && !headIsOut) {
        found.push(siteOf(head, line))
        headIsOut = true
      }
      for (const record of records) found.push(record)
      count += records.length
      if (count > MOST_RECORDS)
        throw new MalformedFileError(`the file holds more than ${MOST_RECORDS} entries; divide it`, {
          code: 'too_many_entries',
          line,
          column: 1,
          value: String(MOST_RECORDS),
        })
    }
    return found
  }

  return {
    write: (chunk) => recordsFrom(xml.write(chunk)),
    end() {
      const found = recordsFrom(xml.end())
      if (!headIsOut) found.push(siteOf(head, line))
      return found
    },
  }
}

function siteOf(head: Map<string, string>, line: number): WordpressRecord {
  if (!head.get('wp:wxr_version')) {
    const fault = { code: 'not_wordpress', line, column: 1, value: '' } as const
    throw new MalformedFileError('this is not a WordPress export file', fault, true)
  }
  const url = head.get('wp:base_blog_url') || head.get('link') || head.get('wp:base_site_url') || ''
  return { kind: 'site', site: { title: head.get('title') ?? '', url: url.replace(/\/+$/, '') }, line: 1 }
}

function recordsOf(element: XmlElement): WordpressRecord[] {
  const { line } = element
  const of = fieldsOf(element)
  switch (element.name) {
    case 'wp:author':
      return [{ kind: 'author', author: authorOf(of), line }]
    case 'wp:category':
      return [
        {
          kind: 'term',
          term: termOf(of, 'category', 'category_nicename', 'category_parent', 'cat_name', 'category_description'),
          line,
        },
      ]
    case 'wp:tag':
      return [{ kind: 'term', term: termOf(of, 'post_tag', 'tag_slug', '', 'tag_name', 'tag_description'), line }]
    case 'wp:term':
      return [
        {
          kind: 'term',
          term: termOf(of, of('term_taxonomy'), 'term_slug', 'term_parent', 'term_name', 'term_description'),
          line,
        },
      ]
    case 'item':
      return [{ kind: 'item', item: itemOf(element, of), line }, ...commentsOf(element, of('post_id'))]
    default:
      return []
  }
}

type Fields = (name: string) => string

/** Fields by their name in the `wp:` namespace; others by their full name. */
function fieldsOf(element: XmlElement): Fields {
  const texts = new Map<string, string>()
  for (const child of element.children) if (!texts.has(child.name)) texts.set(child.name, child.text)
  return (name) => texts.get(`wp:${name}`) ?? texts.get(name) ?? ''
}

function authorOf(of: Fields): WordpressAuthor {
  return {
    id: tidy(of('author_id')),
    login: tidy(of('author_login')),
    email: tidy(of('author_email')),
    displayName: tidy(of('author_display_name')),
    firstName: tidy(of('author_first_name')),
    lastName: tidy(of('author_last_name')),
    description: tidy(of('author_description')),
  }
}

function termOf(
  of: Fields,
  taxonomy: string,
  slug: string,
  parent: string,
  name: string,
  description: string,
): WordpressTerm {
  return {
    id: tidy(of('term_id')),
    taxonomy: tidy(taxonomy),
    slug: tidy(of(slug)),
    parent: parent ? tidy(of(parent)) : '',
    name: tidy(of(name)),
    description: tidy(of(description)),
  }
}

function itemOf(element: XmlElement, of: Fields): WordpressItem {
  const children = (name: string) => element.children.filter((child) => child.name === name)
  const fields = children('wp:postmeta').map((entry) => {
    const field = fieldsOf(entry)
    const key = tidy(field('meta_key'))
    return [key, field('meta_value').slice(0, key === 'footnotes' ? LONGEST_CONTENT : LONGEST_TEXT)] as const
  })
  const isCustom = (key: string, value: string) => value.trim() !== '' && key !== '' && !OF_PLUGINS.test(key)
  return {
    id: tidy(of('post_id')),
    type: tidy(of('post_type')),
    status: tidy(of('status')),
    title: tidy(of('title')),
    link: tidy(of('link')),
    guid: tidy(of('guid')),
    creator: tidy(of('dc:creator')),
    slug: tidy(of('post_name')),
    excerpt: of('excerpt:encoded').slice(0, LONGEST_TEXT).normalize('NFC').trim(),
    content: of('content:encoded').slice(0, LONGEST_CONTENT).normalize('NFC'),
    publishedAt: timeOf(of('post_date_gmt')) ?? timeOf(of('pubDate')) ?? timeOf(of('post_date')),
    modifiedAt: timeOf(of('post_modified_gmt')) ?? timeOf(of('post_modified')),
    sticky: tidy(of('is_sticky')) === '1',
    password: tidy(of('post_password')),
    terms: children('category')
      .slice(0, MOST_TERMS)
      .map((term) => ({
        taxonomy: (term.attributes['domain'] ?? 'category').slice(0, LONGEST_TEXT),
        slug: (term.attributes['nicename'] ?? '').slice(0, LONGEST_TEXT),
        name: tidy(term.text),
      })),
    meta: Object.fromEntries(fields.filter(([key]) => META.has(key))),
    customFields: [...new Set(fields.flatMap(([key, value]) => (isCustom(key, value) ? [key] : [])))].slice(
      0,
      MOST_TERMS,
    ),
    oldSlugs: fields.flatMap(([key, value]) => (key === '_wp_old_slug' ? [tidy(value)] : [])).slice(0, MOST_TERMS),
    attachmentUrl: tidy(of('attachment_url')),
    parent: tidy(of('post_parent')).replace(/^0$/, ''),
    menuOrder: Number.parseInt(of('menu_order'), 10) || 0,
    isCut: element.isCut ?? false,
  }
}

function commentsOf(element: XmlElement, item: string): WordpressRecord[] {
  return element.children
    .filter(({ name }) => name === 'wp:comment')
    .map((comment) => {
      const of = fieldsOf(comment)
      return {
        kind: 'comment',
        comment: { id: tidy(of('comment_id')), author: tidy(of('comment_author')), item: tidy(item) },
        line: comment.line,
      }
    })
}

/** Far more than any of our fields takes, and little enough to be looked at in no time. */
const LONGEST_TEXT = 20_000
const MOST_TERMS = 1000
/** One more than is looked at, so that what is longer is known to be. */
const LONGEST_CONTENT = CONTENT_MAX_BYTES + 1
/** The fields of other plug-ins are not read. Those of Yoast SEO, Rank Math and Co-Authors Plus are. */
const META = new Set([
  'footnotes',
  '_thumbnail_id',
  '_wp_attached_file',
  '_wp_attachment_image_alt',
  ...['title', 'metadesc', 'canonical', 'primary_category'].map((name) => `_yoast_wpseo_${name}`),
  ...['title', 'description', 'canonical_url', 'primary_category'].map((name) => `rank_math_${name}`),
  ...['user_login', 'display_name', 'user_email', 'first_name', 'last_name', 'description'].map(
    (name) => `cap-${name}`,
  ),
])
const OF_PLUGINS = /^(?:_|footnotes$|rank_math_)/

/** One line, NFC, without control characters. */
const tidy = (text: string) =>
  text
    .slice(0, LONGEST_TEXT)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const STAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/

/** `2024-02-08 06:55:31` (taken as UTC) or an RFC 822 date; undefined for WordPress's zero dates and impossible days. */
function timeOf(text: string): string | undefined {
  const stamp = STAMP.exec(text.trim())
  const date = new Date(stamp ? `${stamp[1]}T${stamp[2]}Z` : /-0001/.test(text) ? '' : text.trim())
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1) return undefined
  const iso = date.toISOString()
  return stamp && !iso.startsWith(stamp[1] ?? '') ? undefined : iso
}
