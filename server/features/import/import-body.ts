import { ARTICLE_LIMITS } from '#contract/articles.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { lossReport, type Loss } from '../articles/body-html.ts'
import { BodyTooComplexError, cleanBody } from '../articles/body-html-pool.ts'
import { because } from './import-report.ts'
import { cleanText } from './wordpress-file.ts'
import { convertWordpressBody } from './wordpress-body.ts'
import type { Picture } from './wordpress-blocks.ts'
import type { WordpressItem } from './wordpress-reader.ts'

/** The files of the old site: as it knows them, and our copies of the pictures among them. */
export type Attachments = {
  byId: Map<string, WordpressItem>
  byParent: Map<string, string[]>
  pictureById: Map<string, Picture>
  pictureByUrl: Map<string, Picture>
}

export type ImportedBody = { html: string; losses: Loss[] } | { refused: ImportReason }

/** The body of a post as we store it, and what could not be kept of it. */
export async function importBody(item: WordpressItem, attachments: Attachments): Promise<ImportedBody> {
  const limit = ARTICLE_LIMITS.bodyBytes
  const tooLarge = because('body_too_large', { kilobytes: String(limit / 1024) })
  if (Buffer.byteLength(item.content) > 4 * limit) return { refused: tooLarge }
  let content = item.content
  try {
    if (isTangled(content)) content = await cleanBody(content)
  } catch (error) {
    if (error instanceof BodyTooComplexError) return { refused: because('body_too_complex') }
    throw error
  }
  const { html, notes } = convertWordpressBody(content, {
    attachment: (id) => {
      const found = attachments.byId.get(id)
      return (
        found && { url: found.attachmentUrl, alt: found.meta['_wp_attachment_image_alt'] ?? '', caption: found.excerpt }
      )
    },
    ownAttachments: () => attachments.byParent.get(item.id) ?? [],
    picture: (id, src) => attachments.pictureById.get(id) ?? attachments.pictureByUrl.get(plainUrl(src)),
    footnotes: footnotesOf(item),
  })
  try {
    const kept = await cleanBody(html)
    // What was taken out may leave an empty paragraph behind.
    const clean = kept.replaceAll('<p></p>', '').normalize('NFC')
    if (Buffer.byteLength(clean) > limit) return { refused: tooLarge }
    return { html: clean, losses: [...lossReport(html, kept), ...notes] }
  } catch (error) {
    if (error instanceof BodyTooComplexError) return { refused: because('body_too_complex') }
    throw error
  }
}

/** Without protocol, query and the `-300x200` of a smaller copy: how a picture is recognised in a text. */
export const plainUrl = (url: string): string =>
  url
    .replace(/^https?:/, '')
    .replace(/[?#].*$/, '')
    .replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i, '')

function footnotesOf({ meta }: WordpressItem): string[] {
  if (!meta['footnotes']) return []
  try {
    const notes: unknown = JSON.parse(meta['footnotes'])
    if (!Array.isArray(notes)) return []
    return notes.flatMap((note: unknown) => {
      const content: unknown = typeof note === 'object' && note !== null ? Reflect.get(note, 'content') : undefined
      return typeof content === 'string' ? [content] : []
    })
  } catch {
    return []
  }
}

export function saidLosses(losses: Loss[]): ImportReason | undefined {
  const elements = losses.map(({ element, count }) => (count > 1 ? `${element} ×${count}` : element)).join(', ')
  return elements ? because('not_kept', { elements }) : undefined
}

/** A name for a post that has none: how it begins. */
export const titleFromBody = (html: string): string => cleanText(html, 60).split('\n')[0] ?? ''

const TANGLED = 500

/** Whether so many elements stay open at once that only the worker with its time limit should look at it. */
function isTangled(html: string): boolean {
  let open = 0
  for (const [, closing, name = ''] of html.matchAll(/<(\/)?([a-z][a-z0-9]*)/gi)) {
    if (/^(?:p|li|t[dhr]|d[dt]|br|hr|img|input|source|wbr|embed|param)$/i.test(name)) continue
    open = Math.max(0, open + (closing ? -1 : 1))
    if (open > TANGLED) return true
  }
  return false
}
