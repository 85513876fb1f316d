import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { TRASH_DAYS } from '#contract/trash.ts'
import { BACKUP_UNDER_WAY } from '../../backup/snapshot.ts'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import type { EncodedImage } from './image-encode.ts'
import { fileNameOf, type ImageType, type Variant } from './media-rules.ts'

/** A replaced picture can come back for thirty days; its files outlive that by some minutes. */
export const REPLACED_KEPT_MINUTES = TRASH_DAYS * 24 * 60 + 10

type Row = { type: ImageType; variants: readonly { name: Variant; file?: string }[] }

/** The names under which a row's files are stored. */
export const storedFiles = ({ type, variants }: Row): string[] => [
  fileNameOf(type, 'original'),
  ...variants.map(({ name, file }) => file ?? fileNameOf(type, name)),
]

/**
 * Writes every file of a picture into a folder of its own.
 * @returns the folder, and what removes it again when no row comes to point at it
 * @throws whatever the storage throws, or the signal's reason; nothing stays then
 */
export async function putFiles(
  storage: Services['storage'],
  encoded: EncodedImage,
  { folder = uuidv7(), signal }: { folder?: string; signal?: AbortSignal | undefined } = {},
) {
  const storageKey = `${folder.slice(-2)}/${folder}`
  const files = [encoded.original, ...encoded.variants].map((file) => ({
    key: `${storageKey}/${fileNameOf(encoded.type, file.name)}`,
    bytes: file.bytes,
  }))
  // What cannot be removed now is found by the nightly sweep.
  const discard = async () => {
    for (const { key } of files) await storage.remove(key).catch(() => undefined)
  }
  try {
    for (const { key, bytes } of files) {
      signal?.throwIfAborted()
      await storage.put(key, bytes)
    }
  } catch (error) {
    await discard()
    throw error
  }
  return { storageKey, discard }
}

/** Has files removed later, by the job. In the transaction that takes them from their row. */
export async function keepOldFiles(trx: Db, row: Row & { storageKey: string }, minutes: number): Promise<void> {
  const until = sql<string>`now() + make_interval(mins => ${minutes})`
  await trx
    .insertInto('mediaOldFile')
    .values({ storageKey: row.storageKey, files: storedFiles(row), until })
    .execute()
}

/** Removes the files whose time is over; not while a backup may still have to read them. */
export async function removeOldFiles({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<void> {
  const due = await db
    .deleteFrom('mediaOldFile')
    .where('until', '<=', sql<string>`now()`)
    .where(sql<boolean>`not ${sql.raw(BACKUP_UNDER_WAY)}`)
    .returning(['storageKey', 'files'])
    .execute()
  for (const { storageKey, files } of due)
    for (const file of files) await storage.remove(`${storageKey}/${file}`).catch(() => undefined)
}
