import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { before } from '../../db/list-filter.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, administrator, editor, viewer, createArticle } = await createDesk()

const titles = async (query: string, who: Person = editor) =>
  (await api<ListReply<ArticleSummary>>(who, 'GET', `/api/articles?sort=title&${query}`)).body.items.map(
    ({ title }) => title,
  )
const picture = '01900000-0000-7000-8000-00000000c0fe'
await sql`insert into media (id, sha256, name, type, bytes, width, height, storage_key, variants)
  values (${picture}, '\\x00', 'a.jpg', 'image/jpeg', 1, 1, 1, 'a', '[]')`.execute(db)

describe('the filters of the article list', () => {
  it('publish date: from a moment, before a moment, and both', async () => {
    for (const [title, at] of [
      ['Dated 1', '2024-01-31T23:59:59.999Z'],
      ['Dated 2', '2024-02-01T00:00:00.000Z'],
      ['Dated 3', '2024-03-01T00:00:00.000Z'],
    ] as const)
      await createArticle({ title, publishAt: at, status: 'published' })
    const from = 'publishedFrom=2024-02-01T00:00:00Z'
    const to = 'publishedTo=2024-03-01T00:00:00Z'
    expect((await titles(from)).filter((title) => title.startsWith('Dated'))).toEqual(['Dated 2', 'Dated 3'])
    expect(await titles(to)).toEqual(['Dated 1', 'Dated 2'])
    expect(await titles(`${from}&${to}`)).toEqual(['Dated 2'])
    expect(await titles(`${from}&${to}`, viewer)).toEqual(['Dated 2'])
    expect(await titles(`${from}&${to}&q=dated`)).toEqual(['Dated 2'])
  })

  it('publish date of a scheduled article: when it goes live, not when it was published before', async () => {
    const made = await createArticle({ title: 'Planned once', status: 'scheduled' })
    const again = await createArticle({
      title: 'Planned again',
      publishAt: '2023-05-01T10:00:00Z',
      status: 'published',
    })
    const back = await api(editor, 'POST', `/api/articles/${again.id}/unpublish`, { version: again.version })
    const at = '2198-06-05T09:00:00.000Z'
    await api(editor, 'POST', `/api/articles/${again.id}/schedule`, { version: back.body.version, publishAt: at })
    await createArticle({ title: 'Planned, then not', publishAt: at })
    expect(made.publishAt).toBe('2199-01-01T00:00:00.000Z')
    const [day, both] = [
      'publishedFrom=2198-06-05T00:00:00Z',
      'publishedFrom=2198-06-05T00:00:00Z&publishedTo=2199-02-01T00:00:00Z',
    ]
    for (const status of ['', '&status=scheduled', '&q=planned']) {
      expect(await titles(`${day}&publishedTo=2198-06-06T00:00:00Z${status}`)).toEqual(['Planned again'])
      expect(await titles(`${both}${status}`)).toEqual(['Planned again', 'Planned once'])
      expect(await titles(`publishedFrom=2198-06-05T09:00:00.001Z${status}`)).toEqual(['Planned once'])
    }
    expect(await titles(`${day}&status=published`)).toEqual([])
    expect(await titles('publishedFrom=2023-05-01T00:00:00Z&publishedTo=2023-05-02T00:00:00Z')).toEqual([])
    expect(await titles('publishedTo=2198-06-05T09:00:00.001Z&status=scheduled')).toEqual(['Planned again'])
    expect(await titles(both, viewer)).toEqual([])
    const bulk = { action: 'trash', filter: { publishedFrom: '2198-12-31T00:00:00Z' }, expectedCount: 1 }
    expect((await api<{ results: object[] }>(editor, 'POST', '/api/articles/bulk', bulk)).body.results).toMatchObject([
      { title: 'Planned once', ok: true },
    ])
  })

  it('older than: what was not changed for so long', async () => {
    const made = await createArticle({ title: 'Long untouched' })
    const [recent, old] = [before(new Date(), '89d'), before(new Date(), '91d')]
    const touch = (at: string) => db.updateTable('article').set({ updatedAt: at }).where('id', '=', made.id).execute()
    await touch(recent)
    expect(await titles('olderThan=90d')).toEqual([])
    await touch(old)
    expect(await titles('olderThan=90d')).toEqual(['Long untouched'])
    expect(await titles('olderThan=12w')).toEqual(['Long untouched'])
    expect(await titles('olderThan=1y')).toEqual([])
    expect(await titles('olderThan=9999y')).toEqual([])
    const filter = { olderThan: '90d' }
    const bulk = { action: 'archive', filter, expectedCount: 1 }
    expect((await api<{ results: object[] }>(editor, 'POST', '/api/articles/bulk', bulk)).body.results).toMatchObject([
      { title: 'Long untouched', ok: true },
    ])
  })

  it('a month before the 31st is the last day of the month before', () => {
    expect(before(new Date('2026-03-31T10:00:00.000Z'), '1m')).toBe('2026-02-28T10:00:00.000Z')
    expect(before(new Date('2024-02-29T10:00:00.000Z'), '1y')).toBe('2023-02-28T10:00:00.000Z')
    expect(before(new Date('2026-03-15T10:00:00.000Z'), '2w')).toBe('2026-03-01T10:00:00.000Z')
  })

  it('missing cover, or a cover that is there', async () => {
    await createArticle({ title: 'Cover: with', cover: { media: picture, alt: 'A cover' } })
    await createArticle({ title: 'Cover: without' })
    expect(await titles('missingCover=true&q=cover')).toEqual(['Cover: without'])
    expect(await titles('missingCover=false')).toEqual(['Cover: with'])
  })

  it('language: Chinese is told from the rest by title and text, and told again when they change', async () => {
    const body = '<p>今天下雨,<a href="https://example.com/a-very-long-address-in-latin-letters">明天</a>也下雨。</p>'
    const chinese = await createArticle({ title: '天气预报 Weather', body })
    await createArticle({ title: 'とうきょうのてんき', body: '<p>明日は雨が降るでしょう。とても寒いです。</p>' })
    await createArticle({ title: 'On the character 雨', body: '<p>It rains in the north and in the south.</p>' })
    await api(editor, 'POST', '/api/articles', { title: '2026 …', body: '<p>&nbsp;</p>' })
    expect(await titles('language=zh')).toEqual(['天气预报 Weather'])
    const others = await titles('language=other')
    expect(others).toEqual(expect.arrayContaining(['とうきょうのてんき', 'On the character 雨']))
    expect(others).not.toContain('2026 …')
    const now = { version: chinese.version, title: 'The forecast', body: '<p>Rain.</p>' }
    await api(editor, 'PATCH', `/api/articles/${chinese.id}`, now)
    expect(await titles('language=zh')).toEqual([])
  })

  it('go by what readers see for those who may not see the working copy', async () => {
    const made = await createArticle({ title: '公开的文章', body: '<p>读者看到的文字。</p>', status: 'published' })
    await api(editor, 'PATCH', `/api/articles/${made.id}`, {
      version: made.version,
      title: 'Translated in secret',
      body: '<p>Not for readers yet.</p>',
      cover: { media: picture, alt: 'New' },
    })
    expect(await titles('language=zh', viewer)).toEqual(['公开的文章'])
    expect(await titles('language=zh')).toEqual([])
    expect(await titles('language=zh&missingCover=true', viewer)).toEqual(['公开的文章'])
    expect(await titles('missingCover=false&q=公开', viewer)).toEqual([])
  })

  it.each([
    ['olderThan=90', 'olderThan'],
    ['olderThan=-1d', 'olderThan'],
    ['language=klingon', 'language'],
    ['missingCover=1', 'missingCover'],
    ['publishedFrom=today', 'publishedFrom'],
    ['publishedTo=2026-02-30T00:00:00Z', 'publishedTo'],
  ])('%s is refused, and the field named', async (query, path) => {
    const answer = await api(editor, 'GET', `/api/articles?${query}`)
    expect({ status: answer.status, path: answer.body.fields?.[0]?.path }).toEqual({ status: 400, path })
  })
})

describe('a filter that was kept while its tag, author or category was merged or deleted', () => {
  type Named = { id: string; version: number }
  type Merged = { undo: { id: string } }
  const names = [
    ['tag', 'tags', 'name'],
    ['author', 'authors', 'displayName'],
    ['category', 'categories', 'name'],
  ] as const
  const made = async (path: string, body: object) => (await api<Named>(editor, 'POST', `/api/${path}`, body)).body
  const gone = async (path: string, id: string) => (await api<object>(editor, 'GET', `/api/${path}/${id}`)).body

  it.each(names)(
    '%s: shows the articles of the one it became, which is named; and its own again after the undo',
    async (filter, path, field) => {
      const [one, two, three] = [
        await made(path, { [field]: `Old ${filter}` }),
        await made(path, { [field]: `Newer ${filter}` }),
        await made(path, { [field]: `Newest ${filter}` }),
      ]
      const of = (id: string) => (filter === 'category' ? { primaryCategory: id } : { [path]: [id] })
      await createArticle({ title: `By ${filter} 1`, ...of(one.id) })
      await createArticle({ title: `By ${filter} 2`, ...of(three.id) })
      await api(editor, 'POST', `/api/${path}/${two.id}/merge`, { from: [one.id] })
      const last = await api<Merged>(editor, 'POST', `/api/${path}/${three.id}/merge`, { from: [two.id] })
      expect(await titles(`${filter}=${one.id}`)).toEqual([`By ${filter} 1`, `By ${filter} 2`])
      expect((await api<{ total: number }>(editor, 'GET', `/api/articles/total?${filter}=${one.id}`)).body.total).toBe(
        2,
      )
      expect(await gone(path, one.id)).toMatchObject({
        code: 'not_found',
        reasons: [`Old ${filter}`],
        current: { id: three.id, name: `Newest ${filter}` },
      })
      const bulk = { action: 'feature', filter: { [filter]: one.id }, expectedCount: 2 }
      expect((await api(editor, 'POST', '/api/articles/bulk', bulk)).status).toBe(200)
      await api(editor, 'POST', `/api/undo/${last.body.undo.id}`)
      expect(await titles(`${filter}=${one.id}`)).toEqual([`By ${filter} 1`])
      expect(await gone(path, one.id)).toMatchObject({ current: { id: two.id } })
    },
  )

  it.each(names)(
    'a saved view by a merged %s asks for the other one, once the old one is deleted permanently',
    async (filter, path, field) => {
      const [one, two] = [
        await made(path, { [field]: `Past ${filter}` }),
        await made(path, { [field]: `Present ${filter}` }),
      ]
      const asked = (id: string) => `?status=draft&${filter}=${id}`
      const view = { screen: 'articles', name: `By ${filter}`, query: asked(one.id), shared: false }
      const saved = await made('saved-views', view)
      await api(editor, 'POST', `/api/${path}/${two.id}/merge`, { from: [one.id] })
      const items = [{ type: filter, id: one.id }]
      expect((await api(administrator, 'POST', '/api/trash/purge', { items })).status).toBe(200)
      const views = await api<{ items: { id: string; query: string }[] }>(
        editor,
        'GET',
        '/api/saved-views?screen=articles',
      )
      expect(views.body.items.find(({ id }) => id === saved.id)?.query).toBe(asked(two.id))
    },
  )

  it('says what was deleted, and shows nothing of it', async () => {
    const tag = await made('tags', { name: 'Given up' })
    await createArticle({ title: 'Had a tag', tags: [tag.id] })
    await api(editor, 'DELETE', `/api/tags/${tag.id}`)
    expect(await titles(`tag=${tag.id}`)).toEqual([])
    const problem = await gone('tags', tag.id)
    expect(problem).toMatchObject({ code: 'not_found', reasons: ['Given up'] })
    expect(problem).not.toHaveProperty('current')
  })
})

it('“changed from” has what bears a time still to come, as of a clock that was wrong', async () => {
  const tag = (await api<{ id: string }>(editor, 'POST', '/api/tags', { name: 'Clocks' })).body
  const made = await createArticle({ title: 'Written tomorrow', tags: [tag.id], status: 'published' })
  await createArticle({ title: 'Written today', tags: [tag.id] })
  for (const ahead of ['40 days', '3 years']) {
    await sql`update article set updated_at = now() + ${ahead}::interval where id = ${made.id}`.execute(db)
    const from = new Date(Date.now() - 86_400_000).toISOString()
    for (const query of [`tag=${tag.id}`, `tag=${tag.id}&status=published`, 'q=tomorrow', `q=tomorrow&tag=${tag.id}`])
      expect([query, await titles(`${query}&from=${from}`)]).toEqual([
        query,
        expect.arrayContaining(['Written tomorrow']),
      ])
    expect(await titles(`tag=${tag.id}&from=${from}`)).toEqual(['Written today', 'Written tomorrow'])
    const total = `/api/articles/total?tag=${tag.id}&from=${from}`
    expect((await api<{ total: number }>(editor, 'GET', total)).body.total).toBe(2)
    const bulk = { action: 'publish', filter: { tag: tag.id, from }, expectedCount: 2 }
    expect((await api(editor, 'POST', '/api/articles/bulk/review', bulk)).status).toBe(200)
  }
})
