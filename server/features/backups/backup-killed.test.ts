import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkBackup } from '../../backup/check-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { createDatabase } from '../../db/database.ts'
import { readPidFile } from '../../db/embedded/server-process.ts'
import { startEmbeddedPostgres } from '../../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { migrateJobs } from '../../jobs/job-queue.ts'
import { createFolderStorage } from '../../storage/folder-storage.ts'
import { version } from '../../version.ts'
import { mediaFileKeys } from './backup-file-keys.ts'
import { createFolder, onConnection } from './testing/backup-desk.ts'

const folder = createFolder()
const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '20' }
const dataDir = join(folder, 'data')
const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings })
afterAll(async () => {
  await server.stop()
  rmSync(server.location, { recursive: true, force: true })
})
const { db, pool, close } = createDatabase({ ...server.connection, statement_timeout: 0 })
await migrate(db)
await migrateJobs(pool)
await pool.query(`insert into setting (key, value)
  select 'filler ' || n, jsonb_build_object('text', repeat(md5(n::text), 40)) from generate_series(1, 30000) as n`)
await close()

const from = {
  connection: server.connection,
  storage: createFolderStorage(join(folder, 'media')),
  fileKeys: mediaFileKeys,
  version,
}
const path = join(folder, 'copydesk.backup')
const namesThere = () => readdirSync(folder).filter((name) => name.startsWith('copydesk.backup'))

it('F4 PostgreSQL killed in the middle of a backup leaves the old one, and the next backup works', async () => {
  await writeBackup(from, path)
  const old = readFileSync(path)

  let killed = 0
  const kill = (line: string) => {
    if (!line.startsWith('search_word')) return
    killed = readPidFile(server.location)!.pid
    process.kill(killed, 'SIGQUIT')
  }
  await expect(writeBackup(from, path, { onProgress: kill })).rejects.toThrow()
  expect(killed).toBeGreaterThan(0)
  expect(readFileSync(path).equals(old)).toBe(true)
  expect(namesThere()).toEqual(['copydesk.backup'])

  // The embedded PostgreSQL is brought back by the one who uses it.
  const answers = () =>
    onConnection(server.connection, async (client) => (await client.query('select')).rowCount).catch(() => 0)
  await expect.poll(answers, { timeout: 30_000 }).toBe(1)
  await writeBackup(from, path)
  expect((await checkBackup(path)).tables.find(({ name }) => name === 'setting')!.rows).toBe(30_000)
})

it('a program that was killed in the middle leaves the old backup, and its part is replaced by the next', async () => {
  const old = readFileSync(path)
  writeFileSync(`${path}.part`, 'what a killed program had written')
  const failing = {
    ...from,
    fileKeys: async function* () {
      yield* []
      throw new Error('no more')
    },
  }
  await expect(writeBackup(failing, path)).rejects.toThrow('no more')
  expect(readFileSync(path).equals(old)).toBe(true)
  await writeBackup(from, path)
  expect(namesThere()).toEqual(['copydesk.backup'])
})
