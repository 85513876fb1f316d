import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Storage } from '../storage/storage.ts'
import { createArchive, type ArchiveWriter } from './archive-writer.ts'
import {
  BACKUP_FORMAT,
  checksumEntry,
  FILE_PREFIX,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  tableEntry,
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
} from './backup-manifest.ts'
import { encryptWith } from './backup-encryption.ts'
import { openSnapshot, qualified, type SnapshotTable } from './snapshot.ts'
import { createTableDigest } from './table-digest.ts'

const compress = promisify(zstdCompress)
/** Of the text of a table, before it is compressed. Twice this is what a backup holds in memory. */
const PART_BYTES = 4 * 1024 * 1024
const FILES_PER_CHECKSUM = 1000

/** Keys of the storage that rows of the snapshot name. */
export type FileKeys = (client: pg.ClientBase) => AsyncIterable<string>
export type BackupReport = { manifest: BackupManifest; bytes: number }

export type BackupSource = {
  connection: pg.ClientConfig
  storage: Pick<Storage, 'open'>
  fileKeys: FileKeys
  /** Of this Copydesk. */
  version: string
}

/**
 * Writes database and files into one archive, all as they are at one moment, while others go on writing. Until it is whole
 * the file is called `<path>.part`; a failure leaves what was at `path`.
 * @param options.passphrase encrypts the file
 * @throws BackupRunningError; whatever the database, the storage or the disk throws
 */
export async function writeBackup(
  { connection, storage, fileKeys, version }: BackupSource,
  path: string,
  options: { passphrase?: string | undefined; onProgress?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<BackupReport> {
  const { passphrase, onProgress = () => undefined, signal } = options
  const snapshot = await openSnapshot(connection)
  try {
    const archive = await createArchive(path, passphrase ? encryptWith(passphrase) : undefined)
    try {
      const header: BackupHeader = {
        format: BACKUP_FORMAT,
        version,
        startedAt: new Date().toISOString(),
        migrations: snapshot.migrations,
      }
      await archive.add(HEADER_ENTRY, json(header))
      const tables: BackupTable[] = []
      for (const table of snapshot.tables) {
        signal?.throwIfAborted()
        const written = await writeTable(archive, snapshot.client, table)
        tables.push(written)
        onProgress(`${table.name}: ${written.rows} rows`)
      }
      const sequences = await snapshot.sequences()
      const files = await writeFiles(archive, storage, fileKeys(snapshot.client), signal)
      onProgress(`${files.count} files`)
      const manifest = { ...header, finishedAt: new Date().toISOString(), tables, sequences, files }
      await archive.add(MANIFEST_ENTRY, json(manifest))
      return { manifest, bytes: await archive.finish() }
    } catch (error) {
      await archive.discard()
      throw error
    }
  } finally {
    await snapshot.close().catch(() => undefined)
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function writeTable(archive: ArchiveWriter, client: pg.Client, table: SnapshotTable): Promise<BackupTable> {
  const digest = createTableDigest()
  let part: Buffer[] = []
  let size = 0
  let parts = 0
  // One part is compressed and written while the next is read.
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const content = Buffer.concat(part)
    const name = tableEntry(table, ++parts)
    part = []
    size = 0
    writing = compress(content).then((compressed) => archive.add(name, compressed))
    writing.catch(() => undefined)
  }
  for await (const chunk of readTable(client, table)) {
    digest.add(chunk)
    part.push(chunk)
    size += chunk.length
    if (size >= PART_BYTES) await flush()
  }
  if (size > 0) await flush()
  await writing
  return { ...table, ...digest.end() }
}

/** The text of COPY. A connection that breaks ends it with an error. */
export async function* readTable(client: pg.Client, table: SnapshotTable): AsyncGenerator<Buffer> {
  const columns = table.columns.map((column) => `"${column}"`).join(', ')
  const stream = client.query(copyTo(`copy ${qualified(table)} (${columns}) to stdout`))
  const lost = (error?: Error) => stream.destroy(error ?? new Error('Connection terminated'))
  const end = () => lost()
  client.on('error', lost)
  client.on('end', end)
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } finally {
    client.off('error', lost)
    client.off('end', end)
  }
}

async function writeFiles(
  archive: ArchiveWriter,
  storage: Pick<Storage, 'open'>,
  keys: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<BackupManifest['files']> {
  const all = createHash('sha256')
  let [count, bytes, missing, parts] = [0, 0, 0, 0]
  let lines: string[] = []
  const flush = async () => {
    if (lines.length === 0) return
    const content = Buffer.from(lines.join(''))
    lines = []
    all.update(content)
    await archive.add(checksumEntry(++parts), content)
  }
  for await (const key of keys) {
    signal?.throwIfAborted()
    const found = await storage.open(key)
    if (!found) {
      missing++
      continue
    }
    const name = `${FILE_PREFIX}${key}`
    const sha256 = await archive.addStream(name, found.bytes, found.stream as AsyncIterable<Buffer>)
    lines.push(`${sha256}  ${name}\n`)
    count++
    bytes += found.bytes
    if (lines.length >= FILES_PER_CHECKSUM) await flush()
  }
  await flush()
  return { count, bytes, missing, sha256: all.digest('hex') }
}
