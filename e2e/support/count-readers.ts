import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { createDatabase } from '../../server/db/database.ts'
import type { RunningServer } from './running-server.ts'

/** Has the server count what readers sent now, instead of at the next full minute, and waits until it has. */
export async function countReaders({ databaseUrl }: RunningServer): Promise<void> {
  const { db, close } = createDatabase({ connectionString: databaseUrl })
  try {
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.add_job('roll_up_events') as added`.execute(db)
    const id = rows[0]!.id
    const waiting = () => sql`select from graphile_worker.jobs where id = ${id}`.execute(db)
    await expect.poll(async () => (await waiting()).rows.length, { message: 'the count of readers' }).toBe(0)
  } finally {
    await close()
  }
}
