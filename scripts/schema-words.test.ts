import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../server/testing/test-database.ts'
import { oddWords } from './odd-words.ts'

const { db } = await createTestDatabase()

it('no table, column, index, constraint, trigger or function is named by a word that a standard one has replaced', async () => {
  const { rows } = await sql<{ line: string }>`
    select unnest(array[relname, attname]) as line from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
    union select conname from pg_constraint where connamespace = current_schema()::regnamespace
    union select tgname from pg_trigger where not tgisinternal
    union select unnest(proargnames || proname || regexp_split_to_array(prosrc, '\n')) from pg_proc
      where pronamespace = current_schema()::regnamespace and proowner = current_user::regrole
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(db)
  expect(rows.length).toBeGreaterThan(500)
  const names = rows.map(({ line }) => line)
  expect(oddWords('server/db/schema.sql', names.join('\n'))).toEqual([])
})
