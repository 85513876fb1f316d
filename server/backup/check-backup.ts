import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import { readArchive, type ArchiveEntry } from './archive-reader.ts'
import { decrypted, isEncrypted, MAGIC_BYTES } from './backup-encryption.ts'
import {
  BACKUP_FORMAT,
  BackupHeader,
  BackupManifest,
  FILE_PREFIX,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  TABLE_ENTRY,
} from './backup-manifest.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'

const inflate = promisify(zstdDecompress)
/** Of a part of a table: one row may be larger than a part. */
const MOST_PART_BYTES = 1024 * 1024 * 1024
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024
const MOST_FILE_BYTES = 512 * 1024 * 1024
const READ_BYTES = 1024 * 1024

/** What `eachEntry` calls for the entries of a backup, in their order. */
export type BackupVisitor = {
  /** A part of the COPY text of a table. */
  onTable?: (table: { schema: string; name: string }, text: Buffer) => Promise<void>
  /** A file of the storage, its SHA-256 already computed. */
  onFile?: (key: string, content: Buffer, sha256: string) => Promise<void>
}

/**
 * Reads a whole backup, compares every checksum in it, and changes nothing.
 * @throws DamagedBackupError when it was cut short, changed, or made by a newer Copydesk
 */
export const checkBackup = (path: string, passphrase?: string): Promise<BackupManifest> => visitBackup(path, passphrase)

/** The same, handing out the content on the way: what was handed out is right only when this has ended without an error. */
export async function visitBackup(
  path: string,
  passphrase: string | undefined,
  { onTable, onFile }: BackupVisitor = {},
): Promise<BackupManifest> {
  const tables = new Map<string, ReturnType<typeof createHash>>()
  const files = createHash('sha256')
  let manifest: BackupManifest | undefined
  let fileCount = 0
  let isFirst = true
  for await (const entry of readArchive(await openSource(path, passphrase))) {
    if (isFirst !== (entry.name === HEADER_ENTRY)) throw notABackup()
    isFirst = false
    if (entry.name === HEADER_ENTRY) requireFormat(await parse(BackupHeader, entry))
    else if (entry.name === MANIFEST_ENTRY) manifest = await parse(BackupManifest, entry)
    else if (entry.name.startsWith(FILE_PREFIX)) {
      const content = await entry.whole(MOST_FILE_BYTES)
      const sha256 = createHash('sha256').update(content).digest('hex')
      files.update(`${sha256}  ${entry.name}\n`)
      fileCount++
      await onFile?.(entry.name.slice(FILE_PREFIX.length), content, sha256)
    } else {
      const [, schema, name] = TABLE_ENTRY.exec(entry.name) ?? []
      if (!schema || !name) continue
      const text = await decompress(entry)
      const id = `${schema}.${name}`
      if (!tables.has(id)) tables.set(id, createHash('sha256'))
      tables.get(id)!.update(text)
      await onTable?.({ schema, name }, text)
    }
  }
  if (!manifest) throw notABackup()
  const empty = createHash('sha256').digest('hex')
  const isWhole =
    manifest.tables.every(
      ({ schema, name, sha256 }) => (tables.get(`${schema}.${name}`)?.digest('hex') ?? empty) === sha256,
    ) &&
    [...tables.keys()].every((id) => manifest.tables.some(({ schema, name }) => `${schema}.${name}` === id)) &&
    files.digest('hex') === manifest.files.sha256 &&
    fileCount === manifest.files.count
  if (!isWhole) throw new DamagedBackupError('The backup is damaged: its content does not match its list.')
  return manifest
}

async function decompress(entry: ArchiveEntry): Promise<Buffer> {
  const compressed = await entry.whole(MOST_PART_BYTES)
  return inflate(compressed, { maxOutputLength: MOST_PART_BYTES }).catch((error: unknown) => {
    throw new DamagedBackupError(`The backup is damaged: ${entry.name} cannot be read.`, { cause: error })
  })
}

async function parse<Type extends z.ZodType>(type: Type, entry: ArchiveEntry): Promise<z.output<Type>> {
  const text = (await entry.whole(MOST_MANIFEST_BYTES)).toString('utf8')
  try {
    return type.parse(JSON.parse(text))
  } catch (error) {
    throw new DamagedBackupError(`The backup is damaged: ${entry.name} cannot be read.`, { cause: error })
  }
}

const notABackup = () => new DamagedBackupError('This is not a backup of Copydesk, or it is damaged.')

function requireFormat({ format, version }: BackupHeader): void {
  if (format > BACKUP_FORMAT)
    throw new DamagedBackupError(`The backup was made by a newer Copydesk (${version}); restore it with that one.`)
}

/** @throws Error with a sentence when there is no such file, or its passphrase is missing */
async function openSource(path: string, passphrase: string | undefined): Promise<AsyncIterable<Buffer>> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no file ${path}.`) : error
  })
  if ((await file.stat()).isDirectory()) {
    await file.close()
    throw new Error(`${path} is a folder, not a file.`)
  }
  const start = Buffer.alloc(MAGIC_BYTES)
  try {
    await file.read(start, 0, MAGIC_BYTES, 0)
  } finally {
    await file.close()
  }
  const source = createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
  if (!isEncrypted(start)) return source
  if (!passphrase) throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE.')
  return decrypted(source, passphrase)
}
