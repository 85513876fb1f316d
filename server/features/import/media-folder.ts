import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { ImportReason } from '#contract/import-reasons.ts'
import type { SourceItem } from './import-records.ts'

const MOST_FILES = 500_000

export type MediaFolder = {
  /**
   * The file of an attachment: by its upload path, else by its name where only one file has it.
   * @returns its path, the reason why it cannot be had, or undefined when it is not there
   */
  find: (attachment: SourceItem) => Promise<string | ImportReason | undefined>
}

/** A folder of uploads as copied from the old site; `wp-content/uploads` of WordPress, or `content/images` of Ghost,
 * may be above, below or the folder itself. */
export async function openMediaFolder(folder: string): Promise<MediaFolder> {
  const root = await realpath(folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const byName = new Map<string, string[]>()
  for (const entry of entries.slice(0, MOST_FILES)) {
    if (!entry.isFile()) continue
    const name = entry.name.normalize('NFC').toLowerCase()
    const named = byName.get(name)
    const path = join(entry.parentPath, entry.name)
    if (named) named.push(path)
    else byName.set(name, [path])
  }
  return {
    async find(attachment) {
      for (const path of uploadPaths(attachment)) {
        const found = await fileWithin(root, path)
        if (found) return found
      }
      const named = byName.get(fileNameOf(attachment.attachmentUrl).normalize('NFC').toLowerCase())
      return named?.length === 1 ? named[0] : undefined
    },
  }
}

function uploadPaths({ meta, attachmentUrl }: SourceItem): string[] {
  const path = pathOf(attachmentUrl)
  const [, folder = '', inFolder] = /\/content\/(images|media|files)\/(.+)$/.exec(path) ?? []
  if (inFolder) return [`content/${folder}/${inFolder}`, `${folder}/${inFolder}`, inFolder, path.slice(1)]
  const upload = meta['_wp_attached_file'] || /\/uploads\/(.+)$/.exec(path)?.[1] || path.slice(1)
  return [upload, `uploads/${upload}`, `wp-content/uploads/${upload}`, path.slice(1)].filter(Boolean)
}

/** Never outside of the folder, neither by `..` nor through a link. */
async function fileWithin(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(join(root, path)).catch(() => undefined)
  if (!real?.startsWith(root + sep)) return undefined
  const found = await stat(real).catch(() => undefined)
  return found?.isFile() ? real : undefined
}

/** Of an address, or of a path where the address of the site is not known. */
export const fileNameOf = (url: string): string => basename(pathOf(url))

function pathOf(url: string): string {
  // Of a site whose address is not known it is a path only.
  const base = 'https://old.invalid'
  if (!URL.canParse(url, base)) return ''
  const { pathname } = new URL(url, base)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
