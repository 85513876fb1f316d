/**
 * npm run restore -- FILE [--replace [--yes]]: brings a backup back into an empty installation, or in place of what is there.
 * npm run restore -- FILE --check: reads the whole file and changes nothing.
 */
import { createInterface } from 'node:readline/promises'
import { checkBackup } from '../server/backup/check-backup.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'
import { readConfig } from '../server/config.ts'
import { hasPlace } from '../server/db/embedded/place.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { withConnection } from './reach-database.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run restore -- FILE [--check] [--replace [--yes]]'

await runCommand(main)

async function main(stopping: AbortSignal): Promise<void> {
  const { file, check, replace, yes } = readRequest()
  const config = readConfig(process.env)
  const { backupPassphrase: passphrase } = config
  if (check) return sayManifest(await checkBackup(file, passphrase), 'is whole')
  // Before anything is made for it.
  if (!config.databaseUrl && !hasPlace(config.dataDir)) await checkBackup(file, passphrase)
  if (replace && !yes) await confirmReplacing(config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir)
  await withConnection(config, async (connection) => {
    const target = { connection: connection as { connectionString?: string }, storage: await createStorage(config) }
    const options = { passphrase, replace, onProgress: console.log, signal: stopping }
    const manifest = await restoreBackup(file, target, options).catch((error: unknown) => {
      if (stopping.aborted) throw new Error('Stopped. Nothing was changed.', { cause: undefined })
      throw error
    })
    sayManifest(manifest, 'is restored')
  })
}

function sayManifest({ startedAt, tables, files }: Awaited<ReturnType<typeof checkBackup>>, what: string): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const [held, stored] = [rows, files.count].map((value) => value.toLocaleString('en'))
  console.log(`The backup of ${startedAt} ${what}: ${held} rows, ${stored} files.`)
}

/** @throws Error when the answer is another, or there is no one to ask */
async function confirmReplacing(place: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('--replace asks first; without a terminal say --yes as well.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Everything in ${place} is replaced. Type "replace" to go on: `)
  terminal.close()
  if (answer.trim() !== 'replace') throw new Error('Nothing was changed.')
}

function readRequest() {
  const { positionals, values } = readArguments({
    usage: USAGE,
    about: 'Brings a backup back. BACKUP_PASSPHRASE in the environment opens an encrypted file.',
    operands: true,
    options: {
      check: { type: 'boolean', default: false, about: 'read the whole file and change nothing' },
      replace: { type: 'boolean', default: false, about: 'take the place of what is there, after a question' },
      yes: { type: 'boolean', default: false, about: 'leave the question out' },
    },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) return refuse('One file is needed.', USAGE)
  return { file, ...values }
}
