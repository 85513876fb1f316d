import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { ThreadLimitError } from '../../threads/limited-thread.ts'
import type { Loss } from '../articles/body-html.ts'
import {
  pictureKey,
  type BodyAnswer,
  type ConvertedBody,
  type KnownFiles,
  type WantedFiles,
} from './body-conversion.ts'
import type { PositionedItem } from './import-media.ts'
import { because } from './import-report.ts'
import type { ImportThread } from './import-thread.ts'
import type { Picture } from './wordpress-blocks.ts'
import { CONTENT_MAX_BYTES, type SourceItem } from './import-records.ts'
import { inlineReusable } from './wordpress-reusable.ts'
import { XML_LIMITS } from './xml-records.ts'

/** The files of the old site: as it knows them, and our copies of the pictures among them. */
export type Attachments = {
  byId: Map<string, SourceItem>
  byParent: Map<string, string[]>
  pictureById: Map<string, Picture>
  pictureByUrl: Map<string, Picture>
}

export type ImportedBody = ConvertedBody | { refused: ImportReason }
/** By the position of the item in the file. */
export type ImportedBodies = Map<number, ImportedBody>

type Known = {
  attachments: Attachments
  siteUrl: string
  /** The content of the reusable blocks of a WordPress site, by their ids. */
  reusable: ReadonlyMap<string, string>
}

/**
 * The bodies of these items, one after the other in the import's thread. Done before its transaction, which so holds its locks
 * only while it writes.
 */
export async function convertBodies(
  items: PositionedItem[],
  known: Known,
  thread: ImportThread,
  onProgress: () => Promise<void>,
): Promise<ImportedBodies> {
  const bodies: ImportedBodies = new Map()
  for (const { position, item } of items) {
    bodies.set(position, await importBody(item, known, thread))
    // Two texts of every item would be twice the memory.
    item.content = ''
    await onProgress()
  }
  return bodies
}

const tooLarge = () => because('body_too_large', { kilobytes: String(ARTICLE_LIMITS.bodyBytes / 1024) })

async function importBody(
  item: SourceItem,
  { attachments, siteUrl, reusable }: Known,
  thread: ImportThread,
): Promise<ImportedBody> {
  if (item.isCut)
    return { refused: because('entry_too_large', { megabytes: String(XML_LIMITS.recordChars / 1024 ** 2) }) }
  const { format, meta } = item
  const content = format === 'wordpress' ? inlineReusable(item.content, (id) => reusable.get(id)) : item.content
  const footnotes = meta['footnotes'] ?? ''
  if (Buffer.byteLength(content) > CONTENT_MAX_BYTES || footnotes.length > CONTENT_MAX_BYTES)
    return { refused: tooLarge() }
  const ownAttachments = attachments.byParent.get(item.id) ?? []
  const known: KnownFiles = { attachments: new Map(), pictures: new Map() }
  try {
    for (;;) {
      const answer: BodyAnswer = await thread.convert({ format, content, siteUrl, footnotes, ownAttachments, known })
      if ('body' in answer) return answer.body
      if ('tooLarge' in answer) return { refused: tooLarge() }
      if ('unreadable' in answer) return { refused: because('unreadable_body') }
      lookUp(answer.wanted, attachments, known)
    }
  } catch (error) {
    if (error instanceof RangeError) return { refused: because('body_too_complex') }
    if (!(error instanceof ThreadLimitError)) throw error
    if (error.limit === 'memory')
      return { refused: because('too_much_memory', { megabytes: String(thread.limits.memoryMb) }) }
    return { refused: because('too_much_time', { seconds: String(thread.limits.bodyMs / 1000) }) }
  }
}

function lookUp(wanted: WantedFiles, { byId, pictureById, pictureByUrl }: Attachments, known: KnownFiles) {
  for (const id of wanted.attachments) {
    const found = byId.get(id)
    const text = found && {
      url: found.attachmentUrl,
      alt: found.meta['_wp_attachment_image_alt'] ?? '',
      caption: found.excerpt,
    }
    known.attachments.set(id, text)
  }
  for (const { id, url } of wanted.pictures)
    known.pictures.set(pictureKey(id, url), pictureById.get(id) ?? pictureByUrl.get(url))
}

export function saidLosses(losses: Loss[]): ImportReason | undefined {
  const elements = losses.map(({ element, count }) => (count > 1 ? `${element} ×${count}` : element)).join(', ')
  return elements ? because('not_kept', { elements }) : undefined
}

export const saidFootnotes = ({ kept, loose }: ConvertedBody['footnotes']): (ImportReason | undefined)[] => [
  kept ? because('footnotes_kept', { count: String(kept) }) : undefined,
  loose ? because('footnotes_without_mark', { count: String(loose) }) : undefined,
]
