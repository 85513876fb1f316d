import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLibrary } from './testing/library.ts'

const { db, editor, call } = await createLibrary()
/** The newest have none of the word; a picture is a minute newer than the one before. */
const [PHONE, OTHERS] = [12_000, 20_000]
await sql`insert into media (id, sha256, name, type, bytes, width, height, storage_key, complete, created_at)
  select id, decode(replace(id::text, '-', ''), 'hex'), name, 'image/png', 1, 1, 1, id,
    true, timestamptz '2024-01-01' + n * interval '1 minute'
  from (select gen_random_uuid() as id, n,
      case when n <= ${PHONE}::int then 'phone_' || n else 'camera_' || n end || '.png' as name
    from generate_series(1, ${PHONE + OTHERS}::int) as n) as pictures`.execute(db)
await sql`analyze media`.execute(db)

it.each(['', '&sort=createdAt', '&sort=name', '&sort=relevance'])(
  'a text that only old pictures have, more than are counted, finds them in their order: %s',
  async (sort) => {
    const first = await call(editor, 'GET', `/api/media?q=phone${sort}`)
    const names = (from: (n: number) => number) => Array.from({ length: 25 }, (_, n) => `phone_${from(n)}.png`)
    const inOrder =
      sort === '&sort=createdAt'
        ? (page: number) => names((n) => 25 * page + n + 1)
        : (page: number) => names((n) => PHONE - 25 * page - n)
    const expected = (page: number) =>
      sort === '&sort=name'
        ? Array.from({ length: PHONE }, (_, n) => `phone_${n + 1}.png`)
            .toSorted()
            .slice(25 * page, 25 * page + 25)
        : inOrder(page)
    const shown = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
    expect(first.json()).toMatchObject({ totalIsExact: false })
    expect(first.json().total).toBeGreaterThan(10_000)
    expect(shown(first.json())).toEqual(expected(0))
    const third = await call(editor, 'GET', `/api/media?q=phone&page=3${sort}`)
    expect(shown(third.json())).toEqual(expected(2))
  },
)
