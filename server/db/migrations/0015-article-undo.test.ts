import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf, migrateTo } from '../../testing/test-database.ts'

const { db } = await createDatabaseOf('0014-followed-articles')

it('bulk actions of before can still be undone, and articles get their language and facets', async () => {
  const [person, chinese, english, silent, bulk, empty] = Array.from({ length: 6 }, () => randomUUID())
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'a@example.org', 'a@example.org', 'Ann', 'editor', 'active')`.execute(db)
  await sql`insert into article (id, slug, title, body, updated_at) values
    (${chinese}, 'c', '天气', '<p class="a long name of a class">今天下雨。</p>', '2020-01-01'),
    (${english}, 'e', 'Weather', '<p>It rains.</p>', '2020-01-01'), (${silent}, 's', '', '', '2020-01-01')`.execute(db)
  await sql`insert into bulk_undo (id, created_by, action) values (${bulk}, ${person}, 'archive'),
    (${empty}, ${person}, 'publish')`.execute(db)
  await sql`insert into bulk_undo_item (undo_id, article_id, version_after, before) values
    (${bulk}, ${english}, 2, '{"status":"draft"}')`.execute(db)

  await migrateTo(db, '0015-article-undo')
  expect(await db.selectFrom('article').select(['slug', 'language', 'updatedAt']).orderBy('slug').execute()).toEqual([
    { slug: 'c', language: 'zh', updatedAt: '2020-01-01T00:00:00.000Z' },
    { slug: 'e', language: 'other', updatedAt: '2020-01-01T00:00:00.000Z' },
    { slug: 's', language: null, updatedAt: '2020-01-01T00:00:00.000Z' },
  ])
  const { rows: steps } = await sql`select id, noun, action, title from undo_step`.execute(db)
  expect(steps).toEqual([{ id: bulk, noun: 'article', action: 'archive', title: 'Weather' }])
  const { rows: items } = await sql`select undo_id, live_changed, redirects from article_undo_item`.execute(db)
  expect(items).toEqual([{ undoId: bulk, liveChanged: true, redirects: [] }])
  const { rows } = await sql<{ slug: string }>`select slug from article join article_card on article_id = article.id
    where terms @> array[card_term('language', 'zh'), card_term('cover', 'missing')]`.execute(db)
  expect(rows).toEqual([{ slug: 'c' }])
})
