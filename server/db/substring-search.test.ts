import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { contains, isScanned } from './substring-search.ts'

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
  '第１２３期周报',
  '第 45 期：周报',
  'IMG_80877668.jpg',
  'DSC_80877668.jpg',
  'IMG_20260118_908172.jpg',
  'IMG_20260118-908172.jpg',
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
  '码头',
  'x港',
  '80877668',
  'IMG_80877668.jpg',
  'sc_8087766',
  '_20260118_908172.j',
  'IMG_80877668.png',
])('“%s” is found at any position, and nowhere else', async (typed) => {
  const wanted = TEXTS.filter((text) => text.toLowerCase().includes(typed.toLowerCase()))
  expect(await found(typed)).toEqual(wanted.toSorted())
})

it.each([
  ['周报 期', ['第 45 期：周报', '第１２３期周报']],
  ['周报　期', ['第 45 期：周报', '第１２３期周报']],
  ['dusk harbour', ['Harbour at dusk']],
  ['% 港', ['100% 港']],
  [' 旧港 ', ['旧港 2019']],
  ['旧港 周报', []],
])('all words of “%s” are found, in any order', async (typed, wanted) => expect(await found(typed)).toEqual(wanted))

it.each([
  ['123', ['第１２３期周报']],
  ['第123期', ['第１２３期周报']],
  ['第１２３期', ['第１２３期周报']],
  ['４５', ['第 45 期：周报']],
  ['期:', ['第 45 期：周报']],
  ['ｈａｒｂ', ['Harbour at dusk']],
  ['旧港 ２０１９', ['旧港 2019']],
])('“%s” is found in full-width and half-width forms', async (typed, wanted) =>
  expect(await found(typed)).toEqual(wanted),
)

async function found(typed: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from shown
      where ${contains(sql`lower(text)`, typed)}`.execute(db)
  return rows.map(({ text }) => text).toSorted()
}

const media = sql.table('media')
it.each([
  ['a', true],
  ['ab', true],
  ['ab c', true],
  ['abc', false],
  ['ab 港', false],
  ['ab harbour', false],
])('“%s” is read through without an index: %s', (typed, scanned) => expect(isScanned(typed)).toBe(scanned))

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
