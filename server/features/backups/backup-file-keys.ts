import type pg from 'pg'
import { storedFiles } from '../media/media-file-commands.ts'

type MediaRow = { key: string } & Parameters<typeof storedFiles>[0]
const ROWS_AT_ONCE = 1000

/** The keys of all files that pictures and replaced pictures name, on a connection with an open transaction. */
export async function* mediaFileKeys(client: pg.ClientBase): AsyncGenerator<string> {
  const media = readInPages<MediaRow>(
    client,
    `select storage_key as key, type, variants from media order by storage_key`,
  )
  for await (const row of media) for (const file of storedFiles(row)) yield `${row.key}/${file}`
  const old = readInPages<{ key: string; files: string[] }>(
    client,
    `select storage_key as key, files from media_old_file
     where not exists (select from media where media.storage_key = media_old_file.storage_key) order by storage_key`,
  )
  for await (const { key, files } of old) for (const file of files) yield `${key}/${file}`
}

async function* readInPages<Row extends object>(client: pg.ClientBase, query: string): AsyncGenerator<Row> {
  await client.query(`declare backup_rows no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from backup_rows`)
    if (rows.length === 0) break
    yield* rows
  }
  await client.query('close backup_rows')
}
