import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyLine } from './copy-text.ts'

/** Bytes of one message to PostgreSQL. */
const SLICE = 262_144
const DENIED = '42501'

/** Writes rows that are already in the form of COPY. */
export async function copyInto(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  bytes: Uint8Array,
): Promise<void> {
  if (bytes.length === 0) return
  const slices = (function* () {
    for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
  })()
  await pipeline(Readable.from(slices), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)))
}

/** Writes rows that all have the columns of the first. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!)
  const text = rows.map((row) => copyLine(row, columns)).join('')
  await copyInto(client, table, columns, new TextEncoder().encode(text))
}

/** These tables and all that point at them. */
export async function withDependants(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with recursive found(id) as (
       select unnest($1::text[])::regclass::oid
       union select conrelid from found join pg_constraint on confrelid = found.id and contype = 'f'
     ) select id::regclass::text as name from found order by 1`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

/**
 * An empty table that is made anew in the same transaction needs no write-ahead log, and leaves no dead rows when the
 * transaction is given up.
 */
export async function renewWhereEmpty(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const all = await withDependants(client, tables)
  const { rows } = await client.query<{ filled: boolean }>(
    `select ${all.map((name) => `exists (select from ${name})`).join(' or ')} as filled`,
  )
  if (!rows[0]?.filled) await client.query(`truncate ${all.join(', ')}`)
}

/** Until the end of the transaction no trigger fires for these tables; what triggers keep has to be made up for. */
export async function silenceTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  await client.query('savepoint silence')
  try {
    await client.query(`set local session_replication_role = replica`)
    return async () => void (await client.query(`set local session_replication_role = origin`))
  } catch (error) {
    if ((error as { code?: string }).code !== DENIED) throw error
    await client.query('rollback to savepoint silence')
  }
  // Not a superuser: ours are silenced, references are checked.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  }
}
