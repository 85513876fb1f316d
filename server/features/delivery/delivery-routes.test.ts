import { describe, expect, it, onTestFinished } from 'vitest'
import type { DeliveryArticle } from '#contract/delivery.ts'
import { buildApp } from '../../app.ts'
import { createDesk } from '../articles/testing/desk.ts'

const desk = await createDesk({ publicUrl: 'https://desk.example.com' })
const { app, api, db, administrator, editor, createArticle, category, services } = desk
type Page = { items: DeliveryArticle[]; nextCursor: string | null }
const read = <T = DeliveryArticle>(path: string) => api<T>(null, 'GET', `/content/v1${path}`)

const edit = async (article: { id: string; version: number }, fields: object) =>
  (await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, ...fields })).body
const act = async (article: { id: string; version: number }, action: string) =>
  (await api(editor, 'POST', `/api/articles/${article.id}/${action}`, { version: article.version })).body

describe('what readers get', () => {
  it('is the published article, and of a working copy nothing until it is published', async () => {
    const draft = await createArticle({ title: 'Rain', slug: 'rain', internalNote: 'call the mayor' })
    expect((await read('/articles/rain')).status).toBe(404)
    const published = await act(draft, 'publish')
    const first = await read('/articles/rain')
    expect(first).toMatchObject({
      status: 200,
      body: { id: draft.id, title: 'Rain', authors: [{ displayName: 'Ada Byron' }], primaryCategory: { name: 'News' } },
    })
    expect(JSON.stringify(first.body)).not.toContain('mayor')

    const working = await edit(published, { title: 'Heavy rain', body: '<p>It pours.</p>', slug: 'heavy-rain' })
    expect(working).toMatchObject({ hasChanges: true, live: { slug: 'rain', title: 'Rain' } })
    expect((await read('/articles/rain')).body).toEqual(first.body)
    expect((await read('/articles/heavy-rain')).status).toBe(404)

    await act(working, 'publish')
    expect((await read('/articles/heavy-rain')).body).toMatchObject({ title: 'Heavy rain', body: '<p>It pours.</p>' })
    expect((await read('/articles/heavy-rain')).body.publishedAt).toBe(first.body.publishedAt)
  })

  it('the old address of a renamed article leads to the new one, until something else is published there', async () => {
    expect((await read('/articles/rain')).body.code).toBe('not_found')
    expect(await read('/redirects?path=/rain')).toMatchObject({ status: 200, body: { to: '/heavy-rain' } })
    expect((await read('/redirects?path=/rain/')).body).toEqual({ to: '/heavy-rain' })
    expect((await read('/redirects?path=/never-was')).status).toBe(404)
    await createArticle({ slug: 'rain', status: 'published' })
    expect((await read('/redirects?path=/rain')).status).toBe(404)
  })

  it('an article renamed while it was down is still found by its old address', async () => {
    const first = await createArticle({ slug: 'before', status: 'published' })
    const down = await act(first, 'unpublish')
    await act(await edit(down, { slug: 'after' }), 'publish')
    expect((await read('/redirects?path=/before')).body).toEqual({ to: '/after' })
    expect((await read('/redirects?path=/after/')).status).toBe(404)
  })

  it('tells all redirects, page by page, and none that leads nowhere', async () => {
    for (const slug of ['one', 'two', 'three']) {
      const article = await createArticle({ slug: `all-${slug}`, status: 'published' })
      const renamed = await edit(article, { slug: `all-${slug}-now` })
      if (slug !== 'three') await act(renamed, 'publish')
    }
    const found: { path: string; to: string }[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: typeof found; nextCursor: string | null } = (
        await read(`/redirects?limit=1${cursor && `&cursor=${cursor}`}`)
      ).body as never
      found.push(...page.items)
      cursor = page.nextCursor
    }
    expect(found.filter(({ path }) => path.startsWith('/all-'))).toEqual([
      { path: '/all-one', to: '/all-one-now' },
      { path: '/all-two', to: '/all-two-now' },
    ])
    expect((await read('/redirects?cursor=AAAA')).status).toBe(400)
    expect((await read('/redirects?path=%00')).status).toBeLessThan(500)
  })

  it('leads from the old to the present address of an article as the settings spell them', async () => {
    const site = (articleUrl: string) => api(administrator, 'PATCH', '/api/settings', { site: { articleUrl } })
    await site('https://例子.example:443/{year}/{slug}')
    onTestFinished(async () => void (await site('')))
    const article = await createArticle({ slug: 'spelled', status: 'published' })
    await act(await edit(article, { slug: 'spelled-now' }), 'publish')
    const year = new Date().getUTCFullYear()
    const to = `/${year}/spelled-now`
    for (const path of [`/${year}/spelled`, `/${year}/spelled/`, '/spelled', '/2001/spelled-now'])
      expect((await read(`/redirects?path=${path}`)).body, path).toEqual({ to })
    for (const path of [to, `${to}/`, '/news/spelled', `/${year}/never-was`])
      expect((await read(`/redirects?path=${path}`)).status, path).toBe(404)
    const listed = async () => {
      const { items } = (await read('/redirects?limit=100')).body as unknown as {
        items: { path: string; to: string }[]
      }
      return items.filter((one) => one.to.includes('spelled-now'))
    }
    expect(await listed()).toEqual([{ path: `/${year}/spelled`, to }])
    await site('https://example.org/{slug}.html')
    expect(await listed()).toEqual([{ path: '/spelled.html', to: '/spelled-now.html' }])
    // Nothing leads from an address to itself: the slug is no part of it.
    await site('https://example.org/{id}')
    expect(await listed()).toEqual([])
  })

  it('R55 lets pages of the sites in the settings read, and no other', async () => {
    const change = (body: object) => api(administrator, 'PATCH', '/api/settings', body)
    await change({ site: { articleUrl: 'https://example.org/{slug}' } })
    await change({ readers: { origins: ['https://news.example.com:8443'], halfLifeHours: 6 } })
    // A process of its own asks for the settings again.
    const other = await buildApp(services)
    const ask = (origin: string, method: 'OPTIONS' | 'GET') => {
      const headers = { origin, 'access-control-request-method': 'GET' }
      return other.inject({ method, url: '/content/v1/articles', headers })
    }
    for (const origin of ['https://example.org', 'https://news.example.com:8443'])
      for (const method of ['OPTIONS', 'GET'] as const) {
        const reply = await ask(origin, method)
        expect(reply.statusCode).toBe(method === 'GET' ? 200 : 204)
        expect(reply.headers).toMatchObject({
          'access-control-allow-origin': origin,
          vary: expect.stringContaining('Origin'),
        })
      }
    for (const origin of ['https://other.example', 'http://example.org', 'https://example.org.other.example', 'null'])
      for (const method of ['OPTIONS', 'GET'] as const) {
        const reply = await ask(origin, method)
        expect(reply.statusCode).toBe(method === 'GET' ? 200 : 404)
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    await other.close()
    for (const origins of [
      ['*'],
      ['https://a.example/path'],
      ['http://a.example'],
      ['https://'],
      ['javascript:alert(1)'],
    ])
      expect((await change({ readers: { origins, halfLifeHours: 6 } })).status).toBe(400)
  })

  it('shows a cover with the article’s own words and absolute addresses', async () => {
    const id = '0190a000-0000-7000-8000-00000000c0de'
    const file = { name: 'private name.jpg', type: 'image/jpeg' as const, bytes: 9, width: 1600, height: 900 }
    await db
      .insertInto('media')
      .values({ id, ...file, sha256: Buffer.alloc(32), storageKey: 'private/key', alt: 'library', variants: '[]' })
      .execute()
    const draft = await createArticle({ slug: 'covered', cover: { media: id } })
    const refused = await api(editor, 'POST', `/api/articles/${draft.id}/publish`, { version: 1 })
    expect(refused.body).toMatchObject({ code: 'not_publishable', reasons: ['coverAlt'] })
    await act(await edit(draft, { cover: { media: id, alt: 'A boat', credit: 'Ada' }, socialImage: id }), 'publish')
    const { body } = await read('/articles/covered')
    expect(body.cover).toMatchObject({ alt: 'A boat', credit: 'Ada', width: 1600 })
    expect(body.cover?.url).toMatch(/^https:\/\/desk\.example\.com\/media\//)
    expect(body.socialImage?.url).toBe(body.cover?.url)
    expect(JSON.stringify(body)).not.toContain('private')
  })

  it('has no internal tags, no page of a hidden author, and absolute addresses of pictures', async () => {
    const internal = await api(editor, 'POST', '/api/tags', { name: 'To check', visibility: 'internal' })
    const hidden = await api(editor, 'POST', '/api/authors', { displayName: 'Nobody', slug: 'nobody', hidden: true })
    await createArticle({
      slug: 'secretive',
      tags: [internal.body.id, desk.tag.id],
      authors: [hidden.body.id],
      body: '<p>See /media/here</p><p><img src="/media/1/640.webp" alt="x"></p>',
      status: 'published',
    })
    const { body } = await read('/articles/secretive')
    expect(body.tags).toEqual([{ name: 'Weather', slug: 'weather' }])
    expect(body.authors).toEqual([{ displayName: 'Nobody', slug: '', jobTitle: '' }])
    expect(body.body).toContain('src="https://desk.example.com/media/1/640.webp"')
    expect(body.body).toContain('See /media/here')
    expect((await read<Page>('/articles?author=nobody')).body.items).toEqual([])
    expect((await read<Page>('/articles?tag=to-check')).body.items).toEqual([])
    expect((await read<Page>('/articles?tag=weather')).body.items).toHaveLength(1)
  })

  it('ends with the publication: unpublished, archived and trashed articles are gone', async () => {
    for (const action of ['unpublish', 'archive', 'trash']) {
      const article = await createArticle({ status: 'published' })
      expect((await read(`/articles/${article.slug}`)).status).toBe(200)
      await act(article, action)
      expect((await read(`/articles/${article.slug}`)).status).toBe(404)
    }
  })
})

describe('reading page by page', () => {
  it('the cursor brings every article once, the newest first, even of the same moment', async () => {
    const below = await api(editor, 'POST', '/api/categories', { name: 'Paging', parent: category.id })
    const made = []
    for (let n = 0; n < 7; n++)
      made.push(
        await createArticle({ primaryCategory: below.body.id, publishAt: '2020-01-01T00:00:00Z', status: 'published' }),
      )
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < 9; page++) {
      const { body }: { body: Page } = await read<Page>(
        `/articles?category=${below.body.slug}&limit=3${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.items.map(({ id }) => id))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(
      made
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect((await read<Page>(`/articles?category=${category.slug}&limit=100`)).body.items.length).toBeGreaterThan(7)
  })

  it.each([
    'cursor=abc',
    'cursor=%00',
    `cursor=${Buffer.from('0000-01-01T00:00:00.000Z 00000000-0000-0000-0000-000000000000').toString('base64url')}`,
    `cursor=${Buffer.from("2020-01-01' or 1=1 --").toString('base64url')}`,
  ])('a made-up %s is refused', async (query) => expect((await read(`/articles?${query}`)).status).toBe(400))

  it.each([
    'internalNote=x',
    'status=draft',
    'sort=internalNote',
    "tag=x'%20or%201=1--",
    'author[email]=x',
    'limit=0',
    'limit=101',
    'limit=1%20union%20select',
  ])('a filter on %s is refused', async (query) => expect((await read(`/articles?${query}`)).status).toBe(400))
})

describe('asking again', () => {
  it('costs nothing while nothing changed, and tells when it did', async () => {
    const article = await createArticle({ status: 'published' })
    const url = `/content/v1/articles/${article.slug}`
    const first = await app.inject(url)
    expect(first.headers['cache-control']).toContain('max-age')
    const known = { 'if-none-match': String(first.headers.etag) }
    const again = await app.inject({ url, headers: known })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
    await act(await edit(article, { title: 'New title' }), 'publish')
    const changed = await app.inject({ url, headers: known })
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject({ title: 'New title' })
    const list = await app.inject('/content/v1/articles')
    const listAgain = await app.inject({
      url: '/content/v1/articles',
      headers: { 'if-none-match': String(list.headers.etag) },
    })
    expect(listAgain.statusCode).toBe(304)
  })

  it('it comes from rows of published articles only', async () => {
    const rows = await db
      .selectFrom('articleLive')
      .innerJoin('article', 'article.id', 'articleLive.articleId')
      .select(['status', 'deletedAt'])
      .execute()
    expect(rows.every(({ status, deletedAt }) => status === 'published' && deletedAt === null)).toBe(true)
  })
})
