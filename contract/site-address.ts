import { z } from 'zod'
import { SLUG_PATTERN } from './text.ts'
import { wallTimeAt } from './zoned-time.ts'

export const SITE_PATTERN_MAX = 500

/** What a pattern may contain: `{slug}`, `{category}`, … */
export const sitePlaceholders = ['slug', 'category', 'id', 'year', 'month', 'day'] as const
type SitePlaceholder = (typeof sitePlaceholders)[number]

/** The facts of a published article that its address on the site is made of. */
export type SiteArticle = {
  id: string
  slug: string
  /** Slug of the primary category; null: none. */
  category: string | null
  /** ISO 8601; the date in the address is the one in the site's time zone. */
  publishedAt: string
}

/** The article of the example beside the field; patterns are checked with it. */
export const SITE_EXAMPLE: SiteArticle = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  slug: 'autumn-in-kyoto',
  category: 'travel',
  publishedAt: '2026-03-09T12:00:00.000Z',
}

/** Why a pattern is refused; each is the code of a field problem. */
export type SitePatternFault =
  | 'site_not_url'
  | 'site_not_https'
  | 'site_placeholder_unknown'
  | 'site_placeholder_misplaced'
  | 'site_placeholder_missing'

const PLACEHOLDER = /\{([^{}]*)\}/g
// No user name before the host: it would hide which site an address leads to.
const ADDRESS = /^(https?):\/\/([^\s\\/?#@:]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i
const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

const valuesOf = (
  { id, slug, category, publishedAt }: SiteArticle,
  timeZone: string,
): Record<SitePlaceholder, string | null> => {
  const [year = '', month = '', day = ''] = wallTimeAt(Date.parse(publishedAt), timeZone).slice(0, 10).split('-')
  return { id, slug, category, year, month, day }
}

/** What is wrong with a pattern; undefined: nothing, as with an empty one. */
export function sitePatternFault(pattern: string): SitePatternFault | undefined {
  if (pattern === '') return undefined
  const names = [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const known: readonly string[] = sitePlaceholders
  if (names.some((name) => !known.includes(name)) || /[{}]/.test(pattern.replace(PLACEHOLDER, '')))
    return 'site_placeholder_unknown'
  const [, scheme = '', host = ''] = ADDRESS.exec(pattern) ?? []
  if (!host) return 'site_not_url'
  if (host.includes('{')) return 'site_placeholder_misplaced'
  const filled = fill(pattern, SITE_EXAMPLE, 'UTC') ?? ''
  if (!z.url().safeParse(filled).success) return 'site_not_url'
  if (scheme.toLowerCase() !== 'https' && !LOOPBACK.test(host)) return 'site_not_https'
  return names.includes('slug') || names.includes('id') ? undefined : 'site_placeholder_missing'
}

function fill(pattern: string, article: SiteArticle, timeZone: string): string | null {
  const values = valuesOf(article, timeZone)
  let isComplete = true
  const address = pattern.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const value = values[name as SitePlaceholder]
    if (!value) isComplete = false
    return value ?? ''
  })
  return isComplete ? address : null
}

/**
 * Where readers find a published article; null without a pattern, or when the article lacks what the pattern asks for.
 * @param timeZone the site's: the date in the address is its date there
 */
export const siteUrlOf = (pattern: string, article: SiteArticle, timeZone = 'UTC'): string | null =>
  pattern === '' ? null : fill(pattern, article, timeZone)

/** What a value of a pattern looks like in an address. */
const VALUE: Record<SitePlaceholder, string> = {
  slug: `(?<slug>${SLUG_PATTERN.source.replace(/^\^|\$$/g, '')})`,
  category: '[^/]+',
  id: '[0-9a-f-]{36}',
  year: '\\d{4}',
  month: '\\d{2}',
  day: '\\d{2}',
}

/** Everything after the host, as it is spelled: a URL object would write a host in another script, and a port, in its own way. */
export const pathOfSiteUrl = (url: string): string => url.replace(/^https?:\/\/[^/?#]+/i, '')

/** The slug in a path of the outside site that has the form of an article's address; undefined where it has not. */
export function slugOfSitePath(pattern: string, path: string): string | undefined {
  const form = pathOfSiteUrl(pattern).replace(/\/+$/, '')
  // A slug that is named twice is looked for once: the same group may not be there twice.
  if (form.split('{slug}').length !== 2) return undefined
  const source = form
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 ? VALUE[part as SitePlaceholder] : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`).exec(path)?.groups?.['slug']
}

/**
 * Addresses of articles on the outside site, as `https://example.com/{category}/{slug}`. Empty: there is no site yet.
 * What it must contain is said by sitePatternFault, which names the fault.
 */
export const SitePattern = z.string().trim().max(SITE_PATTERN_MAX)
