import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'
import { undoExpiry } from './undo-log.ts'

/** Whether a row has been in the trash for as long as the trash keeps it. */
export const trashIsOver = sql<SqlBool>`deleted_at < ${undoExpiry}`

type Sweep = {
  table: 'ad' | 'album' | 'article' | 'media' | 'placement'
  /** The column that names a row in the audit log. */
  title: 'name' | 'title'
  /** Which of the rows; all by default. */
  where?: RawBuilder<SqlBool>
  /** Runs first in each transaction, for locks that come before those of the rows. */
  prepare?: (trx: Db) => Promise<void>
  /** Deletes the locked rows, and records that. Rows that it leaves are tried again by the next sweep. */
  erase: (trx: Db, rows: readonly { id: string; title: string }[]) => Promise<void>
}

/** Rows in one transaction: so few that no one waits for them. */
const BATCH = 200

/** Deletes permanently what has been in the trash for thirty days. Rows locked by others wait for the next sweep. */
export async function sweepTrash(db: Kysely<Tables>, { table, title, where, prepare, erase }: Sweep): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (let found = BATCH; found === BATCH;) {
    found = await db.transaction().execute(async (trx) => {
      await prepare?.(trx)
      const { rows } = await sql<{ id: string; title: string }>`
        select id, ${sql.ref(title)} as title from ${sql.table(table)}
        where ${trashIsOver} and id > ${after}::uuid and ${where ?? sql`true`}
        order by id limit ${BATCH} for update skip locked`.execute(trx)
      if (rows.length > 0) await erase(trx, rows)
      after = rows.at(-1)?.id ?? after
      return rows.length
    })
  }
}
