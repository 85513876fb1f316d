import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ReaderSearchReply } from '#contract/reader-search.ts'
import { createDesk } from '../articles/testing/desk.ts'

const desk = await createDesk({ publicUrl: 'https://desk.example.com' })
const { api, db, createArticle } = desk
const ARTICLES = 6000

// Copies of one published article, each a minute newer than the one before: all have "sea" in the text, every tenth "reef",
// every three hundredth "lantern" in the title, the third "anchor" in the text.
const model = await createArticle({ title: 'Model', status: 'published' })
await db.transaction().execute(async (trx) => {
  await sql`set local session_replication_role = replica`.execute(trx)
  await sql`create temporary table copy on commit drop as select n, gen_random_uuid() as id, (select max(doc) from reader_search) + n as doc,
    timestamptz '2021-01-01' + n * interval '1 minute' as at, case when n % 300 = 0 then 'Lantern ' || n else 'Report ' || n end as title,
    'sea' || case when n % 10 = 0 then ' reef' else '' end || case when n = 3 then ' anchor' else '' end as words
    from generate_series(1, ${ARTICLES}::int) as n`.execute(trx)
  await sql`insert into article_live (article_id, slug, title, published_at, updated_at, featured, author_ids, category_ids, tag_ids,
      content, word_count, reading_time, version)
    select copy.id, 'copy-' || n, copy.title, at, at, false, author_ids, category_ids, tag_ids,
      content || jsonb_build_object('slug', 'copy-' || n, 'title', copy.title), word_count, reading_time, version
    from copy, article_live where article_id = ${model.id}`.execute(trx)
  await sql`insert into reader_search (article_id, doc, published_at, title, terms, head, words)
    select copy.id, copy.doc, at, lower(copy.title), terms, fresh.head,
      reader_search_lexemes(title_words(copy.words), fresh.head, terms, '{}', at, copy.doc, false)
    from copy cross join lateral (select weighted_words(copy.title, 'A') as head) as fresh, reader_search as known
    where known.article_id = ${model.id} order by n`.execute(trx)
  await sql`select setval(pg_get_serial_sequence('reader_search', 'doc'), (select max(doc) from reader_search))`.execute(
    trx,
  )
})

const find = async (q: string, more: Record<string, string> = {}) => {
  const url = `/content/v1/search?${new URLSearchParams({ q, ...more }).toString()}`
  const { status, body } = await api<ReaderSearchReply>(null, 'GET', url)
  expect(status).toBe(200)
  return body
}
const slugsOf = ({ items }: ReaderSearchReply) => items.map(({ slug }) => slug)

/** The results of all pages; between them articles are published that would come first. */
async function allPages(q: string, limit: string) {
  const slugs: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: ReaderSearchReply = await find(q, { limit, ...(cursor && { cursor }) })
    slugs.push(...slugsOf(page))
    cursor = page.nextCursor
    if (slugs.length < 4 * Number(limit)) await createArticle({ title: `${q} ${slugs.length}`, status: 'published' })
  }
  return slugs
}

describe('among very many articles', () => {
  it('a word that few have is found however old they are, and their number is exact', async () => {
    const { total, totalIsExact, items } = await find('anchor')
    expect([total, totalIsExact, items[0]?.slug]).toEqual([1, true, 'copy-3'])
    const lanterns = await find('lantern', { limit: '100' })
    expect([lanterns.total, lanterns.totalIsExact]).toEqual([20, true])
    expect(lanterns.facets?.categories[0]?.count).toBe(20)
  })

  it('of a word that all have a thousand can be reached, the newest first, and that there are more is said', async () => {
    const first = await find('sea', { limit: '100' })
    expect([first.totalIsExact, slugsOf(first)[0]]).toEqual([false, `copy-${ARTICLES}`])
    expect(first.total).toBeGreaterThanOrEqual(500)
    const slugs = await allPages('sea', '100')
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toHaveLength(first.total)
  })

  it('of a word in between at least two hundred are found, each on one page only', async () => {
    const first = await find('reef')
    expect(first.total).toBeGreaterThanOrEqual(200)
    const slugs = await allPages('reef', '50')
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toHaveLength(first.total)
  })

  it('each result is on one page only, whatever is published between the pages', async () => {
    const slugs = await allPages('lantern', '3')
    expect(slugs).toHaveLength(20)
    expect(new Set(slugs).size).toBe(20)
  })
})
