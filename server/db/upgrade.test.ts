import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CategoryTreeItem } from '#contract/categories.ts'
import type { TrashItem } from '#contract/trash.ts'
import type { UndoReport } from '#contract/undo.ts'
import { postgresEngine } from '../events/event-engine.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { importFromDisk } from '../features/import/import-commands.ts'
import { openSession } from '../features/session/session-commands.ts'
import { jobTasks } from '../job-tasks.ts'
import { migrateJobs, runJobsOnce } from '../jobs/job-queue.ts'
import { createDatabaseOf } from '../testing/test-database.ts'
import { createTestStorage } from '../testing/test-storage.ts'
import { migrate } from './migrate.ts'
import { loadDump, renewUndoSteps, type StoredTables } from './testing/stored-dump.ts'

type Replies = Record<string, object>
/**
 * Written by the server as it was before the undo log, the facets and the table of article fields: articles of all states
 * with their history, an import of `file`, and then `steps` that can be undone. `before` and `after` these steps: what that
 * server answered. Some counts of names are stored, later ones are still pending; the article “Late” came last.
 */
type Dump = { editor: string; file: string; steps: string[]; before: Replies; after: Replies; tables: StoredTables }
const url = new URL('testing/articles-before-0023.json', import.meta.url)
const dump = JSON.parse(readFileSync(url, 'utf8')) as Dump

const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-upgrade-'))
const { db, pool } = await createDatabaseOf('0022-hot')
const config = readConfig({ HOST: 'localhost', PORT: '80', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const services = { db, deliveryDb: db, pool, config, storage: await createTestStorage(dataDir), events: postgresEngine }
let app: Awaited<ReturnType<typeof buildApp>>
let headers: { authorization: string }

beforeAll(async () => {
  await db.transaction().execute((trx) => loadDump(trx, dump.tables))
  await renewUndoSteps(db, ['undo_step', 'catalogue_undo'])
  await migrate(db)
  await migrateJobs(pool)
  app = await buildApp(services)
  const user = await db.selectFrom('userAccount').selectAll().where('id', '=', dump.editor).executeTakeFirstOrThrow()
  const account = { userId: user.id, passwordHash: user.passwordHash ?? '' }
  const session = await openSession(db, account, { ip: '127.0.0.1', userAgent: 'test' })
  headers = { authorization: `bearer ${session?.token}` }
  await runJobsOnce(pool, jobTasks(services))
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function read<T extends object>(path: string): Promise<T> {
  const answer = await app.inject({ url: path, headers })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json<T>()
}
const countOf = async (from: ReturnType<typeof sql>) =>
  (await sql<{ id: string; count: number }>`select id, count(*)::int as count from ${from} group by id`.execute(db))
    .rows
const alive = sql`select id from article where deleted_at is null`

describe('a database of an older version', () => {
  it('shows every article, its history, its published text, pictures and redirects as before', async () => {
    for (const [path, body] of Object.entries(dump.after)) expect(await read(path), path).toMatchObject(body)
  })

  it('lists every article and everything in the trash', async () => {
    const { rows } = await sql<{
      id: string
      gone: boolean
    }>`select id, deleted_at is not null as gone from article`.execute(db)
    const listed = await read<{ items: { id: string }[]; total: number }>('/api/articles?pageSize=100')
    const kept = rows.filter(({ gone }) => !gone).map(({ id }) => id)
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    expect(listed.total).toBe(kept.length)
    const trash = await read<{ items: TrashItem[] }>('/api/trash?pageSize=100')
    const inTrash = trash.items.filter(({ type }) => type === 'article').map(({ id }) => id)
    expect(inTrash.toSorted()).toEqual(rows.flatMap(({ id, gone }) => (gone ? [id] : [])).toSorted())
  })

  it('counts the uses of names and the articles of each state, those that were pending included', async () => {
    for (const [path, table, column] of [
      ['/api/tags', 'article_tag', 'tag_id'],
      ['/api/authors', 'article_author', 'author_id'],
    ] as const) {
      const used = await countOf(
        sql`(select ${sql.ref(column)} as id from ${sql.table(table)} where article_id in (${alive})) as link`,
      )
      const { items } = await read<{ items: { id: string; uses: number }[] }>(path)
      expect(items.length).toBeGreaterThan(0)
      for (const { id, uses } of items)
        expect([path, id, uses]).toEqual([path, id, used.find((one) => one.id === id)?.count ?? 0])
    }
    const primary = await countOf(sql`(select primary_category as id from article where id in (${alive})) as own`)
    const { items } = await read<{ items: CategoryTreeItem[] }>('/api/categories/tree')
    for (const { id, own } of items)
      expect(own).toBeGreaterThanOrEqual(primary.find((one) => one.id === id)?.count ?? 0)
    const states = await countOf(sql`(select status as id from article where id in (${alive})) as state`)
    for (const { id, count } of states)
      expect([id, (await read<{ total: number }>(`/api/articles?status=${id}`)).total]).toEqual([id, count])
  })

  it('takes the same import a second time and changes nothing', async () => {
    const articles = sql`select md5(string_agg(t::text, '' order by id)) as sum from article as t`
    const sumOf = async () => (await sql<{ sum: string }>`${articles}`.execute(db)).rows[0]?.sum
    const before = await sumOf()
    const { items } = await importFromDisk(services, {
      fileName: 'old.xml',
      chunks: [Buffer.from(dump.file)],
      dryRun: false,
      mediaFolder: undefined,
    })
    const outcomes = items.map(({ kind, sourceId, outcome }) => `${kind} ${sourceId} ${outcome}`)
    expect(outcomes).toEqual(items.map(({ kind, sourceId }) => `${kind} ${sourceId} unchanged`))
    // The older version did not list the tags that only articles name.
    const listed = (dump.tables['import_item'] ?? []).map(
      (item) => `${String(item['kind'])} ${String(item['source_id'])} unchanged`,
    )
    expect(outcomes.filter((outcome) => !listed.includes(outcome))).toEqual(['tag wind unchanged'])
    expect(outcomes).toEqual(expect.arrayContaining(listed))
    expect(await sumOf()).toBe(before)
  })

  it('undoes what could be undone before, and shows what was there before these steps', async () => {
    for (const id of dump.steps.toReversed()) {
      const answer = await app.inject({ method: 'POST', url: `/api/undo/${id}`, headers })
      expect([id, answer.statusCode, answer.body]).toEqual([id, 200, answer.body])
      expect(answer.json<UndoReport>()).toMatchObject({ skipped: 0, left: [] })
    }
    for (const [path, body] of Object.entries(dump.before)) {
      const { version: _v, updatedAt: _t, updatedBy: _b, ...shown } = body as Record<string, unknown>
      expect(await read(path), path).toMatchObject(shown)
    }
  })
})
