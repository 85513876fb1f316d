import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ArticleListQuery, type ArticleFilter } from '#contract/article-list.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { facetCondition, facetRows } from './article-facet-queries.ts'
import { countArticles, listArticles } from './article-list-queries.ts'
import { searchOf } from './article-word-queries.ts'
import { createDesk } from './testing/desk.ts'

const { db, editor, author, tag, category, byline } = await createDesk()
const asEditor = { id: editor.user.id, role: editor.user.role }
const asAuthor = { id: author.user.id, role: author.user.role }

// Every second one has the word in its text, every fifth in the middle of a word of its title; some are published.
await sql`insert into article (id, slug, title, status, primary_category, updated_at, search_head, search_words)
  select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'many-' || n,
    title, case when n % 4 = 0 then 'published' else 'draft' end, case when n % 3 = 0 then ${category.id}::uuid end,
    timestamptz '2001-01-01' + n * interval '1 hour', lower(title),
    array_to_tsvector(array_remove(array['many', case when n % 2 = 0 then 'harbour' end, case when n % 5 = 0 then 'oldharbour' end], null))
  from generate_series(1, 12000) as n, lateral (
    select case when n % 5 = 0 then 'Oldharbour ' else 'Many ' end || n as title) as named`.execute(db)
await sql`insert into article_tag select id, ${tag.id}::uuid, 0 from article where title ~ '[1-6]$'`.execute(db)
await sql`insert into article_author select id, ${byline.id}::uuid, 0 from article where title ~ '[02468]$'`.execute(db)
await flushArticleFacets(db)
await sql`analyze article_facets`.execute(db)

/** What the plain query gives: no index, no facets. */
async function plainly({ tag: term, author: name, category: branch }: ArticleFilter, seen: ReturnType<typeof sql>) {
  const { rows } = await sql<{ id: string }>`select id from article where deleted_at is null and ${seen}
    and (search_words @@ '''harbour'':*'::tsquery or search_head like '%harbour%')
    and (${term === undefined} or exists (select from article_tag where article_id = id and tag_id = ${term ?? null}::uuid))
    and (${name === undefined} or exists (select from article_author where article_id = id and author_id = ${name ?? null}::uuid))
    and (${branch === undefined} or primary_category = ${branch ?? null}::uuid)
    order by updated_at desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

const filters: [string, ArticleFilter][] = [
  ['alone', {}],
  ['with a tag', { tag: tag.id }],
  ['with an author', { author: byline.id }],
  ['in a branch', { category: category.id }],
  ['with a tag and an author in a branch', { tag: tag.id, author: byline.id, category: category.id }],
]

describe.each([
  ['an editor', asEditor, sql`true`],
  ['an author', asAuthor, sql`status = 'published'`],
] as const)('a common word, asked by %s,', (_who, person, seen) => {
  it.each(filters)('%s shows what the plain query finds, page by page, and exactly how many', async (_what, filter) => {
    const expected = await plainly(filter, seen)
    expect(expected.length).toBeGreaterThan(100)
    for (const page of [1, 2, Math.ceil(expected.length / 100)])
      for (const sort of ['-updatedAt', 'updatedAt'] as const) {
        const shown = await listArticles(db, person, {
          ...ArticleListQuery.parse({ q: 'harbour', sort, page, pageSize: 100 }),
          ...filter,
        })
        const ordered = sort === 'updatedAt' ? expected.toReversed() : expected
        expect(shown.items.map(({ id }) => id)).toEqual(ordered.slice((page - 1) * 100, page * 100))
        const whole = { total: expected.length, totalIsExact: true }
        expect(shown).toMatchObject(whole)
        expect(await countArticles(db, person, { q: 'harbour', ...filter })).toEqual(whole)
      }
  })
})

/** More than are counted: the list has to find its pages without reading all matches. */
const many = { total: 20_000, totalIsExact: false }

it.each(filters)(
  'where very many match, a search %s shows the same pages from the months around them',
  async (_what, filter) => {
    const expected = await plainly(filter, sql`true`)
    for (const page of [1, 2, 7, Math.ceil(expected.length / 100), 400])
      for (const sort of ['-updatedAt', 'updatedAt'] as const)
        for (const total of [many, { ...many, total: 200_000 }, { ...many, total: 100_000, among: 10_000_000 }]) {
          const query = { ...ArticleListQuery.parse({ q: 'harbour', sort, page, pageSize: 100 }), ...filter }
          const ordered = sort === 'updatedAt' ? expected.toReversed() : expected
          const { items } = await listArticles(db, asEditor, query, total)
          expect(items.map(({ id }) => id)).toEqual(ordered.slice((page - 1) * 100, page * 100))
        }
  },
)

/** The ids of the articles of the tag. */
async function ofTheTag(order: ReturnType<typeof sql>) {
  const { rows } = await sql<{ id: string }>`select id from article join article_tag on article_id = id
    where tag_id = ${tag.id} order by ${order}`.execute(db)
  return rows.map(({ id }) => id)
}

it('in the order of publication, those that never were published come last', async () => {
  await sql`update article set published_at = updated_at + interval '3 years' where title ~ '[1357]$'`.execute(db)
  await flushArticleFacets(db)
  for (const [sort, order] of [
    ['publishedAt', sql`published_at nulls last, id`],
    ['-publishedAt', sql`published_at desc nulls last, id desc`],
  ] as const) {
    const ordered = await ofTheTag(order)
    for (const total of [many, { total: ordered.length, totalIsExact: true }])
      for (const page of [1, 3, Math.ceil(ordered.length / 100)]) {
        const query = { ...ArticleListQuery.parse({ sort, page, pageSize: 100 }), tag: tag.id }
        const { items } = await listArticles(db, asEditor, query, total)
        expect(items.map(({ id }) => id)).toEqual(ordered.slice((page - 1) * 100, page * 100))
      }
  }
})

it('where a counter tells how many have a tag, each page shows what it would among all of them', async () => {
  for (const [sort, order] of [
    ['updatedAt', sql`updated_at, id`],
    ['-updatedAt', sql`updated_at desc, id desc`],
    ['title', sql`lower(title), id`],
  ] as const) {
    const ordered = await ofTheTag(order)
    expect(ordered.length).toBeGreaterThan(5000)
    for (const page of [1, 2, 40, Math.ceil(ordered.length / 100), 400]) {
      const query = { ...ArticleListQuery.parse({ sort, page, pageSize: 100 }), tag: tag.id }
      const shown = await listArticles(db, asEditor, query, { total: ordered.length, totalIsExact: true })
      expect(shown.items.map(({ id }) => id)).toEqual(ordered.slice((page - 1) * 100, page * 100))
      expect(shown).toMatchObject({ total: ordered.length, totalIsExact: true })
    }
  }
})

it('a list of more than a thousand shows its first pages before they are counted; the total is asked for after them', async () => {
  const filter = { tag: tag.id, status: 'draft' } as const
  const { rows } = await sql<{ id: string }>`select id from article where status = 'draft' and title ~ '[1-6]$'
    order by updated_at desc`.execute(db)
  const months = { from: '2001-03-01T00:00:00Z', to: '2001-07-01T00:00:00Z' }
  const inMonths = await sql<{ id: string }>`select id from article where title ~ '[1-6]$'
    and updated_at >= ${months.from} and updated_at < ${months.to} order by updated_at desc`.execute(db)
  const first = async (asked: ArticleFilter, page: number) =>
    listArticles(db, asEditor, { ...ArticleListQuery.parse({ page }), ...asked })
  for (const [asked, expected] of [
    [filter, rows],
    [{ ...months, tag: tag.id }, inMonths.rows],
  ] as const) {
    expect(expected.length).toBeGreaterThan(1000)
    for (const page of [1, 2, 20]) {
      const shown = await first(asked, page)
      expect(shown).toMatchObject({ total: 1001, totalIsExact: false, totalFollows: true })
      expect(shown.items.map(({ id }) => id)).toEqual(expected.slice(25 * (page - 1), 25 * page).map(({ id }) => id))
    }
    expect(await countArticles(db, asEditor, asked)).toEqual({ total: expected.length, totalIsExact: true })
  }
  // Up to a thousand are counted at once.
  const few = await first({ ...filter, from: '2002-04-01T00:00:00Z' }, 1)
  expect(few).toMatchObject({ totalIsExact: true })
  expect(few).not.toHaveProperty('totalFollows')
  expect(few.total).toBeGreaterThan(100)
})

it('where the planner expects very many, the same pages come from the newest rows and from months', async () => {
  // Sizes of tables are kept for each handle.
  const large = db.withSchema('public')
  const size = (rows: number) =>
    sql`update pg_class set reltuples = ${rows} where relname = 'article_facets'`.execute(db)
  await size(200_000)
  let [uncounted, counted] = [0, 0]
  for (const [, filter] of filters.slice(1))
    for (const [sort, times] of [
      ['-updatedAt', {}],
      ['updatedAt', { from: '2001-02-11T07:00:00Z' }],
      ['-updatedAt', { from: '2001-02-01T00:00:00Z', to: '2002-03-03T03:00:00Z' }],
      ['-updatedAt', { status: 'draft' }],
      ['updatedAt', { status: 'draft', to: '2002-03-03T03:00:00Z' }],
      ['-updatedAt', { status: 'published' }],
    ] as const) {
      const { tag: term, author: name, category: branch } = filter
      const { rows } = await sql<{ id: string }>`select id from article where deleted_at is null and slug like 'many-%'
        and (${term === undefined} or exists (select from article_tag where article_id = id and tag_id = ${term ?? null}::uuid))
        and (${name === undefined} or exists (select from article_author where article_id = id and author_id = ${name ?? null}::uuid))
        and (${branch === undefined} or primary_category = ${branch ?? null}::uuid)
        and (${!('status' in times)} or status = ${'status' in times ? times.status : ''})
        and updated_at >= ${'from' in times ? times.from : '-infinity'} and updated_at < ${'to' in times ? times.to : 'infinity'}
        order by updated_at ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}`.execute(db)
      for (const page of [1, 3, 20]) {
        const asked = { ...ArticleListQuery.parse({ sort, page }), ...filter, ...times }
        const shown = await listArticles(large, asEditor, asked)
        expect(shown.items.map(({ id }) => id)).toEqual(rows.slice(25 * (page - 1), 25 * page).map(({ id }) => id))
        if (shown.total === 25 * page) uncounted++
        else counted++
      }
      expect(await countArticles(large, asEditor, { ...filter, ...times })).toMatchObject({ total: rows.length })
    }
  await size(12_000)
  expect(uncounted).toBeGreaterThan(20)
  expect(counted).toBeLessThan(uncounted)
}, 60_000)

it.each([
  ['the word, and letters inside of words that are known', 'harbour', /words @@ '''oldharbour'''/, ['head']],
  ['the words, and letters', 'e harbour', /terms @>[^"]*head ~~/, []],
])(
  '%s are found with the filters by one index, which needs no look at the words of a row',
  async (_what, q, letters, looked) => {
    const filter = { q, tag: tag.id, author: byline.id }
    const facets = facetCondition(asEditor, filter, await searchOf(db, filter))!
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return JSON.stringify(
        (await sql`explain (format json) ${facetRows(facets, sql`updated_at`, 10_001)}`.execute(trx)).rows,
      )
    })
    expect(plan).toMatch(/article_facets_terms/)
    expect(plan).toMatch(/terms @>[^"]*words @@/)
    expect(plan).toMatch(letters)
    expect([...plan.matchAll(/"Filter":"\(+(\w+)/g)].map(([, column]) => column)).toEqual(looked)
  },
)

it('filters together are found among the articles of their months by an index of these, which needs no look at terms', async () => {
  const months = { from: '2001-02-10T00:00:00Z', to: '2001-04-05T00:00:00Z' }
  const filter = { ...months, tag: tag.id, author: byline.id }
  const planOf = async (viewer: typeof asEditor, asked: ArticleFilter) =>
    db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const facets = facetCondition(viewer, asked, null)!
      const { rows } = await sql`explain (format json) ${facetRows(facets, sql`updated_at`)}`.execute(trx)
      return JSON.stringify(rows)
    })
  for (const viewer of [asEditor, asAuthor]) {
    expect(await planOf(viewer, filter)).toMatch(/article_facets_by_month/)
    expect(await planOf(viewer, filter)).not.toMatch(/article_facets_terms|article_facets_updated/)
    // To compute for each row what the index has of it takes a hundred times as long as a look at its terms.
    const asked = [...(await planOf(viewer, filter)).matchAll(/"Filter":"((?:[^"\\]|\\.)*)"/g)]
    expect(asked.map(([, text]) => text).join()).not.toMatch(/by_month/)
  }
  // A time of years has too many articles.
  expect(await planOf(asEditor, { ...filter, to: '2003-01-01T00:00:00Z' })).not.toMatch(/by_month/)
})
