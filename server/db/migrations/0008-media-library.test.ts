import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0007-undo-step')

it('pictures of an older Copydesk keep what they have, and their uses are counted', async () => {
  const [often, once, never] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [often, once, never])
    await sql`insert into media (id, sha256, name, type, bytes, width, height, storage_key)
      values (${id}, decode(replace(${id}, '-', ''), 'hex'), 'a.png', 'image/png', 1, 1, 1, ${id})`.execute(db)
  const [first, second] = [randomUUID(), randomUUID()]
  await sql`insert into article (id, slug, title, cover_media, body) values
    (${first}, 'first', 'First', ${often}, ${`<img src="/media/${often}/640.webp"><img src="/media/${once}/640.webp">`}),
    (${second}, 'second', 'Second', null, '')`.execute(db)
  await sql`insert into article_live (article_id, slug, title, published_at, updated_at, featured, author_ids, category_ids,
      tag_ids, content, word_count, reading_time, version)
    select id, slug, title, now(), now(), false, '{}', '{}', '{}',
      jsonb_build_object('body', '', 'cover', jsonb_build_object('media', ${often}::text), 'socialImage', null), 0, 0, 1
    from article`.execute(db)
  await sql`insert into author (id, display_name, slug, avatar) values (${randomUUID()}, 'Ann', 'ann', ${often})`.execute(
    db,
  )

  await migrate(db)
  const rows = await db.selectFrom('media').select(['id', 'uses', 'fileVersion', 'complete']).execute()
  const found = Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))
  expect(found).toEqual({
    // Both articles, of which one also shows it to readers, and the author.
    [often]: { uses: 3, fileVersion: 1, complete: false },
    [once]: { uses: 1, fileVersion: 1, complete: false },
    [never]: { uses: 0, fileVersion: 1, complete: false },
  })
})
