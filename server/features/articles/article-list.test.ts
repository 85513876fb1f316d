import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ArticleListQuery } from '#contract/article-list.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { flushCounts } from '../../job-tasks.ts'
import { listArticles } from './article-list-queries.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { createDesk } from './testing/desk.ts'

const desk = await createDesk()
const { api, db, editor, author, viewer, byline, category, tag, createArticle } = desk
type List = ListReply<ArticleSummary>
const list = async (query: Record<string, string>, who = editor) => {
  const answer = await api<List>(who, 'GET', `/api/articles?${new URLSearchParams(query).toString()}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const titles = async (query: Record<string, string>, who = editor) =>
  (await list(query, who)).items.map(({ title }) => title).toSorted()

describe('searching', async () => {
  await createArticle({ title: 'Spring in 东京都', body: '<p>Cherry blossoms and 寿司</p>' })
  await createArticle({ title: '100% cotton_shirt "sale"', body: '<p>Nothing else</p>' })
  await createArticle({ title: 'Zürich', subtitle: 'A quiet town', body: '<p>ok go now</p>' })

  it.each([
    ['东京', 'Spring in 东京都'],
    ['京', 'Spring in 东京都'],
    ['东京都', 'Spring in 东京都'],
    ['寿司', 'Spring in 东京都'],
    ['cherry blos', 'Spring in 东京都'],
    ['BLOSSOMS spring', 'Spring in 东京都'],
    ['100%', '100% cotton_shirt "sale"'],
    ['%', '100% cotton_shirt "sale"'],
    ['n_s', '100% cotton_shirt "sale"'],
    ['_', '100% cotton_shirt "sale"'],
    ['"sale"', '100% cotton_shirt "sale"'],
    ['ok', 'Zürich'],
    ['qui', 'Zürich'],
    ['zürich', 'Zürich'],
    ['ürich', 'Zürich'],
  ])('%s finds %s alone', async (q, title) => expect(await titles({ q })).toEqual([title]))

  it.each([
    'blossoms 东南',
    '%%%',
    '___',
    "' or 1=1 --",
    "x'::tsquery",
    '\\',
    ':*',
    '&|!()<->',
    '北京',
    'a'.repeat(200),
  ])('%s finds nothing and breaks nothing', async (q) => expect(await titles({ q })).toEqual([]))

  it('an empty search is no search', async () => expect((await list({ q: ' ' })).total).toBeGreaterThan(2))

  it('more than 200 characters, or a NUL, are refused', async () => {
    expect((await api(editor, 'GET', `/api/articles?q=${'a'.repeat(201)}`)).status).toBe(400)
    expect((await api(editor, 'GET', '/api/articles?q=%00')).status).toBe(400)
  })

  it('a viewer does not find a working copy by its words, but the published text', async () => {
    const article = await createArticle({ title: 'Heron', status: 'published' })
    const edited = { version: article.version, title: 'Kingfisher', internalNote: 'secret' }
    await api(editor, 'PATCH', `/api/articles/${article.id}`, edited)
    expect(await titles({ q: 'kingfisher' }, viewer)).toEqual([])
    expect(await titles({ q: 'heron' }, viewer)).toEqual(['Heron'])
    expect(await titles({ q: 'kingfisher' })).toEqual(['Kingfisher'])
    const seen = await api(viewer, 'GET', `/api/articles/${article.id}`)
    expect(seen.body).toMatchObject({ title: 'Heron', internalNote: '', hasChanges: false })
    expect(await titles({ q: 'kingfisher' }, author)).toEqual([])
  })
})

describe('filtering', async () => {
  const below = (await api(editor, 'POST', '/api/categories', { name: 'Local', parent: category.id })).body
  const other = (await api(editor, 'POST', '/api/categories', { name: 'Sport' })).body
  const ada = (await api(editor, 'POST', '/api/authors', { displayName: 'Grace' })).body
  await createArticle({ title: 'F1', primaryCategory: below.id, tags: [tag.id], authors: [ada.id] })
  await createArticle({
    title: 'F2',
    primaryCategory: other.id,
    categories: [below.id],
    featured: true,
    authors: [ada.id],
  })
  await createArticle({ title: 'F3', primaryCategory: other.id, authors: [ada.id], status: 'trashed' })

  it.each([
    [{ author: ada.id }, ['F1', 'F2']],
    [{ category: below.id }, ['F1', 'F2']],
    [{ category: other.id }, ['F2']],
    [{ tag: tag.id }, ['F1']],
    [{ featured: 'true' }, ['F2']],
    [{ author: ada.id, featured: 'false' }, ['F1']],
    [{ author: ada.id, status: 'trashed' }, ['F3']],
    [{ author: ada.id, status: 'published' }, []],
    [{ author: ada.id, hasChanges: 'true' }, []],
    [{ author: ada.id, from: '2199-01-01T00:00:00Z' }, []],
    [{ author: ada.id, to: '2199-01-01T00:00:00+08:00' }, ['F1', 'F2']],
  ])('by %o', async (query, found) => expect(await titles(query)).toEqual(found))

  it('by a category finds what is in those below it', async () =>
    expect(await titles({ category: category.id, author: ada.id })).toEqual(['F1', 'F2']))

  it('mine are those I made or changed', async () => {
    await createArticle({ title: 'Mine' }, author)
    expect(await titles({ mine: 'true' }, author)).toEqual(['Mine'])
    expect(await titles({ mine: 'false', q: 'mine' }, author)).toEqual([])
  })

  it('a byline makes an article one’s own', async () => {
    const { body } = await api(desk.administrator, 'POST', '/api/authors', {
      displayName: 'The Author',
      user: author.user.id,
    })
    await createArticle({ title: 'Ghost written', authors: [body.id] })
    expect(await titles({ q: 'ghost' }, author)).toEqual(['Ghost written'])
    expect(await titles({ q: 'ghost' }, viewer)).toEqual([])
  })
})

describe('what is not on the closed list', () => {
  it.each([
    'sort=internalNote',
    'sort=-passwordHash',
    'sort=title;drop table article',
    'sort=updatedAt,id',
    'internalNote=x',
    'createdBy.passwordHash=x',
    'author.email=a',
    'author[email]=a',
    'filter[internalNote]=x',
    "author=x' or '1'='1",
    'author=1abc',
    'author={"$ne":1}',
    'status=draft&status=published',
    'status=deleted',
    'page=0',
    'page=1e9',
    'page=-1',
    'page=1.5',
    'pageSize=101',
    'pageSize=0',
    'from=yesterday',
    'featured=1',
    '__proto__[x]=1',
  ])('%s is refused (R03, R06, R30, R37)', async (query) => {
    const { status, body } = await api(editor, 'GET', `/api/articles?${query}`)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' })
  })

  it.each(['1abc', '[1]', '%7B%22$ne%22:1%7D', '..%2f..', "'%20or%201=1"])('the id %s is refused (R06)', async (id) =>
    expect([400, 404]).toContain((await api(editor, 'GET', `/api/articles/${id}`)).status),
  )

  it.each([
    { status: 'published' },
    { version: 7 },
    { id: '01900000-0000-7000-8000-000000000000' },
    { createdBy: 'x' },
    { hasChanges: true },
    { title: 'x', authors: 'all' },
    { title: ['x'] },
    { title: 'a'.repeat(256) },
    { title: 'nul \u0000' },
    { title: 'x', slug: 'Not A Slug' },
    { title: 'x', slug: '../etc' },
    { title: 'x', canonicalUrl: 'javascript:alert(1)' },
    { title: 'x', adsPolicy: 'lots' },
    { title: 'x', publishAt: 'soon' },
    { title: 'x', body: 'nul \u0000' },
  ])('a new article with %o is refused (R02)', async (fields) => {
    const { status, body } = await api(editor, 'POST', '/api/articles', { title: 'Fine', ...fields })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' })
  })

  it('text in any script is kept as it is, composed', async () => {
    const title = 'Ünïcode 🎉 עברית 日本語 e\u0301'
    const { body } = await api(editor, 'POST', '/api/articles', { title, body: '<p>👩‍👩‍👧 e\u0301</p>' })
    expect(body.title).toBe(title.normalize('NFC'))
    expect(body.body).toBe('<p>👩‍👩‍👧 \u00e9</p>')
  })

  it('a body of more than a megabyte is refused by bytes, not by letters', async () => {
    const { status, body } = await api(editor, 'POST', '/api/articles', { title: 'Long', body: '好'.repeat(400_000) })
    expect({ status, path: body.fields?.[0]?.path }).toEqual({ status: 400, path: 'body' })
    const fits = await api(editor, 'POST', '/api/articles', { title: 'Long', body: `<p>${'好雨'.repeat(150_000)}</p>` })
    expect(fits.body).toMatchObject({ wordCount: 300_000 })
  })
})

describe('many articles', async () => {
  const others = (await list({})).total
  await sql`insert into article (id, slug, title, status, updated_at, created_at)
    select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'many-' || n, 'Many', 'draft',
      timestamptz '2001-01-01' + (n / 100) * interval '1 day', timestamptz '2001-01-01'
    from generate_series(1, 12000) as n`.execute(db)
  await sql`analyze article`.execute(db)

  it('beyond 10,000 the total is an estimate and says so', async () => {
    const page = await list({ from: '2001-01-01T00:00:00Z' })
    expect(page.totalIsExact).toBe(false)
    expect(page.total).toBeGreaterThan(10_000)
    expect(Math.abs(page.total - others - 12_000)).toBeLessThan(1500)
  })

  it('where a counter tells, the total is exact however many there are', async () => {
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*) from article where deleted_at is null group by 1`.execute(db)
    const all = rows.reduce((sum, { count }) => sum + count, 0)
    expect(await list({})).toMatchObject({ total: all, totalIsExact: true })
    const drafts = rows.find(({ status }) => status === 'draft')?.count
    expect(drafts).toBeGreaterThan(10_000)
    expect(await list({ status: 'draft' })).toMatchObject({ total: drafts, totalIsExact: true })
  })

  it('the last pages, read from the other end, are those that walking there would show', async () => {
    for (const sort of ['-updatedAt', 'publishedAt', '-publishedAt', '-title']) {
      const { total } = await list({})
      const { rows } = await sql<{ id: string }>`select id from article where deleted_at is null order by ${sql.raw(
        {
          '-updatedAt': 'updated_at desc',
          publishedAt: 'published_at',
          '-publishedAt': 'published_at desc',
          '-title': 'lower(title) desc',
        }[sort]!,
      )} nulls last, id ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}`.execute(db)
      const pages = Math.ceil(total / 100)
      for (const page of [Math.ceil(pages / 2) + 1, pages - 1, pages]) {
        const { items } = await list({ sort, pageSize: '100', page: String(page) })
        expect(items.map(({ id }) => id)).toEqual(rows.slice((page - 1) * 100, page * 100).map(({ id }) => id))
      }
    }
  })

  it('pages from the middle, which begin at a day, are those that walking there would show', async () => {
    const shown = async (sort: string, status?: string) => {
      const { rows } = await sql<{ id: string }>`select id from article
        where deleted_at is null ${status ? sql`and status = ${status}` : sql``}
        order by updated_at ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, id ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}`.execute(
        db,
      )
      for (const page of [31, 45, 60, 77]) {
        const { items } = await list({ sort, pageSize: '100', page: String(page), ...(status && { status }) })
        expect(items.map(({ id }) => id)).toEqual(rows.slice((page - 1) * 100, page * 100).map(({ id }) => id))
      }
    }
    await shown('-updatedAt')
    await shown('updatedAt')
    await shown('-updatedAt', 'draft')
    // Some are changed, some go to the trash and come back, and nobody has added that up yet.
    await sql`update article set updated_at = now() where id in (
      select id from article where slug like 'many-%' order by id limit 250)`.execute(db)
    await sql`update article set deleted_at = now() where slug like 'many-1%'`.execute(db)
    await shown('-updatedAt')
    await sql`update article set deleted_at = null where slug like 'many-1%'`.execute(db)
    await shown('updatedAt', 'draft')
    await flushCounts(db)
    await shown('-updatedAt')
  })

  it('pages neither repeat nor lose an article, though hundreds share a moment', async () => {
    const seen = new Set<string>()
    for (let page = 1; page <= 10; page++)
      for (const { id } of (await list({ sort: 'updatedAt', pageSize: '100', page: String(page) })).items) seen.add(id)
    expect(seen.size).toBe(1000)
  })

  it('many that no index has in order are the same, page by page, as if all were sorted', async () => {
    await sql`update article set updated_by = ${editor.user.id} where slug like 'many-%'`.execute(db)
    await flushArticleFacets(db)
    const { rows } = await sql<{ id: string }>`select id from article where deleted_at is null
      and (created_by = ${editor.user.id} or updated_by = ${editor.user.id}) order by updated_at desc, id desc`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(10_000)
    for (const page of [1, 2, 3, 400]) {
      const shown = await list({ mine: 'true', page: String(page) })
      expect(shown.totalIsExact).toBe(false)
      expect(shown.items.map(({ id }) => id)).toEqual(rows.slice((page - 1) * 25, page * 25).map(({ id }) => id))
    }
    await sql`update article set updated_by = null where slug like 'many-%'`.execute(db)
  })

  it('a page far behind comes at once, and one beyond the end is empty', async () => {
    expect((await list({ pageSize: '100', page: '115' })).items).toHaveLength(100)
    const beyond = await list({ page: '1000000' })
    expect(beyond.items).toEqual([])
    expect(beyond.total).toBeLessThan(20_000)
  })

  it.each([
    'updatedAt',
    '-updatedAt',
    'title',
    '-title',
    'createdAt',
    '-createdAt',
    'publishedAt',
    '-publishedAt',
    'publishAt',
    '-publishAt',
  ])('sorted by %s is read from an index', async (sort) => {
    const order: Record<string, string> = {
      updatedAt: 'updated_at',
      createdAt: 'created_at',
      publishedAt: 'published_at',
      publishAt: 'publish_at',
      title: 'lower(title)',
    }
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const nulls = sort.includes('publish') ? 'nulls last' : ''
    const key = order[sort.replace('-', '')]
    const plan = await sql`explain select id from article where deleted_at is null
        order by ${sql.raw(`${key} ${direction} ${nulls}, id ${direction}`)} limit 25`.execute(db)
    expect(JSON.stringify(plan.rows)).not.toMatch(/Sort/)
    expect((await list({ sort })).items).toHaveLength(25)
  })

  it('a list of 100 takes no more queries than a list of one', async () => {
    let queries = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => (queries++, node),
      transformResult: async ({ result }) => result,
    })
    const query = ArticleListQuery.parse({ author: byline.id })
    const asEditor = { id: editor.user.id, role: editor.user.role }
    // What was written just now is counted by whoever asks first.
    await listArticles(db, asEditor, query)
    const one = await listArticles(counting, asEditor, { ...query, pageSize: 1 })
    const forOne = queries
    queries = 0
    const many = await listArticles(counting, asEditor, { ...query, pageSize: 100 })
    expect(many.items.length).toBeGreaterThan(one.items.length)
    expect(queries).toBeLessThanOrEqual(forOne)
    expect(queries).toBeLessThan(10)
  })
})
