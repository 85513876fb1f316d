/** npm run backup -- FILE: writes database and pictures of this installation into one file, while it may be serving. */
import { existsSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { makeBackup } from '../server/features/backups/backup-commands.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { reachDatabase } from './reach-database.ts'

const USAGE = `Usage: npm run backup -- FILE
With BACKUP_PASSPHRASE in the environment the file is encrypted.`

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(): Promise<void> {
  const [file, ...more] = process.argv.slice(2)
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(USAGE)
  const path = resolve(file)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true })
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error('Stopped.')))
  const { connection, stop } = await reachDatabase(config)
  const { db, close } = createDatabase({ ...connection, statement_timeout: 0, max: 2 })
  try {
    const source = { db, connection, storage: await createStorage(config) }
    const { manifest, bytes } = await makeBackup(source, path, {
      kind: 'command',
      host: hostname(),
      passphrase: config.backupPassphrase,
      signal: stopping.signal,
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, missing } = manifest.files
    console.log(`${path}: ${grouped(rows)} rows and ${grouped(count)} files in ${grouped(bytes)} bytes.`)
    if (missing > 0)
      console.log(
        `${grouped(missing)} files that the database names are not in the storage; the backup is without them.`,
      )
  } finally {
    await close()
    await stop()
  }
}

function grouped(value: number): string {
  return value.toLocaleString('en')
}
