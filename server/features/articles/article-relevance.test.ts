import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, administrator, editor, author, viewer, adManager, createArticle } = await createDesk()
type List = ListReply<ArticleSummary>
const ask = (query: Record<string, string>, who: Person = editor) =>
  api<List>(who, 'GET', `/api/articles?${new URLSearchParams(query).toString()}`)
const titles = async (query: Record<string, string>, who: Person = editor) => {
  const { status, body } = await ask({ sort: 'relevance', ...query }, who)
  expect(status).toBe(200)
  return body.items.map(({ title }) => title)
}

describe('the best match first', async () => {
  // Begun in an order that neither time nor name could put right.
  await createArticle({ title: 'Bridge' })
  await createArticle({ title: 'Bridge over the Aare' })
  await createArticle({ title: 'The bridge reopens' })
  await createArticle({ title: 'A drawbridge' })
  await createArticle({ title: 'Ferries', excerpt: 'Until the bridge opens.' })
  await createArticle({ title: 'Tolls', body: '<p>Each bridge has its toll.</p>' })
  await createArticle({ title: 'Bridge over the Rhine' })
  await createArticle({ title: 'Every bridge counts' })
  await createArticle({ title: 'Nothing of the kind' })

  it('title, its beginning, a word of it, other fields, the text; the newest first among equals', async () =>
    expect(await titles({ q: 'bridge' })).toEqual([
      'Bridge',
      'Bridge over the Rhine',
      'Bridge over the Aare',
      'Every bridge counts',
      'The bridge reopens',
      'A drawbridge',
      'Ferries',
      'Tolls',
    ]))

  it('pages follow each other', async () => {
    const all = await titles({ q: 'bridge' })
    const pages = await Promise.all([1, 2, 3].map((page) => titles({ q: 'bridge', pageSize: '3', page: `${page}` })))
    expect(pages.flat()).toEqual(all)
  })

  it('several words of a title in any order, and letters of any width, count as its words', async () => {
    expect((await titles({ q: 'reopens bridge' }))[0]).toBe('The bridge reopens')
    await createArticle({ title: 'ＢＡＺＡＡＲ of the year' })
    await createArticle({ title: 'Stalls', body: '<p>bazaar</p>' })
    expect(await titles({ q: 'bazaar' })).toEqual(['ＢＡＺＡＡＲ of the year', 'Stalls'])
  })

  it('Chinese titles are found by one character, by two, and before texts', async () => {
    await createArticle({ title: '长江大桥今日重新开放' })
    await createArticle({ title: '渡轮', body: '<p>大桥旁边的渡轮</p>' })
    expect(await titles({ q: '桥' })).toEqual(['长江大桥今日重新开放', '渡轮'])
    expect(await titles({ q: '大桥' })).toEqual(['长江大桥今日重新开放', '渡轮'])
  })

  it.each(['%', '_', '\\', "'", '"', '(', '*', ':*', '\\m', 'a'.repeat(200), '…', '100%'])(
    '%s breaks nothing',
    async (q) => expect((await ask({ q, sort: 'relevance' })).status).toBe(200),
  )

  it('needs something to match, and says which field is wrong', async () => {
    for (const query of [{ sort: 'relevance' }, { sort: 'relevance', q: ' ' }] as Record<string, string>[]) {
      const { status, body } = await ask(query)
      expect({ status, fields: body.fields?.map(({ path }) => path) }).toEqual({ status: 400, fields: ['sort'] })
    }
    expect((await ask({ sort: '-relevance', q: 'bridge' })).status).toBe(400)
  })
})

describe('what a person may not see does not put an article first', async () => {
  const hidden = await createArticle({ title: 'Candles', excerpt: 'A heron', status: 'published' })
  const edited = { version: hidden.version, title: 'Heron', subtitle: 'heron', body: '<p>heron</p>' }
  await api(editor, 'PATCH', `/api/articles/${hidden.id}`, edited)
  const live = await createArticle({ title: 'Heron in the reeds', status: 'published' })
  await api(editor, 'PATCH', `/api/articles/${live.id}`, { version: live.version, title: 'Kingfisher' })
  await createArticle({ title: 'Lanterns', body: '<p>heron</p>', status: 'published' })

  it.each([
    // Its address still has the word.
    ['an administrator', administrator, ['Heron', 'Kingfisher', 'Lanterns']],
    ['an editor', editor, ['Heron', 'Kingfisher', 'Lanterns']],
    ['an author', author, ['Heron in the reeds', 'Candles', 'Lanterns']],
    ['an ad manager', adManager, ['Heron in the reeds', 'Candles', 'Lanterns']],
    ['a viewer', viewer, ['Heron in the reeds', 'Candles', 'Lanterns']],
  ] as const)('%s', async (_who, person, found) => expect(await titles({ q: 'heron' }, person)).toEqual(found))

  it('an author’s own working copy counts by its own title', async () => {
    const own = await createArticle({ title: 'Old name', body: '<p>osprey</p>', status: 'published' }, author)
    await createArticle({ title: 'Newer', body: '<p>osprey</p>', status: 'published' })
    await api(author, 'PATCH', `/api/articles/${own.id}`, { version: own.version, title: 'Osprey' })
    expect(await titles({ q: 'osprey' }, author)).toEqual(['Osprey', 'Newer'])
  })
})

describe('a word that is in very many articles', async () => {
  await sql`insert into article (id, slug, title, status, updated_at, created_at, search_head, search_words)
    select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'many-' || n, 'Many ' || n, 'draft',
      timestamptz '2001-01-01' + n * interval '1 second', timestamptz '2001-01-01', 'many ' || n,
      array_to_tsvector(array['harbour', 'many'])
    from generate_series(1, 12000) as n`.execute(db)
  await flushArticleFacets(db)
  await createArticle({ title: 'Harbour lights' })
  await createArticle({ title: 'The new harbour' })
  await createArticle({ title: 'Harbour' })
  await createArticle({ title: 'Fish', body: '<p>harbour</p>' })
  await sql`analyze article`.execute(db)

  it('still has its titles first, then the newest', async () => {
    const { body } = await ask({ q: 'harbour', sort: 'relevance', pageSize: '5' })
    expect(body.items.map(({ title }) => title)).toEqual([
      'Harbour',
      'Harbour lights',
      'The new harbour',
      'Fish',
      'Many 12000',
    ])
    expect(body.totalIsExact).toBe(false)
    expect(body.total).toBeGreaterThan(10_000)
  })

  it('finds titles by an index', async () => {
    const plan = await sql`explain select id from article where deleted_at is null
      and title_words(title) @@ ${"'harbour':*"}::tsquery limit 20`.execute(db)
    expect(JSON.stringify(plan.rows)).toMatch(/article_title_words/)
  })

  it('shows each article once, on whatever page', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(
        async (page) => (await ask({ q: 'harbour', sort: 'relevance', pageSize: '3', page: `${page}` })).body,
      ),
    )
    expect(pages.flatMap(({ items }) => items.map(({ title }) => title))).toEqual([
      'Harbour',
      'Harbour lights',
      'The new harbour',
      'Fish',
      'Many 12000',
      'Many 11999',
      'Many 11998',
      'Many 11997',
      'Many 11996',
    ])
    const far = await ask({ q: 'harbour', sort: 'relevance', pageSize: '100', page: '120' })
    expect(far.body.items).toHaveLength(100)
    expect(far.body.items[0]?.title).toBe('Many 104')
  })

  it('that nearly every title has leads with the title itself and the newest', async () => {
    await createArticle({ title: 'Many' })
    await sql`update article set updated_at = timestamptz '2000-01-01' where title = 'Many'`.execute(db)
    expect((await titles({ q: 'many' })).slice(0, 3)).toEqual(['Many', 'Many 12000', 'Many 11999'])
    expect((await titles({ q: 'many', status: 'draft', pageSize: '100', page: '121' })).length).toBeLessThan(100)
  })
})
