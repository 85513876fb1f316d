/**
 * npm run import -- wordpress FILE [--media DIR] [--fetch] [--dry-run]: imports a site into the database of this installation.
 * npm run import -- ghost FILE [--site URL] [--media DIR] [--fetch] [--dry-run]: the same for the export of a Ghost site.
 * npm run import -- copydesk DIR|FILE.tar: takes over what npm run export wrote.
 * npm run import -- categories FILE.tsv [--dry-run]: imports a tree of categories (id, parent's id, name; a tab between).
 */
import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SiteUrl } from '../contract/import.ts'
import { readConfig } from '../server/config.ts'
import { importFromDisk } from '../server/features/import/import-commands.ts'
import { importCategoryTable } from '../server/features/categories/category-import-commands.ts'
import { withDatabase } from './reach-database.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'
import { printCategoryReport, printReport } from './import-report.ts'
import { openExport } from '../server/features/import/copydesk-folder.ts'
import { importCopydesk } from '../server/features/import/copydesk-import.ts'
import { openMediaFetch } from '../server/features/import/media-fetch.ts'
import { openMediaFolder, type MediaFolder } from '../server/features/import/media-folder.ts'
import type { Services } from '../server/services.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { postgresEngine } from '../server/events/event-engine.ts'

const SOURCES = ['wordpress', 'ghost', 'categories', 'copydesk']
const USAGE = `npm run import -- wordpress FILE [--media DIR] [--fetch] [--dry-run]
npm run import -- ghost FILE [--site URL] [--media DIR] [--fetch] [--dry-run]
npm run import -- categories FILE.tsv [--dry-run]
npm run import -- copydesk DIR|FILE.tar`

await runCommand(main)

async function main(stopping: AbortSignal): Promise<number> {
  const { positionals, values } = readRequest()
  const [source, path] = positionals
  if (!source || !SOURCES.includes(source) || !path || positionals.length > 2)
    return refuse('Say what to import, and from which file.', USAGE)
  const isExport = source === 'copydesk'
  if (isExport && values['dry-run']) return refuse('--dry-run is not for an export of Copydesk.', USAGE)
  const format = source === 'ghost' ? ('ghost' as const) : ('wordpress' as const)
  const siteUrl = SiteUrl.safeParse(values.site ?? '').data?.replace(/\/+$/, '')
  if (siteUrl === undefined) return refuse('--site takes the address of a website, as https://blog.example.com.', USAGE)
  if (!isThere(path, 'isFile') && !(isExport && isThere(path, 'isDirectory')))
    throw new Error(`There is no file ${path}.`)
  if (values.media && !isThere(values.media, 'isDirectory')) throw new Error(`There is no folder ${values.media}.`)
  const folder = values.media ? await openMediaFolder(values.media) : undefined

  const config = readConfig(process.env)
  return withDatabase(config, { schema: 'made' }, async ({ db, pool }) => {
    const services = { db, deliveryDb: db, pool, config, storage: await createStorage(config), events: postgresEngine }
    const fileName = basename(path)
    const dryRun = values['dry-run']
    if (isExport) return await importExport(services, path, stopping)
    if (source === 'categories')
      return printCategoryReport(await importCategoryTable(db, readFileSync(path, 'utf8'), dryRun), dryRun)
    const fetched = join(config.dataDir, 'import-pictures')
    const pictures = values.fetch ? openMediaFetch({ folder: fetched, first: folder, dryRun }) : folder
    const mediaFolder = pictures && endedBy(stopping, pictures)
    const chunks = createReadStream(path)
    const given = { fileName, dryRun, source: format, siteUrl, mediaFolder, chunks, onProgress: progressLine(stopping) }
    const { run, items } = await importFromDisk(services, given)
    if (run.status === 'done' && !dryRun) rmSync(fetched, { recursive: true, force: true })
    return printReport(run, items)
  })
}

async function importExport(services: Services, path: string, stopping: AbortSignal): Promise<number> {
  const { folder, close } = await openExport(path)
  try {
    const { items, sums } = await importCopydesk(services, folder, progressLine(stopping))
    return printReport({ status: 'done', error: '', dryRun: false, sums }, items)
  } finally {
    await close()
  }
}

function readRequest() {
  return readArguments({
    usage: USAGE,
    about:
      'Imports the export of a WordPress or Ghost site, a table of categories, or what `npm run export` wrote, into this installation. A second run changes nothing.',
    operands: true,
    options: {
      site: {
        type: 'string',
        value: 'URL',
        about: 'the address of the old site, which an export of Ghost does not say',
      },
      media: { type: 'string', value: 'DIR', about: 'a folder with the pictures of the site' },
      fetch: { type: 'boolean', default: false, about: 'fetch the pictures from the old site' },
      'dry-run': { type: 'boolean', default: false, about: 'only say what would be imported' },
    },
  })
}

function isThere(path: string, kind: 'isFile' | 'isDirectory'): boolean {
  return statSync(path, { throwIfNoEntry: false })?.[kind]() ?? false
}

/** The same folder; after Ctrl+C the next picture that is asked for ends the import. */
function endedBy(stopping: AbortSignal, folder: MediaFolder): MediaFolder {
  return {
    find: (attachment) => {
      stopping.throwIfAborted()
      return folder.find(attachment)
    },
  }
}

/** Rewrites one line on a terminal; otherwise prints every tenth. Ends what reports to it after Ctrl+C. */
function progressLine(stopping: AbortSignal) {
  let said = -1
  return (done: number, total: number) => {
    stopping.throwIfAborted()
    const percent = total ? Math.floor((done / total) * 100) : 100
    const step = process.stdout.isTTY ? percent : percent - (percent % 10)
    if (step === said) return
    said = step
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${total} items${done === total ? '\n' : ''}`)
    else console.log(`${done} of ${total} items`)
  }
}
