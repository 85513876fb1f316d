import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { readFootnotes } from '#contract/footnote-reader.ts'
import { cleanMarkup, lossReport, sanitizeBody, type Loss } from '../articles/body-html.ts'
import { countWords, plainText } from '../articles/body-html-text.ts'
import { convertGhostBody } from './ghost-body.ts'
import type { BodyFormat } from './import-records.ts'
import { convertWordpressBody, type ReadBody } from './wordpress-body.ts'
import type { Footnote, Picture } from './wordpress-blocks.ts'
import { cleanText } from './import-text.ts'
import type { AttachmentText } from './wordpress-shortcodes.ts'

/** What is known of the files of the old site: undefined where there is no such file, no entry where it was not asked for yet. */
export type KnownFiles = {
  attachments: Map<string, AttachmentText | undefined>
  /** By `pictureKey`. */
  pictures: Map<string, Picture | undefined>
}
export type BodyInput = {
  format: BodyFormat
  content: string
  siteUrl: string
  footnotes: string
  ownAttachments: string[]
  known: KnownFiles
}
export type WantedFiles = { attachments: string[]; pictures: { id: string; url: string }[] }
export type ConvertedBody = {
  html: string
  losses: Loss[]
  /** `loose`: became items of a list, because no mark in the text leads to them. */
  footnotes: { kept: number; loose: number }
  /** Its first words, for a post without a title. */
  beginning: string
  words: number
}
export type BodyAnswer = { wanted: WantedFiles } | { tooLarge: true } | { unreadable: true } | { body: ConvertedBody }

export const pictureKey = (id: string, url: string) => `${id} ${url}`

/**
 * The body of a post as it is stored here. The library stays where it is: which of its files the body shows is answered
 * first, and asked again with what is known of them.
 */
export function convertBody({ format, content, siteUrl, footnotes, ownAttachments, known }: BodyInput): BodyAnswer {
  const wanted: WantedFiles = { attachments: [], pictures: [] }
  const sources = {
    attachment(id: string) {
      if (!known.attachments.has(id)) {
        known.attachments.set(id, undefined)
        wanted.attachments.push(id)
      }
      return known.attachments.get(id)
    },
    picture(id: string, src: string) {
      const url = src.startsWith('data:') ? '' : plainUrl(src)
      const key = pictureKey(id, url)
      if (!known.pictures.has(key)) {
        known.pictures.set(key, undefined)
        wanted.pictures.push({ id, url })
      }
      return known.pictures.get(key)
    },
    ownAttachments: () => ownAttachments,
    footnotes: footnotesOf(footnotes),
  }
  const markup = (text: string) => (isTangled(text) ? sanitizeBody(text) : text)
  const converted: ReadBody | undefined =
    format === 'wordpress'
      ? convertWordpressBody(markup(content), sources)
      : convertGhostBody(content, { format, siteUrl, markup, ...sources })
  if (!converted) return { unreadable: true }
  const { html, notes, looseFootnotes = 0 } = converted

  if (wanted.attachments.length || wanted.pictures.length) return { wanted }

  const kept = cleanMarkup(html)
  // What was taken out may leave an empty paragraph behind.
  const clean = sanitizeBody(kept).replaceAll('<p></p>', '').normalize('NFC')
  if (Buffer.byteLength(clean) > ARTICLE_LIMITS.bodyBytes) return { tooLarge: true }
  return {
    body: {
      html: clean,
      losses: [...lossReport(html, kept), ...notes],
      footnotes: { kept: readFootnotes(clean).notes.length, loose: looseFootnotes },
      beginning: beginningOf(clean),
      words: countWords(plainText(clean)),
    },
  }
}

/** Without protocol, query and the `-300x200` of a smaller copy: how a picture is recognised in a text. */
export const plainUrl = (url: string): string =>
  url
    .replace(/^https?:/, '')
    .replace(/[?#].*$/, '')
    .replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i, '')

const beginningOf = (html: string): string => cleanText(html, 60).split('\n')[0] ?? ''

function footnotesOf(json: string): Footnote[] {
  if (!json) return []
  try {
    const notes: unknown = JSON.parse(json)
    if (!Array.isArray(notes)) return []
    return notes.flatMap((note: unknown) => {
      const { id, content } = (note ?? {}) as { id?: unknown; content?: unknown }
      return typeof content === 'string' ? [{ id: typeof id === 'string' ? id : '', content }] : []
    })
  } catch {
    return []
  }
}

const TANGLED = 500

/** Whether so many elements stay open at once that the sanitiser has to flatten them first. */
function isTangled(html: string): boolean {
  let open = 0
  for (const [, closing, name = ''] of html.matchAll(/<(\/)?([a-z][a-z0-9]*)/gi)) {
    if (/^(?:p|li|t[dhr]|d[dt]|br|hr|img|input|source|wbr|embed|param)$/i.test(name)) continue
    open = Math.max(0, open + (closing ? -1 : 1))
    if (open > TANGLED) return true
  }
  return false
}
