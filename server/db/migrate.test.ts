import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { endServerProcesses, startServerProcess } from '../testing/server-process.ts'
import { asServerAdmin, onDatabase } from '../testing/test-postgres.ts'
import { createDatabase } from './database.ts'
import { isMigrated, migrations } from './migrate.ts'

const { url: server } = inject('postgres')
const name = `test_${randomUUID().replaceAll('-', '')}`
const url = onDatabase(server, name)
await asServerAdmin(server, [`create database ${name}`])
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-migrate-'))
endServerProcesses()
const { db, pool, close } = createDatabase({ connectionString: url })
afterAll(async () => {
  await close()
  await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  rmSync(dataDir, { recursive: true, force: true })
})
const start = () => startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: url })
const inTheMiddle = async () => {
  const { rows } = await pool.query(`select pid from pg_stat_activity
    where datname = current_database() and query like 'create table import_run%' and wait_event_type = 'Lock'`)
  return rows.length
}
const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  return rows.map((row) => row.name)
}

it('each migration of the folder runs, in the order of its number', () => {
  const files = readdirSync(new URL('migrations', import.meta.url)).filter((file) => !file.endsWith('.test.ts'))
  expect(Object.keys(migrations).map((each) => `${each}.ts`)).toEqual(files.toSorted())
})

it('a migration that was killed halfway leaves nothing behind, and the next start does it all', async () => {
  // Someone else is about to make a table of the same name: the migration waits for them in its middle.
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('begin; create table import_run (n int)')
  const killed = start()
  await expect.poll(inTheMiddle, { timeout: 20_000 }).toBe(1)
  killed.child.kill('SIGKILL')
  await killed.exited
  await other.query('rollback')
  await other.end()
  await expect.poll(tables, { timeout: 10_000 }).toEqual(['kysely_migration', 'kysely_migration_lock'])
  expect((await pool.query('select name from kysely_migration')).rows).toEqual([])

  const next = start()
  await next.ready
  expect(await isMigrated(db)).toBe(true)
  expect(await tables()).toContain('import_run')
  next.child.kill('SIGTERM')
  expect(await next.exited).toBe(0)
}, 60_000)
