import { z } from 'zod'

/** +1 whenever an older Copydesk could not read the file any more. */
export const BACKUP_FORMAT = 1

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const count = z.int().min(0)

/** The first entry: what a reader needs to know before it goes on. */
export const BackupHeader = z.object({
  format: z.int(),
  /** Of the Copydesk that made it. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** The migrations that had run. */
  migrations: z.array(z.string()),
})
export type BackupHeader = z.output<typeof BackupHeader>

const BackupTable = z.object({
  schema: name,
  name,
  columns: z.array(name),
  /** SQL that a restore executes, so nothing but a range of constants. */
  partition: z
    .object({ of: name, bound: z.string().regex(/^FOR VALUES FROM \('[\w :+.-]+'\) TO \('[\w :+.-]+'\)$/) })
    .nullable(),
  rows: count,
  bytes: count,
  sha256: hex,
  fingerprint: hex,
})
export type BackupTable = z.output<typeof BackupTable>

const BackupSequence = z.object({ schema: name, name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })
export type BackupSequence = z.output<typeof BackupSequence>

/** The last entry but the checksum: what is in the file. */
export const BackupManifest = BackupHeader.extend({
  finishedAt: z.iso.datetime(),
  tables: z.array(BackupTable),
  sequences: z.array(BackupSequence),
  files: z.object({
    count,
    bytes: count,
    /** Of the lines of all `media-*.sha256`. */
    sha256: hex,
    /** Files that rows name and the storage did not have. */
    missing: count,
  }),
})
export type BackupManifest = z.output<typeof BackupManifest>

export const HEADER_ENTRY = 'backup.json'
export const MANIFEST_ENTRY = 'manifest.json'
/** A part of a table: `tables/public.article/000001.copy.zst`. */
export const tableEntry = ({ schema, name: table }: { schema: string; name: string }, part: number): string =>
  `tables/${schema}.${table}/${String(part).padStart(6, '0')}.copy.zst`
export const TABLE_ENTRY = /^tables\/([a-z_][a-z0-9_]*)\.([a-z_][a-z0-9_]*)\/\d{6,}\.copy\.zst$/
/** A file of the storage: `media/ab/…/original.png`. */
export const FILE_PREFIX = 'media/'
/** Checksums in the form of `sha256sum`, some for each of these files. */
export const checksumEntry = (part: number): string => `media-${String(part).padStart(6, '0')}.sha256`
