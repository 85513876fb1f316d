import type { Services } from '../../services.ts'

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 500
const PICTURE = /^([0-9a-f]{2}\/[0-9a-f-]{36})\//

/**
 * Removes the files of pictures that never became rows, because the process was killed between file and row. Only what
 * is older than a day: a picture that is on its way gets its row within minutes.
 */
export async function sweepMediaFiles({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<void> {
  const folders = new Map<string, string[]>()
  for await (const { key, age } of storage.list()) {
    const folder = PICTURE.exec(key)?.[1]
    if (!folder || age < DAY_MS) continue
    folders.set(folder, [...(folders.get(folder) ?? []), key])
    if (folders.size >= AT_ONCE) await removeUnknown(folders)
  }
  await removeUnknown(folders)

  async function removeUnknown(found: Map<string, string[]>) {
    if (found.size === 0) return
    const rows = await db
      .selectFrom('media')
      .select('storageKey')
      .where('storageKey', 'in', [...found.keys()])
      .execute()
    for (const { storageKey } of rows) found.delete(storageKey)
    for (const key of [...found.values()].flat()) await storage.remove(key)
    found.clear()
  }
}
