import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0049-audit-chain')

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const PERSON = id(1)

async function storeStep(step: number, noun: string, items: { part: string; before: object }[]): Promise<void> {
  await sql`insert into undo_step (id, created_by, noun, action, title)
    values (${id(step)}, ${PERSON}, ${noun}, 'x', '')`.execute(db)
  for (const [index, { part, before }] of items.entries())
    await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
      values (${id(step)}, ${id(index)}, ${part}, ${JSON.stringify(before)}, '{}')`.execute(db)
}
const storeView = (n: number, screen: string, query: string) =>
  sql`insert into saved_view (id, owner_id, screen, name, query)
    values (${id(n)}, ${PERSON}, ${screen}, ${query}, ${query})`.execute(db)

it('undo steps and saved views of an older version are stored under the new names', async () => {
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${PERSON}, 'a@example.com', 'a@example.com', 'A', 'editor', 'active')`.execute(db)
  await storeStep(2, 'album', [
    { part: 'placed', before: { runs: [{ ids: ['a'] }], placed: { a: 3, b: 4 } } },
    { part: 'worded', before: { texts: [{ id: 'b', alt: 'worded', worded: 7 }, { id: 'a', alt: '', worded: 6 }] } }, // prettier-ignore
    { part: 'removed', before: { rows: [{ id: 'a', alt: '', placed: 1, worded: 2 }], runs: [], cover: null } },
    { part: 'removed', before: { rows: [], runs: [], cover: null } },
    { part: 'trashed', before: { status: 'draft' } },
  ])
  await storeStep(3, 'media', [{ part: 'replace', before: { storageKey: 'k', look: null } }])
  await storeStep(4, 'tag', [{ part: 'gone', before: { row: { name: 'T', alike_known: true }, redirects: [] } }])
  await storeView(5, 'tags', 'q=alike&alike=true&columns=uses.alike.updatedAt')
  await storeView(6, 'media', 'duplicates=true&sort=-alike')
  await storeView(7, 'articles', 'alike=true')

  await migrate(db)

  const { rows } = await sql<{ part: string; before: object }>`
    select part, "before" from undo_step_item order by step_id, item_id`.execute(db)
  expect(rows).toEqual([
    { part: 'moved', before: { runs: [{ ids: ['a'] }], positionVersions: { a: 3, b: 4 } } },
    {
      part: 'texts',
      before: {
        texts: [
          { id: 'b', alt: 'worded', textVersion: 7 },
          { id: 'a', alt: '', textVersion: 6 },
        ],
      },
    },
    {
      part: 'removed',
      before: { rows: [{ id: 'a', alt: '', positionVersion: 1, textVersion: 2 }], runs: [], cover: null },
    },
    { part: 'removed', before: { rows: [], runs: [], cover: null } },
    { part: 'trashed', before: { status: 'draft' } },
    { part: 'replace', before: { storageKey: 'k', perceptualHashId: null } },
    { part: 'gone', before: { row: { name: 'T', similar_known: true }, redirects: [] } },
  ])
  const views = await sql<{ query: string }>`select query from saved_view order by id`.execute(db)
  expect(views.rows.map(({ query }) => query)).toEqual([
    'q=alike&similar=true&columns=uses.similar.updatedAt',
    'duplicates=true&sort=-similar',
    'alike=true',
  ])
})
