import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { listTables, qualified } from '../../../backup/snapshot.ts'
import { createFolderStorage } from '../../../storage/folder-storage.ts'
import type { Storage } from '../../../storage/storage.ts'
import { cleanUp } from '../../../testing/clean-up.ts'
import { asServerAdmin, onDatabase } from '../../../testing/test-postgres.ts'
import { createDesk } from '../../articles/testing/desk.ts'
import { form, formType } from '../../media/testing/form.ts'
import { freshPicture } from '../../media/testing/pictures.ts'

/** A folder of this test's or test file's own. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-backup-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server with articles, pictures and an audit log: something to back up. */
export async function createSource(pictures = 3) {
  const desk = await createDesk()
  for (const status of ['draft', 'published', 'scheduled', 'trashed'] as const) await desk.createArticle({ status })
  for (let n = 0; n < pictures; n++) {
    const payload = form([{ bytes: await freshPicture() }])
    const headers = { ...desk.editor.headers, ...formType }
    const reply = await desk.app.inject({ method: 'POST', url: '/api/media', headers, payload })
    if (reply.statusCode !== 201) throw new Error(reply.body)
  }
  return { ...desk, connection: { connectionString: desk.databaseUrl } }
}

/** An empty database and an empty storage that nothing is connected to. */
export async function createEmptyPlace(owner?: string) {
  const { url: server } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asServerAdmin(server, [`create database ${name}${owner ? ` owner ${owner}` : ''}`])
  cleanUp(() => asServerAdmin(server, [`drop database if exists ${name} with (force)`]))
  const folder = createFolder()
  const storage = createFolderStorage(join(folder, 'media'))
  const url = onDatabase(server, name)
  return { url, connection: { connectionString: url }, storage, folder }
}

/** Runs some queries on a connection that is gone afterwards. */
export async function onConnection<Result>(
  connection: pg.ClientConfig,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Rows and a hash of every table, computed by PostgreSQL: another way than the one of backups. */
export async function contentOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ content: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, E'\\n' order by row::text collate "C")), '') as content
       from (select ${table.columns.map((column) => `"${column}"`).join(', ')} from ${qualified(table)}) as row`,
    )
    found[qualified(table)] = rows[0]!.content
  }
  return found
}

/** The names of all tables, without looking at what is in them. */
export async function tablesIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Every stored file by key. */
export async function filesIn(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of storage.list()) {
    const file = await storage.open(key)
    const chunks: Buffer[] = []
    for await (const chunk of file!.stream) chunks.push(chunk as Buffer)
    found[key] = Buffer.concat(chunks).toString('base64')
  }
  return found
}
