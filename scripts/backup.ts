/** npm run backup -- FILE: writes database and pictures of this installation into one file, while it may be serving. */
import { existsSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { backupWriter, makeBackup } from '../server/features/backups/backup-commands.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { withDatabase } from './reach-database.ts'
import { readOperand } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

await runCommand(main)

async function main(stopping: AbortSignal): Promise<number> {
  const file = readOperand({
    usage: 'npm run backup -- FILE',
    about: 'Writes database and pictures into one file. With BACKUP_PASSPHRASE in the environment it is encrypted.',
    wanted: 'One file',
  })
  const path = resolve(file)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${path} is a folder; name a file in it, as in ${join(path, 'copydesk.backup')}.`)
  const config = readConfig(process.env)
  return withDatabase(config, { schema: 'present', pool: { max: 2 } }, async ({ db, connection }) => {
    const write = backupWriter({ connection, storage: await createStorage(config) })
    const { manifest, bytes } = await makeBackup({ db, write }, path, {
      kind: 'command',
      host: hostname(),
      passphrase: config.backupPassphrase,
      signal: stopping,
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, missing } = manifest.files
    console.log(`${path}: ${grouped(rows)} rows and ${grouped(count)} files in ${grouped(bytes)} bytes.`)
    if (missing === 0) return 0
    const sentence = `${grouped(missing)} files that the database names are not in the storage; the backup is without them.`
    if (count > 0) console.log(sentence)
    else console.error(`${sentence} Are DATA_DIR and STORAGE_URL those of the server?`)
    return count > 0 ? 0 : 1
  })
}

function grouped(value: number): string {
  return value.toLocaleString('en')
}
