import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { runServer } from '../../e2e/support/running-server.ts'
import { createDatabase } from '../../server/db/database.ts'
import { isMigrated, migrations } from '../../server/db/migrate.ts'
import { asServerAdmin, onDatabase } from '../../server/testing/test-postgres.ts'
import type { FaultResult } from './fault-round.ts'
import { until } from './fault-site.ts'

/** An advisory lock that the migration waits for in its middle. */
const LOCK = 4_711_218

/** Counts what a migration does to the schema, and waits at step `fault_pause.at`. */
const PAUSE = [
  `create sequence fault_step`,
  `create table fault_pause (at integer not null)`,
  `create function fault_wait() returns event_trigger language plpgsql as $$ begin
     if exists (select from pg_event_trigger_ddl_commands() where object_identity not like '%kysely%')
       and nextval('fault_step') = (select at from fault_pause)
     then perform pg_advisory_xact_lock(${LOCK}); end if; end $$`,
  `create event trigger fault_wait on ddl_command_end execute function fault_wait()`,
]
const NO_PAUSE = [
  'drop event trigger fault_wait',
  'drop function fault_wait()',
  'drop table fault_pause',
  'drop sequence fault_step',
]

/**
 * The server is killed in the middle of each of these migrations, with all before it done. It must leave the schema as it
 * was, and the next start must bring it up to date.
 */
export async function killMigrations(
  admin: string,
  names: readonly (keyof typeof migrations)[],
  run: { signal: AbortSignal; say: (line: string) => void },
): Promise<FaultResult> {
  const flaws: string[] = []
  let [rounds, backMs] = [0, 0]
  const base = `faults_base_${randomUUID().slice(0, 8)}`
  await asServerAdmin(admin, [`create database ${base}`])
  try {
    for (const name of names) {
      run.signal.throwIfAborted()
      const before = Object.keys(migrations)[Object.keys(migrations).indexOf(name) - 1]
      if (before) await migrateTo(onDatabase(admin, base), before)
      const steps = await stepsOf(admin, base, name)
      if (steps === 0) {
        run.say(`  ${name}: changes rows only`)
        continue
      }
      const copy = `${base}_copy`
      await asServerAdmin(admin, [`create database ${copy} template ${base}`])
      try {
        const took = await killIn(onDatabase(admin, copy), steps, run)
        backMs = Math.max(backMs, took.backMs)
        rounds++
        if (took.flaw) flaws.push(`${name}: ${took.flaw}`)
      } catch (error) {
        flaws.push(`${name}: ${String(error)}`)
      }
      run.say(`  ${name}: ${flaws.at(-1)?.startsWith(name) ? flaws.at(-1) : 'done by the next start'}`)
      await asServerAdmin(admin, [`drop database ${copy} with (force)`])
    }
  } finally {
    await asServerAdmin(admin, [`drop database if exists ${base} with (force)`])
  }
  return { fault: 'kill -9 in a migration', rounds, backMs, flaws }
}

/** How many changes of the schema the migration makes, tried on a database of its own. */
async function stepsOf(admin: string, base: string, name: string): Promise<number> {
  const trial = `${base}_trial`
  await asServerAdmin(admin, [`create database ${trial} template ${base}`])
  const url = onDatabase(admin, trial)
  try {
    await asServerAdmin(url, [...PAUSE, 'insert into fault_pause values (-1)'])
    await migrateTo(url, name)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ steps: string }>(`select nextval('fault_step') - 1 as steps`)
    await client.end()
    return Number(rows[0]?.steps)
  } finally {
    await asServerAdmin(admin, [`drop database if exists ${trial} with (force)`])
  }
}

async function killIn(
  url: string,
  steps: number,
  run: { signal: AbortSignal },
): Promise<{ backMs: number; flaw?: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-faults-migration-'))
  const database = createDatabase({ connectionString: url, application_name: 'faults', statement_timeout: 0 })
  const holder = new pg.Client({ connectionString: url })
  holder.on('error', () => undefined)
  await holder.connect()
  const start = () => runServer({ DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error' })
  let server: ReturnType<typeof runServer> | undefined
  try {
    const schemaBefore = await schemaOf(holder)
    await asServerAdmin(url, [...PAUSE, `insert into fault_pause values (${Math.ceil(steps / 2)})`])
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    server = start()
    await until('the middle of the migration', () => isWaiting(holder), run)
    server.child.kill('SIGKILL')
    await server.exited
    await holder.query('select pg_advisory_unlock($1)', [LOCK])
    await until('the killed one gone', async () => !(await othersIn(holder)), run)
    await asServerAdmin(url, NO_PAUSE)
    if ((await schemaOf(holder)) !== schemaBefore) return { backMs: 0, flaw: 'the killed start left something behind' }
    const began = performance.now()
    server = start()
    await server.ready
    const backMs = performance.now() - began
    const isDone = await isMigrated(database.db)
    server.child.kill('SIGTERM')
    const code = await server.exited
    if (!isDone || code !== 0) return { backMs, flaw: `migrated: ${isDone}; ended with ${code}` }
    return { backMs }
  } finally {
    server?.child.kill('SIGKILL')
    await holder.end()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const isWaiting = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`,
  )
  return rows.length > 0
}

const othersIn = async (client: pg.Client) => {
  const { rows } = await client.query(`select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'copydesk'`)
  return rows.length > 0
}

/** Tables, columns, functions and which migrations have run, as one text. The job queue comes after the migrations. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    select string_agg(line, E'\\n' order by line) as text from (
      select table_name || '.' || column_name || ' ' || data_type as line from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely%'
      union all select 'function ' || oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'index ' || indexname from pg_indexes where schemaname = 'public' and tablename not like 'kysely%'
      union all select 'migration ' || name from ${(await hasMigrations(client)) ? 'kysely_migration' : `(select '' as name where false) as none`}
    ) as lines`)
  return rows[0]?.text ?? ''
}

const hasMigrations = async (client: pg.Client) => {
  const { rows } = await client.query(`select from pg_tables where tablename = 'kysely_migration'`)
  return rows.length > 0
}

async function migrateTo(url: string, name: string): Promise<void> {
  const { db, close } = createDatabase({ connectionString: url, statement_timeout: 0 })
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(name)
  await close()
  if (error) throw new Error(`the migrations up to ${name} failed`, { cause: error })
}
