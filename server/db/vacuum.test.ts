import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'

const { db } = await createTestDatabase()

/** After how many changed rows autovacuum comes to a table of so many: https://www.postgresql.org/docs/current/routine-vacuuming.html */
async function changesUntilVacuum(table: string, rowCount: number): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    select threshold + scale * ${rowCount}::float8 as changes
    from (select coalesce(reloptions, '{}') as options from pg_class where oid = ${table}::regclass),
      lateral (select
        coalesce((select option_value from pg_options_to_table(options) where option_name = 'autovacuum_vacuum_threshold'),
          current_setting('autovacuum_vacuum_threshold'))::float8 as threshold,
        coalesce((select option_value from pg_options_to_table(options) where option_name = 'autovacuum_vacuum_scale_factor'),
          current_setting('autovacuum_vacuum_scale_factor'))::float8 as scale)`.execute(db)
  return rows[0]!.changes
}

it('of a million articles some thousands change before lists read the newest from the index alone again', async () => {
  expect(await changesUntilVacuum('article', 1_000_000)).toBeLessThan(5000)
  expect(await changesUntilVacuum('article', 1000)).toBeLessThan(1000)
})
