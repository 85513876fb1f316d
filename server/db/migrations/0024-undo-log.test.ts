import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, expect, inject, it } from 'vitest'
import type { UndoReport } from '#contract/undo.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openSession } from '../../features/session/session-commands.ts'
import { migrateJobs } from '../../jobs/job-queue.ts'
import { asServerAdmin, onDatabase } from '../../testing/test-postgres.ts'
import { createTestStorage } from '../../testing/test-storage.ts'
import { createDatabase } from '../database.ts'
import { migrate, migrations } from '../migrate.ts'
import { postgresEngine } from '../../events/event-engine.ts'
import { loadDump, renewUndoSteps, type StoredTables } from '../testing/stored-dump.ts'

/**
 * Written by the server as it was before the undo log: `before` some actions of each noun, and `after` them, with their
 * `steps` in the tables of then. All by the editor, but for `byAdmin`.
 */
type Dump = {
  steps: string[]
  byAdmin: string
  editor: string
  administrator: string
  before: StoredTables
  after: StoredTables
}
const dump = JSON.parse(readFileSync(new URL('../testing/undo-before-0024.json', import.meta.url), 'utf8')) as Dump

const { url: server } = inject('postgres')
const name = `test_${randomUUID().replaceAll('-', '')}`
await asServerAdmin(server, [`create database ${name}`])
const { db, pool, close } = createDatabase({ connectionString: onDatabase(server, name), statement_timeout: 0 })
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-undo-'))
afterAll(async () => {
  await close()
  await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a person would call the same: an undo is a change, too, so versions and who changed it last may differ. */
const stamps = ['version', 'updated_at', 'updated_by', 'file_version']
const own: Record<string, string[]> = { article: ['version'], tag: [], author: [], article_live: [] }
const said = (tables: StoredTables) =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows
        .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
        .map((row) => {
          const left = new Set([
            ...(own[table] ?? stamps),
            ...(table === 'album_photo' ? ['position'] : ['created_at']),
          ])
          return JSON.stringify(
            Object.entries(row)
              .filter(([column]) => !left.has(column))
              .toSorted(([one], [other]) => one.localeCompare(other)),
          )
        })
        .toSorted(table === 'album_photo' ? () => 0 : undefined),
    ]),
  )

const placeOf = ({ album_id: album, position }: StoredTables[string][number]) =>
  `${String(album)} ${String(position).padStart(20)}`

/** Columns of the dump, by table, that a later migration renamed. */
const renamed: Record<string, Record<string, string>> = {
  album_photo: { position_version: 'placed', text_version: 'worded' },
  media: { perceptual_hash_id: 'look' },
  tag: { similar_known: 'alike_known' },
}

/** The rows of these tables now, without columns that the dump does not have: later migrations may add some. */
async function rowsNow(tables: StoredTables): Promise<StoredTables> {
  const now: StoredTables = {}
  for (const [table, [known]] of Object.entries(tables)) {
    const { rows } = await sql<{ row: StoredTables[string][number] }>`
      select to_jsonb(t) as row from ${sql.table(table)} as t`.execute(db)
    now[table] = rows.map(({ row }) =>
      Object.fromEntries(
        Object.entries(row)
          .map(([name, value]) => [renamed[table]?.[name] ?? name, value] as const)
          .filter(([name]) => !known || name in known),
      ),
    )
  }
  return now
}

it('what could be undone before can still be undone, of every noun, and restores the very same rows', async () => {
  const older = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await older.migrateTo('0022-hot')).error).toBeUndefined()
  await db.transaction().execute((trx) => loadDump(trx, dump.after))
  await renewUndoSteps(db, ['undo_step', 'catalogue_undo'])
  await migrate(db)
  await migrateJobs(pool)
  const { rows: kept } = await sql<{ id: string }>`select id from undo_step order by seq`.execute(db)
  // Before them are those that made the articles and albums what they were.
  expect(kept.slice(-dump.steps.length).map(({ id }) => id)).toEqual(dump.steps)

  const config = readConfig({ HOST: 'localhost', PORT: '80', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const services = {
    db,
    deliveryDb: db,
    pool,
    config,
    storage: await createTestStorage(dataDir),
    events: postgresEngine,
  }
  const app = await buildApp(services)
  const headersOf = async (id: string) => {
    const user = await db.selectFrom('userAccount').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    const session = await openSession(db, { userId: id, passwordHash: user.passwordHash ?? '' }, from)
    return { authorization: `bearer ${session?.token}` }
  }
  const [editor, administrator] = [await headersOf(dump.editor), await headersOf(dump.administrator)]
  const reports: UndoReport[] = []
  for (const id of dump.steps.toReversed()) {
    const headers = id === dump.byAdmin ? administrator : editor
    const answer = await app.inject({ method: 'POST', url: `/api/undo/${id}`, headers })
    expect([id, answer.statusCode, answer.body]).toEqual([id, 200, answer.body])
    reports.push(answer.json<UndoReport>())
  }
  await app.close()
  expect(reports.map(({ skipped, left }) => [skipped, left])).toEqual(reports.map(() => [0, []]))
  expect(said(await rowsNow(dump.before))).toEqual(said(dump.before))
  const left = await sql`select id from undo_step where id = any(${dump.steps}::uuid[])
    union all select step_id from undo_step_item where step_id = any(${dump.steps}::uuid[])`.execute(db)
  expect(left.rows).toEqual([])
})
