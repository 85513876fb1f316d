/** npm run backup -- FILE: writes database and pictures of this installation into one file, while it may be serving. */
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { makeBackup } from '../server/features/backups/backup-commands.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { withDatabase } from './reach-database.ts'
import { readOperand } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

await runCommand(main)

async function main(): Promise<void> {
  const file = readOperand({
    usage: 'npm run backup -- FILE',
    about: 'Writes database and pictures into one file. With BACKUP_PASSPHRASE in the environment it is encrypted.',
    wanted: 'One file',
  })
  const path = resolve(file)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  const config = readConfig(process.env)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error('Stopped.')))
  await withDatabase(config, { isUpdated: false, pool: { max: 2 } }, async ({ db, connection }) => {
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
  })
}

function grouped(value: number): string {
  return value.toLocaleString('en')
}
