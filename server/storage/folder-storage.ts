import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { requireKey, isStorageKey, type Storage } from './storage.ts'

/** Storage in a folder of this machine (DATA_DIR/media). */
export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, requireKey(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const aside = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        const file = await open(aside, 'wx', 0o640)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true })
        await rmdir(dirname(path)).catch(() => undefined)
        throw error
      }
    },
    async open(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { stream: createReadStream(path), bytes: found.size } : undefined
    },
    async *list() {
      if (!existsSync(folder)) return
      for await (const entry of await opendir(folder, { recursive: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(() => undefined)
        const key = relative(folder, path).replaceAll('\\', '/')
        if (found && isStorageKey(key)) yield { key, age: Date.now() - found.mtimeMs }
      }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // The last file of a picture takes its folder along; a folder with other files refuses.
      await rmdir(dirname(path)).catch(() => undefined)
    },
  }
}
