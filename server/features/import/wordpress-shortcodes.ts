import { embedOf } from './import-embeds.ts'
import { escapeHtml, writeHtml } from './html-tree.ts'

export type AttachmentText = { url: string; alt: string; caption: string }
export type ShortcodeSources = {
  /** A file of the library by its WordPress id. */
  attachment: (id: string) => AttachmentText | undefined
  /** Ids of the files that belong to this post: what `[gallery]` without ids shows. */
  ownAttachments: () => string[]
  note: (element: string) => void
}
type Attributes = Record<string, string>
type Convert = (attributes: Attributes, inner: string | undefined, sources: ShortcodeSources) => string | undefined

const CONVERT: Record<string, Convert> = {
  caption: captionOf,
  wp_caption: captionOf,
  gallery: galleryOf,
  embed: ({ src = '', 0: first = '' }, inner) => linked(inner?.trim() || src || first),
  youtube: ({ 0: first = '' }, inner) => linked(inner?.trim() || first.replace(/^=/, '')),
  vimeo: ({ 0: first = '' }) => linked(/^\d+$/.test(first) ? `https://vimeo.com/${first}` : first),
  wpvideo: ({ 0: first = '' }) => linked(first && `https://videopress.com/v/${first}`),
  videopress: ({ 0: first = '' }) => linked(first && `https://videopress.com/v/${first}`),
  video: (given, inner) => playable('video', given, inner, ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mov', '0']),
  audio: (given, inner) => playable('audio', given, inner, ['src', 'mp3', 'm4a', 'ogg', 'wav', '0']),
  code: codeOf,
  sourcecode: codeOf,
  // Needs the player of the old site.
  playlist: () => undefined,
}
const ENCLOSING = new Set(['caption', 'wp_caption', 'embed', 'youtube', 'video', 'audio', 'code', 'sourcecode'])
/** Without a closing tag these show nothing of their own. */
const MUST_ENCLOSE = new Set(['caption', 'wp_caption', 'code', 'sourcecode'])
/** What plugins add has an attribute with a value in quotes; other words in brackets are just words. */
const NAMED = /^(?!\d+$)/

const START = /\[(\[?)(\/?)([a-z][a-z0-9_-]*)(?=[\s\]/=])/gi

/**
 * Replaces the shortcodes that WordPress itself knows by HTML. One that cannot be replaced, and one of a plugin, is removed
 * and noted: readers would see its source. The text between its tags stays.
 */
export function expandShortcodes(html: string, sources: ShortcodeSources): string {
  const closed = untouchedRanges(html)
  const closingTag = closingTags(html)
  let result = ''
  let done = 0
  let next = 0
  const removed = new Set<string>()
  for (const start of html.matchAll(START)) {
    const at = start.index
    while (next < closed.length && (closed[next]?.[1] ?? 0) <= at) next++
    const [from, to] = closed[next] ?? [Infinity, 0]
    if (at < done || (from <= at && at < to)) continue
    const found = readShortcode(html, at, start, closingTag)
    if (!found) continue
    if (found.literal !== undefined) {
      result += html.slice(done, at) + found.literal
      done = found.end
      continue
    }
    const name = found.name.toLowerCase()
    const known = Object.hasOwn(CONVERT, name)
    if (found.closing) {
      if (!known && !removed.has(name)) continue
      result += html.slice(done, at)
      done = found.end
      continue
    }
    const convert = known && !found.isUnclosed ? CONVERT[name] : undefined
    const replaced = convert?.(found.attributes, found.inner, sources)
    if (replaced === undefined) {
      if (!known && !Object.keys(found.attributes).some((attribute) => NAMED.test(attribute))) continue
      sources.note(`[${name}]`)
      removed.add(name)
    }
    result += html.slice(done, at) + (replaced ?? expandShortcodes(found.inner ?? '', sources))
    done = found.end
  }
  return result + html.slice(done)
}

const VERBATIM = /^<(pre|code|script|style|textarea)\b/i

/** Comments, tags, and preformatted text: no shortcode begins there. One pass, whatever the input. */
function untouchedRanges(html: string): [from: number, to: number][] {
  const lower = html.toLowerCase()
  const ranges: [number, number][] = []
  const endOf = nearest(lower)
  for (let at = html.indexOf('<'); at >= 0;) {
    const name = VERBATIM.exec(html.slice(at, at + 10))?.[1]?.toLowerCase()
    const closing = html.startsWith('<!--', at) ? '-->' : name ? `</${name}` : '>'
    const found = endOf(closing, at)
    const end = found >= 0 ? found + closing.length : at + 1
    ranges.push([at, end])
    at = html.indexOf('<', end)
  }
  return ranges
}

/** Where `[/name]` comes next. */
function closingTags(html: string) {
  const find = nearest(html.toLowerCase())
  return (name: string, from: number) => find(`[/${name.toLowerCase()}]`, from)
}

/** `indexOf` that remembers its last answer per word, so that a thousand questions cost one search. */
function nearest(text: string) {
  const last = new Map<string, { from: number; at: number }>()
  return (word: string, from: number): number => {
    const known = last.get(word)
    if (known && known.from <= from && (known.at < 0 || known.at >= from)) return known.at
    const at = text.indexOf(word, from)
    last.set(word, { from, at })
    return at
  }
}

type Shortcode = {
  name: string
  attributes: Attributes
  inner: string | undefined
  end: number
  literal?: string
  /** `[/name]` without its beginning. */
  closing?: true
  /** It needs a closing tag and has none. */
  isUnclosed?: boolean
}

type ClosingTag = ReturnType<typeof closingTags>

function readShortcode(
  html: string,
  at: number,
  start: RegExpMatchArray,
  closingTag: ClosingTag,
): Shortcode | undefined {
  const [opening, doubled = '', slash = '', name = ''] = start
  const head = readAttributes(html, at + opening.length)
  if (!head) return undefined
  if (slash) return doubled ? undefined : { name, attributes: {}, inner: undefined, end: head.end, closing: true }
  let end = head.end
  let inner: string | undefined
  if (ENCLOSING.has(name.toLowerCase()) && !head.closed) {
    const close = closingTag(name, end)
    if (close >= 0) {
      inner = html.slice(end, close)
      end = close + name.length + 3
    }
  }
  const isUnclosed = inner === undefined && MUST_ENCLOSE.has(name.toLowerCase())
  // [[gallery]] is how WordPress writes about a shortcode.
  if (doubled && html[end] === ']')
    return { name, attributes: {}, inner, end: end + 1, literal: html.slice(at + 1, end) }
  return { name, attributes: head.attributes, inner, end, isUnclosed }
}

const MOST_HEAD = 4000
const ATTRIBUTE = /^\s*(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|“([^”]*)”|([^\s[\]"'/][^\s[\]]*|\/(?!\])[^\s[\]]*))/

function readAttributes(html: string, from: number) {
  const attributes: Attributes = {}
  let at = from
  for (let unnamed = 0; at - from < MOST_HEAD;) {
    const rest = html.slice(at, from + MOST_HEAD)
    const end = /^\s*(\/?)\]/.exec(rest)
    if (end) return { attributes, closed: end[1] === '/', end: at + end[0].length }
    const found = ATTRIBUTE.exec(rest)
    if (!found) return undefined
    const [whole, name, ...values] = found
    attributes[name?.toLowerCase() ?? String(unnamed++)] = values.find((value) => value !== undefined) ?? ''
    at += whole.length
  }
  return undefined
}

const oneLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('<br>')

const alignOf = ({ align = '' }: Attributes) => {
  const name = /^(?:align)?(left|right|center)$/.exec(align)?.[1]
  return name ? ` class="align${name}"` : ''
}

function captionOf(given: Attributes, enclosed = '', sources: ShortcodeSources): string {
  const inner = expandShortcodes(enclosed, sources)
  const [, picture = inner, words = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? []
  const caption = [given['caption'] ?? '', words].map((text) => oneLine(text)).filter(Boolean)
  return `<figure${alignOf(given)}>${picture.trim()}<figcaption>${caption.join('<br>')}</figcaption></figure>`
}

function galleryOf(given: Attributes, _inner: string | undefined, sources: ShortcodeSources): string | undefined {
  const named = (given['ids'] ?? given['include'] ?? '').split(/[\s,]+/).filter(Boolean)
  const pictures = (named.length ? named : sources.ownAttachments()).map((id) => sources.attachment(id))
  const known = pictures.filter((picture) => picture !== undefined)
  if (known.length === 0) return undefined
  if (known.length < pictures.length) sources.note('[gallery] img')
  return known
    .map(({ url, alt, caption }) => {
      const figcaption = caption ? `<figcaption>${oneLine(caption)}</figcaption>` : ''
      return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${figcaption}</figure>`
    })
    .join('')
}

const linked = (url: string) => (/^(?:https?:)?\/\/\S+$/.test(url) ? writeHtml(embedOf(url)) : undefined)

function playable(tag: 'video' | 'audio', given: Attributes, inner = '', sources: string[]): string | undefined {
  const src = sources.map((name) => given[name]).find(Boolean) ?? /https?:\/\/[^\s<"'\]]+/.exec(inner)?.[0]
  if (!src) return undefined
  const page = writeHtml(embedOf(src))
  if (page.includes('<iframe')) return page
  const poster = given['poster'] ? ` poster="${escapeHtml(given['poster'])}"` : ''
  return `<figure><${tag} src="${escapeHtml(src)}"${poster} controls=""></${tag}></figure>`
}

function codeOf(given: Attributes, inner = ''): string {
  const language = (given['language'] ?? given['lang'] ?? given['0'] ?? '').replace(/^=/, '')
  const known = /^[\w+#.-]{1,40}$/.test(language) ? ` class="language-${language}"` : ''
  const text = inner
    .replace(/^\r?\n|\r?\n$/g, '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return `<pre><code${known}>${text}</code></pre>`
}
