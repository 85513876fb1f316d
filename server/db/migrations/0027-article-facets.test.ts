import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'

const { db } = await createTestDatabase()

it('nothing in the database is called a card any more, not even inside a function', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
      and prokind = 'f' and pg_get_functiondef(oid) ~ '\\m(note_)?card(_|s?\\M)|_card'
    union all select tgname::text from pg_trigger where tgname ~ '(^|_)card'
    union all select relname::text from pg_class where relname ~ '(^|_)card'`.execute(db)
  expect(rows).toEqual([])
  const functions = await sql<{ name: string }>`select proname::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname ~ 'facet' order by 1`.execute(db)
  expect(functions.rows.map(({ name }) => name)).toEqual([
    'facet_articles',
    'facet_changed_articles',
    'facet_changed_links',
    'facet_or_note',
    'facet_term',
    'facet_terms',
    'facets_by_month',
    'note_facet_branch',
    'refill_article_facets',
    'start_facet_job',
  ])
})
