/**
 * npm run import -- wordpress FILE [--media DIR] [--dry-run]: imports a site into the database of this installation.
 * npm run import -- categories FILE.tsv [--dry-run]: imports a tree of categories (id, parent's id, name; a tab between).
 */
import { createReadStream, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type pg from 'pg'
import { readConfig, type Config } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { importFromDisk } from '../server/features/import/import-commands.ts'
import { importCategoryTable } from '../server/features/categories/category-import-commands.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { printCategoryReport, printReport } from './import-report.ts'
import { openMediaFolder } from '../server/features/import/media-folder.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { postgresEngine } from '../server/events/event-engine.ts'

const USAGE = `npm run import -- wordpress FILE [--media DIR] [--dry-run]
npm run import -- categories FILE.tsv [--dry-run]`

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(): Promise<number> {
  const { positionals, values } = readRequest()
  const [source, path] = positionals
  if ((source !== 'wordpress' && source !== 'categories') || !path || positionals.length > 2)
    return refuse('Say what to import, and from which file.', USAGE)
  if (!isThere(path, 'isFile')) throw new Error(`There is no file ${path}.`)
  if (values.media && !isThere(values.media, 'isDirectory')) throw new Error(`There is no folder ${values.media}.`)
  const mediaFolder = values.media ? await openMediaFolder(values.media) : undefined

  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true })
  const { connection, stop } = await reachDatabase(config)
  const { db, pool, close } = createDatabase({ ...connection, statement_timeout: 0 })
  try {
    await migrate(db)
    await migrateJobs(pool)
    const services = { db, deliveryDb: db, pool, config, storage: await createStorage(config), events: postgresEngine }
    const fileName = basename(path)
    const dryRun = values['dry-run']
    if (source === 'categories')
      return printCategoryReport(await importCategoryTable(db, readFileSync(path, 'utf8'), dryRun), dryRun)
    const given = { fileName, dryRun, mediaFolder, chunks: createReadStream(path), onProgress: progressLine() }
    const { run, items } = await importFromDisk(services, given)
    return printReport(run, items)
  } finally {
    await close()
    await stop()
  }
}

function readRequest() {
  return readArguments({
    usage: USAGE,
    about:
      'Imports the export of a WordPress site, or a table of categories, into this installation. A second run changes nothing.',
    operands: true,
    options: {
      media: { type: 'string', value: 'DIR', about: 'a folder with the pictures of the site' },
      'dry-run': { type: 'boolean', default: false, about: 'only say what would be imported' },
    },
  })
}

function isThere(path: string, kind: 'isFile' | 'isDirectory'): boolean {
  return statSync(path, { throwIfNoEntry: false })?.[kind]() ?? false
}

async function reachDatabase(config: Config): Promise<{ connection: pg.PoolConfig; stop: () => Promise<void> }> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
  return { connection: embedded.connection, stop: embedded.stop }
}

/** Rewrites one line on a terminal; otherwise prints every tenth. */
function progressLine() {
  let said = -1
  return (done: number, total: number) => {
    const percent = total ? Math.floor((done / total) * 100) : 100
    const step = process.stdout.isTTY ? percent : percent - (percent % 10)
    if (step === said) return
    said = step
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${total} items${done === total ? '\n' : ''}`)
    else console.log(`${done} of ${total} items`)
  }
}
