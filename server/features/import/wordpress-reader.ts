import {
  LONGEST_CONTENT,
  LONGEST_TEXT,
  MOST_RECORDS,
  MOST_TERMS,
  tidy,
  type SourceAuthor,
  type SourceItem,
  type SourceReader,
  type SourceRecord,
  type SourceTerm,
} from './import-records.ts'
import { MalformedFileError } from './malformed-file.ts'
import { createXmlReader, type XmlElement } from './xml-records.ts'

const SITE_FIELDS = new Set(['title', 'link', 'wp:base_blog_url', 'wp:base_site_url', 'wp:wxr_version'])

/**
 * A WordPress export file as neutral records, in the order of the file: the site first, then authors, terms, items,
 * each item followed by its comments. Every author, term, item and comment of the file is given, whatever its type.
 * Throws MalformedFileError naming line and column; also for well-formed files that WordPress did not write.
 */
export function createWordpressReader(): SourceReader {
  const xml = createXmlReader({ root: 'rss', channel: 'channel' })
  const head = new Map<string, string>()
  let headIsOut = false
  let line = 1
  let count = 0

  function recordsFrom(elements: XmlElement[]): SourceRecord[] {
    const found: SourceRecord[] = []
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

function siteOf(head: Map<string, string>, line: number): SourceRecord {
  if (!head.get('wp:wxr_version')) {
    const fault = { code: 'not_wordpress', line, column: 1, value: '' } as const
    throw new MalformedFileError('this is not a WordPress export file', fault, true)
  }
  const url = head.get('wp:base_blog_url') || head.get('link') || head.get('wp:base_site_url') || ''
  const address = url.replace(/\/+$/, '')
  return { kind: 'site', site: { title: head.get('title') ?? '', url: address, key: address }, line: 1 }
}

function recordsOf(element: XmlElement): SourceRecord[] {
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

function authorOf(of: Fields): SourceAuthor {
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
): SourceTerm {
  return {
    id: tidy(of('term_id')),
    taxonomy: tidy(taxonomy),
    slug: tidy(of(slug)),
    parent: parent ? tidy(of(parent)) : '',
    name: tidy(of(name)),
    description: tidy(of(description)),
  }
}

function itemOf(element: XmlElement, of: Fields): SourceItem {
  const children = (name: string) => element.children.filter((child) => child.name === name)
  const fields = children('wp:postmeta').map((entry) => {
    const field = fieldsOf(entry)
    const key = tidy(field('meta_key'))
    return [key, field('meta_value').slice(0, key === 'footnotes' ? LONGEST_CONTENT : LONGEST_TEXT)] as const
  })
  const terms = children('category')
    .slice(0, MOST_TERMS)
    .map((term) => ({
      taxonomy: (term.attributes['domain'] ?? 'category').slice(0, LONGEST_TEXT),
      slug: (term.attributes['nicename'] ?? '').slice(0, LONGEST_TEXT),
      name: tidy(term.text),
    }))
  const meta = Object.fromEntries(fields.filter(([key]) => META.has(key)))
  const thumbnail = meta['_thumbnail_id']
  const isCustom = (key: string, value: string) => value.trim() !== '' && key !== '' && !OF_PLUGINS.test(key)
  return {
    id: tidy(of('post_id')),
    type: tidy(of('post_type')),
    status: tidy(of('status')),
    title: tidy(of('title')),
    link: tidy(of('link')),
    guid: tidy(of('guid')),
    authors: loginsOf(tidy(of('dc:creator')), terms),
    creator: tidy(of('dc:creator')),
    slug: tidy(of('post_name')),
    excerpt: of('excerpt:encoded').slice(0, LONGEST_TEXT).normalize('NFC').trim(),
    format: 'wordpress',
    content: of('content:encoded').slice(0, LONGEST_CONTENT).normalize('NFC'),
    publishedAt: timeOf(of('post_date_gmt')) ?? timeOf(of('pubDate')) ?? timeOf(of('post_date')),
    modifiedAt: timeOf(of('post_modified_gmt')) ?? timeOf(of('post_modified')),
    sticky: tidy(of('is_sticky')) === '1',
    password: tidy(of('post_password')),
    visibility: '',
    missing: [],
    terms,
    meta,
    seo: seoOf(meta),
    cover: thumbnail && thumbnail !== '0' ? { id: thumbnail, alt: '', caption: '' } : null,
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

/** What Yoast SEO or Rank Math has of an article. A text with variables, as `%%title%%`, is one of their templates and left out. */
function seoOf(meta: SourceItem['meta']): SourceItem['seo'] {
  const said = (yoast: string, rankMath: string) => {
    const text = meta[`_yoast_wpseo_${yoast}`] || meta[`rank_math_${rankMath}`] || ''
    return /%[\w(),-]+%/.test(text) ? '' : text
  }
  return {
    title: said('title', 'title'),
    description: said('metadesc', 'description'),
    canonicalUrl: said('canonical', 'canonical_url'),
    primaryCategory: said('primary_category', 'primary_category'),
  }
}

/** The logins of a byline, in its order: those of Co-Authors Plus where it was used, else the one that WordPress has. */
function loginsOf(creator: string, terms: SourceItem['terms']): string[] {
  const several = terms.filter(({ taxonomy, slug }) => taxonomy === 'author' && slug.startsWith('cap-'))
  if (several.length === 0) return creator ? [creator] : []
  return [...new Set(several.map(({ slug, name }) => name || slug.slice('cap-'.length)))]
}

function commentsOf(element: XmlElement, item: string): SourceRecord[] {
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

const STAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/

/** `2024-02-08 06:55:31` (taken as UTC) or an RFC 822 date; undefined for WordPress's zero dates and impossible days. */
function timeOf(text: string): string | undefined {
  const stamp = STAMP.exec(text.trim())
  const date = new Date(stamp ? `${stamp[1]}T${stamp[2]}Z` : /-0001/.test(text) ? '' : text.trim())
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1) return undefined
  const iso = date.toISOString()
  return stamp && !iso.startsWith(stamp[1] ?? '') ? undefined : iso
}
