/**
 * `npm run bench:backup -- [--articles 20000] [--pictures 400]`: how long a backup, its check and its restore take for a seeded site on a
 * throwaway PostgreSQL that writes to the disk as always.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedDatabase } from '../scripts/seed/seed-database.ts'
import { checkBackup } from '../server/backup/check-backup.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'
import { writeBackup } from '../server/backup/write-backup.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { mediaFileKeys } from '../server/features/backups/backup-file-keys.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { version } from '../server/version.ts'

const { values } = parseArgs({
  options: { articles: { type: 'string', default: '20000' }, pictures: { type: 'string', default: '400' } },
})
const [articles, pictures] = [Number(values.articles), Number(values.pictures)]
const MB = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-backup-'))
const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => undefined })
const { connection } = embedded
const database = createDatabase({ ...connection, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
const storage = createFolderStorage(join(folder, 'media'))
try {
  await migrate(database.db)
  await migrateJobs(database.pool)
  const wish = {
    articles,
    pictures,
    albums: 50,
    authors: 200,
    tags: 500,
    categories: 60,
    users: 20,
    seed: 1,
    until: Date.now(),
  }
  await seedDatabase({ ...database, storage }, { ...wish, readers: 600, intoExisting: false })
  await database.pool.query('create database restored')
  await database.close()

  const path = join(folder, 'copydesk.backup')
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const before = process.memoryUsage().rss
  const timed = async <Result>(act: () => Promise<Result>) => {
    const began = performance.now()
    const result = await act()
    return { result, seconds: (performance.now() - began) / 1000 }
  }
  const made = await timed(() => writeBackup({ connection, storage, fileKeys: mediaFileKeys, version }, path))
  const memory = most - before
  const checked = await timed(() => checkBackup(path))
  const target = {
    connection: { ...connection, database: 'restored' },
    storage: createFolderStorage(join(folder, 'restored')),
  }
  const restored = await timed(() => restoreBackup(path, target))
  clearInterval(watch)

  const { tables, files } = made.result.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const text = tables.reduce((sum, table) => sum + table.bytes, 0) + files.bytes
  console.log(
    `${articles} articles: ${rows} rows and ${files.count} files, ${(text / MB).toFixed(0)} MB; the file has ${(statSync(path).size / MB).toFixed(0)} MB`,
  )
  for (const [name, { seconds }] of [
    ['backup', made],
    ['check', checked],
    ['restore', restored],
  ] as const)
    console.log(
      `${name}: ${seconds.toFixed(1)} s, ${(text / MB / seconds).toFixed(0)} MB/s, ${Math.round(rows / seconds)} rows/s`,
    )
  console.log(`memory of the backup beyond what was used before: ${(memory / MB).toFixed(0)} MB`)
} finally {
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(embedded.location, { recursive: true, force: true })
}
