import { FOOTNOTE_ID } from '#contract/footnote-names.ts'

/** What an article body may hold: one row per element, one check per attribute. Everything else is dropped. */

/** Returns the value to keep, or undefined to drop the attribute. */
export type AttributeCheck = (value: string) => string | undefined

/** Hosts whose players may be embedded; https only. A host allows itself, not its subdomains. */
export const embedHosts: readonly string[] = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.dailymotion.com',
  'geo.dailymotion.com',
  'player.bilibili.com',
  'v.qq.com',
  'player.youku.com',
  'videopress.com',
  'video.wordpress.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'embed.music.apple.com',
  'embed.podcasts.apple.com',
  'www.google.com',
  'www.openstreetmap.org',
  'codepen.io',
  'embed.ted.com',
  'player.twitch.tv',
  'www.slideshare.net',
  'www.scribd.com',
]

const matching =
  (pattern: RegExp): AttributeCheck =>
  (value) =>
    pattern.test(value.trim()) ? value.trim() : undefined
const oneOf = (...values: string[]): AttributeCheck => matching(new RegExp(`^(?:${values.join('|')})$`))
const within =
  (least: number, most: number): AttributeCheck =>
  (value) =>
    /^\s*-?\d{1,6}\s*$/.test(value) && Number(value) >= least && Number(value) <= most
      ? String(Number(value))
      : undefined
const text: AttributeCheck = (value) => value.slice(0, 2000)
/** Of a file: one line, not too long. */
const fileName: AttributeCheck = (value) =>
  value
    .replace(/\p{Cc}+/gu, '')
    .trim()
    .slice(0, 255)
    .trim() || undefined
const present: AttributeCheck = () => ''
const word = matching(/^[A-Za-z][A-Za-z0-9_-]{0,40}$/)
const length = matching(/^\d{1,5}(?:\.\d{1,4})?(?:px|%)?$/)
const id = matching(/^[0-9a-f-]{36}$/i)
/** Of a footnote; see tidyFootnotes in body-footnotes.ts. */
const footnoteId = matching(FOOTNOTE_ID)
const moment = matching(/^[0-9A-Za-z:+. -]{1,40}$/)

/** Browsers drop tabs, line ends and control characters inside an address before they read its scheme. */
const seen = (value: string) => value.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '')

const address =
  (...schemes: string[]): AttributeCheck =>
  (value) => {
    const scheme = /^([^/?#]*?):/.exec(seen(value))?.[1]?.toLowerCase()
    if (scheme !== undefined && !schemes.includes(scheme)) return undefined
    return value.trim() || undefined
  }
const link = address('http', 'https', 'mailto', 'tel')
const file = address('http', 'https')

const embed: AttributeCheck = (value) => {
  const whole = seen(value).startsWith('//') ? `https:${seen(value)}` : value.trim()
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  const safe = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!safe || !embedHosts.includes(url.hostname)) return undefined
  if (url.hostname === 'www.google.com' && !url.pathname.startsWith('/maps/embed')) return undefined
  return url.href
}

/**
 * The well-formed parts of a `srcset`: an address, and a width or density. The library that checks their addresses
 * prints the others to the console as they came.
 */
const sources: AttributeCheck = (value) => {
  const words = value.slice(0, 2000).replace(/\s+,/g, ',').split(/\s+/).filter(Boolean).toReversed()
  const kept: string[] = []
  for (let word = words.pop(); word !== undefined; word = words.pop()) {
    const address = word.replace(/^,+|,+$/g, '')
    if (word.endsWith(',') || words.length === 0) {
      if (address) kept.push(address)
      continue
    }
    const size = words.pop() ?? ''
    const [, wellFormed, next] = /^(\d{1,6}w|\d{1,3}(?:\.\d{1,3})?x)(?:,(.*))?$/.exec(size) ?? []
    if (wellFormed && (next !== undefined || words.length === 0)) kept.push(`${address} ${wellFormed}`)
    // The rest of a part that is not well-formed ends at its comma.
    else for (let rest: string | undefined = size; rest && !rest.includes(','); rest = words.pop());
    if (next) words.push(next)
  }
  return kept.join(', ') || undefined
}

const size = { width: length, height: length }
const cell = { colspan: within(1, 1000), rowspan: within(1, 1000), colwidth: matching(/^\d{1,5}(?:,\d{1,5})*$/) }
const media = { src: file, controls: present, loop: present, muted: present, playsinline: present }

/** Element → the attributes it may carry beside `everywhere`. An element that is not here is taken out, its text stays. */
export const elements: Record<string, Record<string, AttributeCheck>> = {
  ...Object.fromEntries(
    `p h1 h2 h3 h4 h5 h6 strong b em i u s sub sup code kbd samp var small cite abbr dfn address hr br wbr
     dl dt dd ul caption thead tbody tfoot tr figcaption summary span label bdi bdo ruby rt rp rb
     picture pre figure`
      .split(/\s+/)
      .map((name) => [name, {}]),
  ),
  a: {
    href: link,
    target: oneOf('_blank'),
    rel: text,
    hreflang: matching(/^[A-Za-z-]{2,20}$/),
    download: text,
    'data-article-id': id,
    id: footnoteId,
    role: oneOf('doc-noteref', 'doc-backlink'),
    'aria-label': text,
  },
  blockquote: { cite: file },
  q: { cite: file },
  del: { cite: file, datetime: moment },
  ins: { cite: file, datetime: moment },
  time: { datetime: moment },
  mark: { 'data-color': matching(/^[#A-Za-z0-9(),.% -]{1,40}$/) },
  ol: { start: within(-9999, 99999), reversed: present, type: oneOf('1', 'a', 'A', 'i', 'I') },
  li: { value: within(-9999, 99999), 'data-checked': oneOf('true', 'false'), id: footnoteId },
  input: { type: oneOf('checkbox'), checked: present, disabled: present },
  table: {},
  colgroup: { span: within(1, 1000) },
  col: { span: within(1, 1000) },
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), abbr: text },
  td: cell,
  img: {
    src: file,
    alt: text,
    srcset: sources,
    sizes: matching(/^[A-Za-z0-9(),.:% -]{1,400}$/),
    loading: oneOf('lazy', 'eager'),
    'data-media-id': id,
    ...size,
  },
  video: { ...media, poster: file, preload: oneOf('none', 'metadata', 'auto'), ...size },
  audio: { ...media, preload: oneOf('none', 'metadata', 'auto') },
  source: {
    src: file,
    srcset: sources,
    type: matching(/^[\w.+-]+\/[\w.+-]+(?:;[\w .,="+-]*)?$/),
    media: text,
    sizes: text,
  },
  track: { src: file, kind: word, srclang: word, label: text, default: present },
  iframe: { src: embed, allowfullscreen: present, ...size },
  details: { open: present },
  // An album as a gallery, or the place of a pasted picture that is missing; see tidyBoxes in body-html.ts.
  div: {
    'data-album': matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    'data-missing-picture': fileName,
    'data-alt': text,
    'data-caption': text,
  },
}

/**
 * Attributes any element may carry. `id` and `name` are never among them: they can shadow the page's own objects. Footnotes have an
 * `id` of a form of its own.
 */
export const everywhere: Record<string, AttributeCheck> = {
  title: text,
  class: text,
  style: text,
  lang: matching(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/),
  dir: oneOf('ltr', 'rtl', 'auto'),
  'data-type': word,
  'data-variant': word,
  'data-align': word,
  'data-language': matching(/^[A-Za-z0-9+#_.-]{1,40}$/),
}

/** Old or sectioning names → the name an article uses. */
export const aliases: Record<string, string> = {
  ...Object.fromEntries(
    'section article header footer main aside nav hgroup center'.split(' ').map((name) => [name, 'div']),
  ),
  strike: 's',
  acronym: 'abbr',
  tt: 'code',
  big: 'span',
  font: 'span',
  dir: 'ul',
  menu: 'ul',
  listing: 'pre',
  image: 'img',
}

/** Elements that go together with everything inside: what they hold is not text for readers. */
export const wholeElements =
  'script style textarea option xmp noscript noembed noframes plaintext template title'.split(' ')

/** Elements that have no end. */
export const voidElements = 'img br hr wbr col input source track'.split(' ')

export const classes: (string | RegExp)[] = [
  /^align(?:left|right|center|wide|full|none)$/,
  /^has-text-align-(?:left|right|center|justify)$/,
  /^text-(?:left|right|center|justify)$/,
  /^(?:lang|language)-[A-Za-z0-9+#_.-]{1,40}$/,
  /^callout(?:-[a-z]{1,20})?$/,
  'hljs',
  /^hljs-[a-z_-]{1,30}$/,
  'gallery',
  'task-list',
  'verse',
  'footnotes',
]

const colour = [
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
  /^(?:rgb|hsl)a?\([\d\s.,%/deg-]{1,50}\)$/i,
  /^[a-z]{3,24}$/i,
]
const extent = [/^\d{1,4}(?:\.\d{1,4})?(?:%|px)$/, /^auto$/]

export const styles: Record<string, RegExp[]> = {
  'text-align': [/^(?:left|right|center|justify|start|end)$/],
  color: colour,
  'background-color': colour,
  width: extent,
  'min-width': extent,
  height: [/^auto$/],
}
