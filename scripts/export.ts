/** npm run export -- DIR|FILE.tar: writes all content of this installation as JSON lines, and its pictures. */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { makeFolder } from '../server/db/embedded/make-folder.ts'
import { exportContent } from '../server/features/import/copydesk-export.ts'
import { makeWorkFolder, packExport } from '../server/features/import/copydesk-folder.ts'
import { EXPORT_MANIFEST, exportKinds, linesFile } from '../server/features/import/copydesk-lines.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { withDatabase } from './reach-database.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run export -- [--without-versions] DIR|FILE.tar'

await runCommand(main)

async function main(stopping: AbortSignal): Promise<void> {
  const { positionals, values } = readArguments({
    usage: USAGE,
    about: 'Writes all content as JSON lines, and its pictures, into a folder or a tar file.',
    operands: true,
    options: { 'without-versions': { type: 'boolean', default: false, about: 'leaves out earlier texts of articles' } },
  })
  const [given, ...more] = positionals
  if (!given || more.length > 0) return refuse('One folder or file is needed.', USAGE)
  const path = resolve(given)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  const config = readConfig(process.env)
  const isFile = path.endsWith('.tar')
  const goOn = async () => stopping.throwIfAborted()
  await withDatabase(config, { schema: 'present', pool: { max: 2 } }, async ({ db }) => {
    const folder = isFile ? await makeWorkFolder(dirname(path), '.copydesk-export-') : await emptyFolder(path)
    let isWhole = false
    try {
      const source = { db, storage: await createStorage(config) }
      await exportContent(source, folder, console.log, { versions: !values['without-versions'], onItem: goOn })
      if (isFile) await packExport(folder, path, goOn)
      isWhole = true
    } finally {
      if (isFile) await rm(folder, { recursive: true, force: true })
      // What was cut short is no export, and its place is free for the next.
      else if (!isWhole) for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    }
  })
  console.log(`Exported to ${path}.`)
}

/** @throws Error with a sentence when something else is there */
async function emptyFolder(path: string): Promise<string> {
  try {
    makeFolder(path, 0o700)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new Error(`${path} is not a folder.`) : error
  }
  const names = await readdir(path)
  if (!names.includes(EXPORT_MANIFEST) && exportKinds.some((kind) => names.includes(linesFile(kind))))
    throw new Error(
      `${path} holds an export that was cut short, or is being written. Delete the folder, or name another one.`,
    )
  if (names.length > 0) throw new Error(`${path} is not empty.`)
  return path
}
