import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ListReply } from '#contract/list.ts'
import type { TrashItem } from '#contract/trash.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, db, editor } = await createDesk()

it('a full trash is read in order, page by page, through all kinds of items', async () => {
  const old = (step: number) => sql`now() - n * interval '1 second' * ${step}::int`
  await sql`insert into tag (id, name, slug, synonyms, deleted_at)
    select gen_random_uuid(), 'Tag ' || n, 'tag-' || n, '{}', ${old(2)} from generate_series(1, 10500) as n`.execute(db)
  await sql`insert into article (id, title, slug, status, deleted_at)
    select gen_random_uuid(), 'Article ' || n, 'article-' || n, 'draft', ${old(3)} from generate_series(1, 300) as n`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`select id from (select id, deleted_at from tag
    union all select id, deleted_at from article) as all_of_it where deleted_at is not null
    order by deleted_at desc, id desc`.execute(db)
  const expected = rows.map(({ id }) => id)
  const page = async (query: string) => (await api<ListReply<TrashItem>>(editor, 'GET', `/api/trash?${query}`)).body
  const idsOf = ({ items }: ListReply<TrashItem>) => items.map(({ id }) => id)

  const first = await page('pageSize=100')
  expect(first.totalIsExact).toBe(false)
  expect(idsOf(first)).toEqual(expected.slice(0, 100))
  expect(new Set(first.items.map(({ type }) => type))).toEqual(new Set(['tag', 'article']))
  expect(idsOf(await page('pageSize=100&page=5'))).toEqual(expected.slice(400, 500))
  expect(idsOf(await page('pageSize=100&page=108'))).toEqual(expected.slice(10_700))
  expect(idsOf(await page('pageSize=100&sort=deletedAt'))).toEqual(expected.toReversed().slice(0, 100))
  expect(await page('type=article&pageSize=100&page=4')).toMatchObject({ total: 300, totalIsExact: true, items: [] })
  const titles = (await page('sort=title&pageSize=100&page=3&q=article')).items.map(({ title }) => title)
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([100, 'Article 28', 'Article 99'])

  // Most of it goes: a page that is not full any more is counted again, and so are all after it.
  await sql`delete from tag where name not in (select 'Tag ' || n from generate_series(1, 150) as n)`.execute(db)
  expect(await page('pageSize=100&page=5')).toMatchObject({ total: 450, totalIsExact: true })
  expect(await page('pageSize=100&page=1')).toMatchObject({ total: 450, totalIsExact: true })
})
