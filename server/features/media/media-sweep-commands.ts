import { sql } from 'kysely'
import { sweepTrash } from '../../db/sweep-trash.ts'
import type { Services } from '../../services.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'
import { removeOldFiles, storedFiles } from './media-file-commands.ts'
import { sweepUploads } from './media-piece-commands.ts'
import { eraseUnused } from './media-trash-commands.ts'
import { sweepHashes } from './media-square-commands.ts'

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 500
const PICTURE = /^([0-9a-f]{2}\/[0-9a-f-]{36})\//

type Port = Pick<Services, 'db' | 'storage'>

/** Removes abandoned uploads, replaced files, and what has been in the trash for thirty days and is not used. */
export async function sweepMedia(services: Port): Promise<void> {
  await sweepUploads(services.db)
  await sweepTrash(services.db, { table: 'media', title: 'name', where: sql`uses = 0`, erase: eraseUnused })
  await removeOldFiles(services)
  await flushUseCounts(services.db, 'media')
  // Texts may show what never was a picture here, or is none any more.
  await sql`delete from use_change where entity_type = 'media'
    and not exists (select from media where media.id = entity_id)`.execute(services.db)
  await sweepHashes(services.db)
}

/**
 * Removes the files that no row names, because the process was killed between file and row. Only what is older than a day:
 * a picture that is on its way gets its row within minutes.
 */
export async function sweepMediaFiles({ db, storage }: Port): Promise<void> {
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
    const known = await knownFiles([...found.keys()])
    for (const key of [...found.values()].flat()) if (!known.has(key)) await storage.remove(key)
    found.clear()
  }

  async function knownFiles(keys: string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('media')
      .select(['storageKey', 'type', 'variants'])
      .where('storageKey', 'in', keys)
      .execute()
    const old = await db
      .selectFrom('mediaOldFile')
      .select(['storageKey', 'files'])
      .where('storageKey', 'in', keys)
      .execute()
    const all = [...rows.map((row) => ({ storageKey: row.storageKey, files: storedFiles(row) })), ...old]
    return new Set(all.flatMap(({ storageKey, files }) => files.map((file) => `${storageKey}/${file}`)))
  }
}
