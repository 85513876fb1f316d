import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { contains } from './substring-search.ts'

const { db } = await createTestDatabase()
const TEXTS = [
  '港口的黄昏',
  '旧港 2019',
  'Harbour at dusk',
  'ハーバー',
  '부산 항구',
  '100% 港',
  'a_b',
  '桥桥桥',
  '',
  'İstanbul 桥',
]
await sql`create table shown (text text)`.execute(db)
for (const text of TEXTS) await sql`insert into shown values (${text})`.execute(db)

it.each([
  '港',
  '港口',
  '口的',
  '的港',
  '桥桥',
  '桥',
  '항',
  '부산',
  'ハー',
  'ー',
  'ha',
  'Harb',
  '%',
  '_',
  '% 港',
  '旧港 ',
  '码头',
  'x港',
])('“%s” is found at any position, and nowhere else', async (typed) => {
  const { rows } = await sql<{ text: string }>`select text from shown
      where ${contains(sql`lower(text)`, typed)}`.execute(db)
  const wanted = TEXTS.filter((text) => text.toLowerCase().includes(typed.toLowerCase()))
  expect(rows.map(({ text }) => text).toSorted()).toEqual(wanted.toSorted())
})

const media = sql.table('media')
it.each([
  ['media_pairs', media, sql`lower(name || ' ' || alt || ' ' || caption)`, sql`true`],
  ['media_trashed_pairs', media, sql`lower(name)`, sql`deleted_at is not null`],
  ['album_trashed_pairs', sql.table('album'), sql`lower(title)`, sql`deleted_at is not null`],
])('two Chinese characters are looked up in %s', async (index, table, text, condition) => {
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql`explain select id from ${table} where ${condition} and ${contains(text, '港口')}`.execute(trx)
  })
  expect(JSON.stringify(plan.rows)).toContain(`on ${index} `)
})
