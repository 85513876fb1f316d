import { LONGEST_TEXT, type SourceItem } from './import-records.ts'
import { itemOf } from './ghost-records.ts'
import { fileNameOf } from './media-folder.ts'

/** How Ghost writes its own address since version 4. */
export const SITE = '__GHOST_URL__'

/** A file of the old site: pictures, media and downloads are in three folders of that name. */
const OWN_FILE =
  /(?:__GHOST_URL__|https?:\/\/[^\s"'\\<>()]{1,300}?)?\/content\/(?:images|media|files)\/[^\s"'\\<>()&?#,]{1,1000}/g

/** Ghost serves smaller copies below the folder of the picture; all of them are the picture. */
export const originalOf = (url: string) =>
  url.replace(/(\/content\/images)\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?(?=\/)/, '$1')

/** An address of the file as it is on the old site; a path where its address is not known. */
export function addressOf(url: string, address: string): string {
  const plain = originalOf(url.trim().replace(SITE, address))
  if (plain.startsWith('//')) return `https:${plain}`
  return plain.startsWith('/') ? address + plain : plain
}

/** The files that covers and texts show, each once: an export of Ghost has no list of them. */
export function attachmentsOf(posts: { item: SourceItem }[], address: string): SourceItem[] {
  const found = new Set<string>()
  for (const { item } of posts) {
    if (item.cover) found.add(item.cover.id)
    // A slash may be escaped in what the editor stored.
    const text = item.format === 'html' ? item.content : item.content.replaceAll('\\/', '/')
    for (const [url] of text.matchAll(OWN_FILE)) found.add(addressOf(url, address))
  }
  return [...found].map((url) => ({
    ...itemOf({ id: url.slice(0, LONGEST_TEXT) }),
    type: 'attachment',
    attachmentUrl: url,
    title: fileNameOf(url),
  }))
}
