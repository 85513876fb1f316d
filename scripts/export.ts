/** npm run export -- DIR|FILE.tar: writes all content of this installation as JSON lines, and its pictures. */
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { exportContent } from '../server/features/import/copydesk-export.ts'
import { packExport } from '../server/features/import/copydesk-folder.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { reachDatabase } from './reach-database.ts'

const USAGE = 'Usage: npm run export -- DIR|FILE.tar'

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(): Promise<void> {
  const [given, ...more] = process.argv.slice(2)
  if (!given || given.startsWith('-') || more.length > 0) throw new Error(USAGE)
  const path = resolve(given)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true })
  const { connection, stop } = await reachDatabase(config)
  const { db, close } = createDatabase({ ...connection, statement_timeout: 0, max: 2 })
  const isFile = path.endsWith('.tar')
  const folder = isFile ? await mkdtemp(join(dirname(path), '.copydesk-export-')) : path
  try {
    await exportContent({ db, storage: await createStorage(config) }, folder, console.log)
    if (isFile) await packExport(folder, path)
    console.log(`Exported to ${path}.`)
  } finally {
    if (isFile) await rm(folder, { recursive: true, force: true })
    await close()
    await stop()
  }
}
