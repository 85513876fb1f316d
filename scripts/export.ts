/** npm run export -- DIR|FILE.tar: writes all content of this installation as JSON lines, and its pictures. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { exportContent } from '../server/features/import/copydesk-export.ts'
import { packExport } from '../server/features/import/copydesk-folder.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { withDatabase } from './reach-database.ts'
import { readOperand } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

await runCommand(main)

async function main(): Promise<void> {
  const given = readOperand({
    usage: 'npm run export -- DIR|FILE.tar',
    about: 'Writes all content as JSON lines, and its pictures, into a folder or a tar file.',
    wanted: 'One folder or file',
  })
  const path = resolve(given)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  const config = readConfig(process.env)
  const isFile = path.endsWith('.tar')
  const folder = isFile ? await mkdtemp(join(dirname(path), '.copydesk-export-')) : path
  try {
    await withDatabase(config, { isUpdated: false, pool: { max: 2 } }, async ({ db }) =>
      exportContent({ db, storage: await createStorage(config) }, folder, console.log),
    )
    if (isFile) await packExport(folder, path)
    console.log(`Exported to ${path}.`)
  } finally {
    if (isFile) await rm(folder, { recursive: true, force: true })
  }
}
