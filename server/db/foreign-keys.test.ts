import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'

const { db } = await createTestDatabase()

it('what refers to a deleted row is looked up in an index', async () => {
  // Accounts stay, but for registrations that wait: an index of each column that names one would cost every save.
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'user_account'::regclass
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = attnum
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))`.execute(db)
  expect(rows.map(({ column }) => column)).toEqual([])
})
