import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Rows by table, as `to_jsonb` gives them. */
export type StoredTables = Record<string, Record<string, unknown>[]>

/** Writes the rows of a dump as they are, without triggers, in place of those that are there. */
export async function loadDump(trx: Db, tables: StoredTables): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(trx)
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: columns } = await sql<{ name: string }>`select column_name as name
      from information_schema.columns where table_schema = 'public' and table_name = ${table}
      and is_generated = 'NEVER'`.execute(trx)
    const list = sql.join(columns.map((column) => sql.ref(column.name)))
    await sql`delete from ${sql.table(table)}`.execute(trx)
    await sql`insert into ${sql.table(table)} (${list}) overriding system value select ${list}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
  }
}

/** Moves the times of undo steps so that the newest was made just now: steps older than thirty days cannot be undone. */
export async function renewUndoSteps(db: Db, tables: readonly string[]): Promise<void> {
  const newest = sql.join(
    tables.map((table) => sql`(select max(created_at) from ${sql.table(table)})`),
    sql`, `,
  )
  const { rows } = await sql<{ age: string }>`select (now() - greatest(${newest}))::text as age`.execute(db)
  for (const table of tables)
    await sql`update ${sql.table(table)} set created_at = created_at + ${rows[0]?.age}::interval`.execute(db)
}
