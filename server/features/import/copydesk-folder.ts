import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { readArchive } from '../../backup/archive-reader.ts'
import { createArchive } from '../../backup/archive-writer.ts'
import { isAlive } from '../../db/embedded/cluster.ts'
import {
  EXPORT_FORMAT,
  EXPORT_MANIFEST,
  ExportManifest,
  exportKinds,
  exportLines,
  linesFile,
  type ExportKind,
  type ExportLine,
} from './copydesk-lines.ts'

const ENTRY = /^(copydesk-export\.json|[a-z]+\.jsonl|files\/[0-9a-f-]{36}\.[a-z]{3,4})$/

/**
 * Packs a folder with an export into one file, which has its name when it is whole.
 * @param onPart called before each part of each file, with how many files are done of how many; what it throws ends it, and
 *   nothing is left
 */
export async function packExport(
  folder: string,
  path: string,
  onPart?: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const archive = await createArchive(path)
  try {
    const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
    const entries = names.filter((each) => ENTRY.test(each)).toSorted()
    for (const [at, name] of entries.entries()) {
      const { size } = await stat(join(folder, name))
      const parts = async function* () {
        for await (const part of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
          await onPart?.(at, entries.length)
          yield part
        }
      }
      await archive.addStream(name, size, parts())
    }
    await archive.finish()
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/**
 * A new folder for what is written or unpacked; whoever asks for it removes it. Those of processes of this machine that were killed are
 * removed first.
 */
export async function makeWorkFolder(parent: string, prefix: string): Promise<string> {
  const start = `${prefix}${hostname()}-`
  for (const name of await readdir(parent)) {
    const [, pid] = (name.startsWith(start) && /^(\d+)-\w{6}$/.exec(name.slice(start.length))) || []
    if (pid && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `${start}${process.pid}-`))
}

/** A folder with the export of `path`, which is one itself or a file; `close` removes what was unpacked. */
export async function openExport(path: string): Promise<{ folder: string; close: () => Promise<void> }> {
  if ((await stat(path)).isDirectory()) return { folder: path, close: async () => undefined }
  const folder = await makeWorkFolder(tmpdir(), 'copydesk-import-')
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    for await (const { name, chunks } of readArchive(createReadStream(path) as AsyncIterable<Buffer>)) {
      if (!ENTRY.test(name)) throw new Error(`${path} is not an export of Copydesk.`)
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await pipeline(chunks(), createWriteStream(join(folder, name), { flags: 'wx' }))
    }
    return { folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Reads the list of an export and compares the checksum of every file of lines with it.
 * @throws Error with a sentence
 */
export async function readExportManifest(folder: string): Promise<ExportManifest> {
  const text = await readFile(join(folder, EXPORT_MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${folder} holds no export, or one that was cut short.`)
  const manifest = ExportManifest.parse(JSON.parse(text))
  if (manifest.format > EXPORT_FORMAT) throw new Error(`The export was made by a newer Copydesk (${manifest.version}).`)
  for (const kind of kindsOf(manifest)) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(folder, linesFile(kind)))) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== manifest.files[kind]?.sha256)
      throw new Error(`${linesFile(kind)} was changed or cut short since the export.`)
  }
  return manifest
}

/** The kinds that an export has, in the order of import. */
export const kindsOf = ({ files }: ExportManifest): ExportKind[] => exportKinds.filter((kind) => files[kind])

/** @throws Error that names file and line for what does not fit */
export async function* readLines<Kind extends ExportKind>(
  folder: string,
  kind: Kind,
): AsyncGenerator<{ line: ExportLine<Kind>; hash: Buffer }> {
  const lines = createInterface({ input: createReadStream(join(folder, linesFile(kind))), crlfDelay: Infinity })
  let number = 0
  for await (const text of lines) {
    number++
    const parsed = exportLines[kind].safeParse(parseJson(text))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new Error(`${linesFile(kind)}, line ${number}: ${issue?.path.join('.')} ${issue?.message}`)
    }
    yield { line: parsed.data as ExportLine<Kind>, hash: createHash('sha256').update(text).digest() }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
