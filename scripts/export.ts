/** npm run export -- DIR|FILE.tar: writes all content of this installation as JSON lines, and its pictures. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { exportContent } from '../server/features/import/copydesk-export.ts'
import { packExport } from '../server/features/import/copydesk-folder.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { withDatabase } from './reach-database.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run export -- [--without-versions] DIR|FILE.tar'

await runCommand(main)

async function main(): Promise<void> {
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
  const folder = isFile ? await mkdtemp(join(dirname(path), '.copydesk-export-')) : path
  try {
    await withDatabase(config, { isUpdated: false, pool: { max: 2 } }, async ({ db }) =>
      exportContent({ db, storage: await createStorage(config) }, folder, console.log, {
        versions: !values['without-versions'],
      }),
    )
    if (isFile) await packExport(folder, path)
    console.log(`Exported to ${path}.`)
  } finally {
    if (isFile) await rm(folder, { recursive: true, force: true })
  }
}
