import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../db/database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { recordAudit } from './audit-commands.ts'
import { checkAudit, sealAudit } from './audit-seal-commands.ts'

const { db, url } = await createTestDatabase()
const atOnce = sql`now() + interval '1 hour'`
const write = (entityTitle: string, to = db) =>
  recordAudit(to, null, {
    action: 'edit',
    entityType: 'tag',
    entityId: null,
    entityTitle,
    after: { name: entityTitle },
  })
const sealed = async () => {
  const { rows } = await sql<{ rows: number }>`select coalesce(sum(rows), 0)::int as rows from audit_seal`.execute(db)
  return rows[0]!.rows
}
/** Transactions of other tests on the same PostgreSQL put a seal off. */
const seal = () =>
  expect
    .poll(
      async () => {
        await sealAudit(db, atOnce)
        const { rows } = await sql`select from audit_event
          where number > coalesce((select max(up_to) from audit_seal), 0)`.execute(db)
        return rows.length
      },
      { timeout: 20_000, interval: 50 },
    )
    .toBe(0)
/** As someone with all rights over the database might. */
const byHand = (statement: ReturnType<typeof sql>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
  })

beforeEach(async () => {
  for (const table of ['audit_event', 'audit_seal', 'audit_check']) await byHand(sql`delete from ${sql.table(table)}`)
})

test('no statement changes or removes what was written, not even the owner’s', async () => {
  await write('Bridges')
  await seal()
  for (const statement of [
    sql`update audit_event set entity_title = 'Tunnels'`,
    sql`delete from audit_event`,
    sql`truncate audit_event`,
    sql`update audit_seal set rows = 0`,
    sql`delete from audit_seal`,
  ])
    await expect(statement.execute(db)).rejects.toThrow('the audit log is append-only')
})

test('an untouched log is whole, however often it is sealed and checked', async () => {
  for (const name of ['one', 'two', 'three']) {
    await write(name)
    await seal()
    await seal()
  }
  expect(await checkAudit(db)).toMatchObject({ rows: 3, broken: null })
  expect(await checkAudit(db)).toMatchObject({ rows: 3, broken: null })
})

test.each([
  ['removed', sql`delete from audit_event where entity_title = 'two'`],
  ['changed', sql`update audit_event set actor_name = 'Someone else' where entity_title = 'two'`],
  ['moved in time', sql`update audit_event set at = at - interval '1 day' where entity_title = 'two'`],
  ['emptied', sql`update audit_event set after = null where entity_title = 'two'`],
])('a row %s by hand is noticed, with its place', async (_what, statement) => {
  const upTo: number[] = []
  for (const name of ['one', 'two', 'three']) {
    await write(name)
    await seal()
    const { rows } = await sql<{ at: string }>`select max(up_to)::text as at from audit_seal`.execute(db)
    upTo.push(Number(rows[0]!.at))
  }
  await byHand(statement)
  expect((await checkAudit(db)).broken).toEqual({ after: upTo[0], upTo: upTo[1] })
})

test('a seal removed by hand, or a row put in between, is noticed', async () => {
  for (const name of ['one', 'two', 'three']) {
    await write(name)
    await seal()
  }
  await byHand(sql`delete from audit_seal where up_to = (select min(up_to) from audit_seal)`)
  expect((await checkAudit(db)).broken).not.toBeNull()
})

test('rows are sealed once nothing under way can come before them', async () => {
  const other = createDatabase({ connectionString: url })
  await other.db.transaction().execute(async (trx) => {
    await write('begun first, ended last', trx as never)
    await write('begun later')
    await sealAudit(db, atOnce)
    expect(await sealed()).toBe(0)
  })
  await other.close()
  await seal()
  expect(await sealed()).toBe(2)
  expect((await checkAudit(db)).broken).toBeNull()
})

test('many writers and sealers at once leave a whole chain with every row', async () => {
  const writing = Array.from({ length: 200 }, (_, at) => write(`row ${at}`))
  const sealing = Array.from({ length: 20 }, () => sealAudit(db, atOnce))
  await Promise.all([...writing, ...sealing])
  await seal()
  expect(await sealed()).toBe(200)
  expect(await checkAudit(db)).toMatchObject({ rows: 200, broken: null })
})
