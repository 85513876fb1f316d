import { createHash } from 'node:crypto'
import { LONGEST_CONTENT, LONGEST_TEXT, MOST_TERMS, tidy, type SourceItem, type SourceTerm } from './import-records.ts'
import type { SourceAuthor } from './import-records.ts'

/** A row of a table of Ghost; what it holds is not known. */
export type GhostRow = Record<string, unknown>

/** Tags whose name begins with `#`: for the theme of the old site, never shown to readers. */
export const INTERNAL_TAG = 'internal_tag'

/** Set where a post was cut when the file was received. */
const IS_CUT = 'copydesk_is_cut'
/**
 * The tables that are read, and their columns. Everything else in an export is passed over: passwords, tokens, keys, members.
 */
export const TABLES: Record<string, readonly string[]> = {
  posts: [
    IS_CUT,
    'id uuid title slug mobiledoc lexical html feature_image featured page type status visibility author_id created_at',
    'updated_at published_at custom_excerpt codeinjection_head codeinjection_foot custom_template canonical_url',
    'og_image og_title og_description twitter_image twitter_title twitter_description meta_title meta_description',
  ].flatMap((names) => names.split(' ')),
  posts_meta: [
    'post_id meta_title meta_description feature_image_alt feature_image_caption email_only email_subject frontmatter',
    'og_image og_title og_description twitter_image twitter_title twitter_description',
  ].flatMap((names) => names.split(' ')),
  tags: [
    'id name slug description visibility parent_id feature_image meta_title meta_description',
    'codeinjection_head codeinjection_foot',
  ].flatMap((names) => names.split(' ')),
  posts_tags: 'post_id tag_id sort_order'.split(' '),
  users: 'id name slug email bio website location facebook twitter profile_image cover_image'.split(' '),
  posts_authors: 'post_id author_id sort_order'.split(' '),
  settings: ['key', 'value'],
  snippets: ['id', 'name', 'mobiledoc', 'lexical'],
}
/** Made of `db_hash`, the key that Ghost signs tokens with, which is random in each database: it tells two sites apart. */
export const SITE_DIGEST = 'site_digest'
/** Of all settings these are read. */
const SETTINGS = new Set([SITE_DIGEST, 'title', 'permalinks', 'activeTimezone', 'active_timezone', 'timezone'])

/** The columns of a row that are read, without those that hold nothing; undefined where it is no row at all. */
export function wantedOf(table: string, value: unknown): GhostRow | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const given = value as GhostRow
  const row: GhostRow = Object.create(null) as GhostRow
  for (const name of TABLES[table] ?? [])
    if (Object.hasOwn(given, name) && given[name] !== null && given[name] !== '') row[name] = given[name]
  if (row['key'] === 'db_hash') {
    row['key'] = SITE_DIGEST
    row['value'] = createHash('sha256')
      .update(`copydesk ${textOf(row['value'])}`)
      .digest('hex')
  }
  if (table === 'settings' && !SETTINGS.has(textOf(row['key']))) return undefined
  return row
}

/** Whatever is in a column, as text that can be stored: PostgreSQL has neither NUL nor half characters. */
export function textOf(value: unknown, most = LONGEST_TEXT): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? storable(value.slice(0, most)) : ''
}
export const storable = (text: string) =>
  text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')

const lineOf = (value: unknown) => tidy(textOf(value))
/** `true`, 1 and "1". */
const isYes = (value: unknown) => value === true || value === 1 || value === '1'
/** Its place among others; what is no number comes last. */
export const orderOf = (value: unknown) => (typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER)

/** ISO 8601, `2018-09-22 10:05:18` in UTC, or milliseconds; undefined for anything else. */
export function timeOf(value: unknown): string | undefined {
  const text =
    typeof value === 'string' ? value.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z') : value
  if (
    typeof text !== 'number' &&
    !(typeof text === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d))?$/.test(text))
  )
    return undefined
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined
}

const NOT_KEPT_OF_POSTS = [
  'og_image og_title og_description twitter_image twitter_title twitter_description',
  'codeinjection_head codeinjection_foot custom_template email_subject frontmatter',
].flatMap((names) => names.split(' '))
const NOT_KEPT_OF_USERS = ['website', 'location', 'facebook', 'twitter', 'profile_image', 'cover_image']
const NOT_KEPT_OF_TAGS = ['feature_image', 'meta_title', 'meta_description', 'codeinjection_head', 'codeinjection_foot']

const filled = (row: GhostRow, names: readonly string[]) => names.filter((name) => lineOf(row[name]) !== '')

/** The file's word for a post or page is `type`, before Ghost 3 a column `page`. */
export const typeOf = (row: GhostRow) => (row['type'] === 'page' || isYes(row['page']) ? 'page' : 'post')

/** A part of a text that not everyone saw. */
const GATED = /kg-gated-block:begin nonMember:false|"nonMember":\s*false/
const STATES: Record<string, string> = { published: 'publish', scheduled: 'future' }

/** A post without what other tables say of it. */
export function itemOf(row: GhostRow): SourceItem {
  const status = lineOf(row['status'])
  const visibility = lineOf(row['visibility'])
  const body = bodyOf(row)
  const publishedAt = timeOf(row['published_at'])
  return {
    id: lineOf(row['id']) || lineOf(row['uuid']),
    type: typeOf(row),
    status: Object.hasOwn(STATES, status) ? (STATES[status] ?? status) : status,
    // What Ghost itself writes where the title was left empty.
    title: lineOf(row['title']) === '(Untitled)' ? '' : lineOf(row['title']),
    link: '',
    guid: lineOf(row['uuid']),
    authors: [],
    creator: '',
    slug: lineOf(row['slug']),
    excerpt: textOf(row['custom_excerpt']).trim(),
    ...body,
    publishedAt,
    modifiedAt: timeOf(row['updated_at']) ?? timeOf(row['created_at']),
    sticky: isYes(row['featured']),
    password: '',
    visibility:
      visibility && visibility !== 'public' ? visibility : GATED.test(body.content) ? 'some blocks: members' : '',
    missing: [],
    terms: [],
    meta: {},
    seo: {
      title: textOf(row['meta_title']),
      description: textOf(row['meta_description']),
      canonicalUrl: lineOf(row['canonical_url']),
      primaryCategory: '',
    },
    cover: null,
    customFields: filled(row, NOT_KEPT_OF_POSTS),
    oldSlugs: [],
    attachmentUrl: '',
    parent: '',
    menuOrder: 0,
    isCut: isYes(row[IS_CUT]),
  }
}

/** A row that is larger than can be read: what its beginning says. */
export function cutRowOf(beginning: string): GhostRow {
  const row: GhostRow = { [IS_CUT]: true, status: 'draft' }
  const texts = beginning.matchAll(/"(id|uuid|title|slug|type)"\s*:\s*"((?:[^"\\]|\\["\\/])*)"/g)
  for (const [, name = '', text = ''] of texts) row[name] ??= text.replace(/\\(.)/g, '$1')
  return row
}

/** The rendered HTML where the file has it, else what the editor stored. */
function bodyOf(row: GhostRow): Pick<SourceItem, 'format' | 'content'> {
  const given = (name: string) => textOf(row[name], LONGEST_CONTENT)
  const html = given('html')
  const stored = [given('lexical'), given('mobiledoc')]
  if (html.trim() === '') {
    const [lexical = '', mobiledoc = ''] = stored
    return lexical.trim()
      ? { format: 'lexical', content: lexical }
      : { format: mobiledoc.trim() ? 'mobiledoc' : 'html', content: mobiledoc }
  }
  // The HTML is that of the website: what was only in the newsletter is not in it.
  const forMail = stored.flatMap((text) =>
    [...text.matchAll(/(?:"type":\s*|\[\s*)"(email|email-cta)"/g)].map(([, name]) => name),
  )
  return { format: 'html', content: html + forMail.map((name) => `<!--ghost:${name}-->`).join('') }
}

/** What a row of `posts_meta` adds. */
export function addMeta(item: SourceItem, row: GhostRow) {
  item.seo.title ||= textOf(row['meta_title'])
  item.seo.description ||= textOf(row['meta_description'])
  item.customFields = [...new Set([...item.customFields, ...filled(row, NOT_KEPT_OF_POSTS)])]
  // A newsletter that never was on the site.
  if (isYes(row['email_only']) && item.status !== 'draft') item.status = 'sent'
  if (!item.cover) return
  item.cover.alt = textOf(row['feature_image_alt'])
  item.cover.caption = textOf(row['feature_image_caption'])
}

export function authorOf(row: GhostRow): SourceAuthor {
  const name = lineOf(row['name'])
  const slug = lineOf(row['slug'])
  return {
    id: lineOf(row['id']),
    login: slug || lineOf(row['id']) || name,
    email: lineOf(row['email']),
    displayName: name || slug,
    firstName: '',
    lastName: '',
    description: textOf(row['bio']).trim(),
    customFields: filled(row, NOT_KEPT_OF_USERS),
  }
}

export function termOf(row: GhostRow): SourceTerm {
  const name = lineOf(row['name'])
  const isInternal = row['visibility'] === 'internal' || name.startsWith('#')
  return {
    id: lineOf(row['id']),
    taxonomy: isInternal ? INTERNAL_TAG : 'post_tag',
    slug: lineOf(row['slug']) || name || lineOf(row['id']),
    parent: '',
    name,
    description: textOf(row['description']).trim(),
    customFields: filled(row, NOT_KEPT_OF_TAGS),
  }
}

export const relationsOf = (rows: GhostRow[] = []) =>
  rows.toSorted((one, other) => orderOf(one['sort_order']) - orderOf(other['sort_order'])).slice(0, MOST_TERMS)
