import { describe, expect, it } from 'vitest'
import { createAlbumDesk } from '../albums/testing/albums.ts'

const desk = await createAlbumDesk({ publicUrl: 'https://desk.example.com', logLevel: 'warn' })
const { app, api, administrator, editor, createArticle, createAlbum } = desk
type Named = { id: string; slug: string; version: number }
type Page<Item> = { items: Item[]; nextCursor: string | null }
type Redirect = { path: string; to: string }

const nouns = [
  { path: 'tags', at: '/tag/', field: 'name', restore: 'tag', hide: { visibility: 'internal' } },
  { path: 'authors', at: '/author/', field: 'displayName', restore: 'author', hide: { hidden: true } },
  { path: 'categories', at: '/categories/', field: 'name', restore: 'category', hide: undefined },
] as const

const read = <T>(path: string) => api<T>(null, 'GET', `/content/v1${path}`)
const leadsTo = async (path: string) => {
  const { status, body } = await read<{ to: string }>(`/redirects?path=${path}`)
  return status === 404 ? null : body.to
}
async function all<Item>(path: string, limit = 2): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 200; pages++) {
    const page: { body: Page<Item> } = await read<Page<Item>>(`${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    items.push(...page.body.items)
    cursor = page.body.nextCursor
  }
  return items
}

describe.each(nouns)('the address of one of the $path', ({ path, at, field, restore, hide }) => {
  const make = async (slug: string) =>
    (await api<Named>(editor, 'POST', `/api/${path}`, { [field]: `${path} ${slug}`, slug: `${path}-${slug}` })).body
  const edit = async ({ id }: Named, fields: object) => {
    const { version } = (await api<Named>(editor, 'GET', `/api/${path}/${id}`)).body
    const edited = await api<Named>(editor, 'PATCH', `/api/${path}/${id}`, { version, ...fields })
    expect(edited.status).toBe(200)
    return edited.body
  }
  const rename = (one: Named, slug: string) => edit(one, { slug: `${path}-${slug}` })
  const merge = async (into: Named, from: Named) =>
    expect((await api(editor, 'POST', `/api/${path}/${into.id}/merge`, { from: [from.id] })).status).toBe(200)
  const address = (slug: string) => `${at}${path}-${slug}`

  it('leads in one step to what it became, however often it was renamed and merged', async () => {
    const [a, b, c] = [await make('a'), await make('b'), await make('c')]
    await rename(a, 'a2')
    await merge(b, a)
    await rename(b, 'b2')
    await merge(c, b)
    await rename(c, 'c2')
    const old = ['a', 'a2', 'b', 'b2', 'c'].map(address)
    for (const one of old) expect([one, await leadsTo(one)]).toEqual([one, address('c2')])
    expect(await leadsTo(address('c2'))).toBe(null)
    const listed = (await all<Redirect>('/redirects')).filter((one) => old.includes(one.path))
    expect(listed).toEqual(old.toSorted().map((one) => ({ path: one, to: address('c2') })))
  })

  it('leads in no circle after it was renamed and named back, or swapped with another', async () => {
    const one = await make('back')
    await rename(one, 'forth')
    await rename(one, 'back')
    expect([await leadsTo(address('back')), await leadsTo(address('forth'))]).toEqual([null, address('back')])
    const other = await make('swap')
    await rename(one, 'aside')
    await rename(other, 'back')
    await rename(one, 'swap')
    expect([await leadsTo(address('back')), await leadsTo(address('swap'))]).toEqual([null, null])
    const redirects = await all<Redirect>('/redirects')
    const from = new Set(redirects.map((each) => each.path))
    expect(redirects.filter(({ to }) => from.has(to))).toEqual([])
  })

  it('leads nowhere while what it led to is in the trash, and there again when that is back', async () => {
    const one = await make('gone')
    await rename(one, 'gone-now')
    expect((await api(administrator, 'DELETE', `/api/${path}/${one.id}`)).status).toBe(204)
    expect(await leadsTo(address('gone'))).toBe(null)
    expect((await all<Redirect>('/redirects')).map((each) => each.path)).not.toContain(address('gone'))
    await api(administrator, 'POST', '/api/trash/restore', { items: [{ type: restore, id: one.id }] })
    expect(await leadsTo(address('gone'))).toBe(address('gone-now'))
  })

  if (hide)
    it('never tells of what readers may not see', async () => {
      const one = await make('secret')
      await rename(one, 'secret-now')
      await edit(one, hide)
      expect(await leadsTo(address('secret'))).toBe(null)
      const told = JSON.stringify([await all(`/${path}`), await all('/redirects')])
      expect(told).not.toContain('secret')
      expect((await read<Page<object>>(`/articles?${restore}=${path}-secret-now`)).body.items).toEqual([])
    })
})

it('an article’s lists name no internal tag, and a hidden author only as a byline without address', async () => {
  const tag = (await api<Named>(editor, 'POST', '/api/tags', { name: 'Between us', visibility: 'internal' })).body
  const fields = { displayName: 'Kept hidden', hidden: true, email: 'kept@example.com', bio: 'No one’s business' }
  const author = (await api<Named>(editor, 'POST', '/api/authors', fields)).body
  const article = await createArticle({ tags: [tag.id], authors: [author.id], status: 'published' })
  const album = await createAlbum({ title: 'By someone hidden', photographer: author.id, status: 'published' })
  const answers = [
    await all('/articles', 50),
    (await read(`/articles/${article.slug}`)).body,
    await all('/albums', 50),
    (await read(`/albums/${album.slug}`)).body,
    await all('/authors', 50),
    await all('/tags', 50),
  ]
  const told = JSON.stringify(answers)
  expect(told).toContain('Kept hidden')
  for (const secret of ['Between us', 'between-us', 'kept-hidden', 'kept@example.com', 'business'])
    expect(told).not.toContain(secret)
})

it.each(['articles', 'authors', 'tags', 'albums'])(
  '%s come page by page, each once, whatever the page',
  async (path) => {
    const made = async (n: number) => {
      if (path === 'articles') return createArticle({ status: 'published' })
      if (path === 'albums') return createAlbum({ status: 'published' })
      const name = `Paged ${path} ${n}`
      return (await api(editor, 'POST', `/api/${path}`, path === 'authors' ? { displayName: name } : { name })).body
    }
    for (let n = 0; n < 5; n++) await made(n)
    const slugs = async (limit: number) => (await all<{ slug: string }>(`/${path}`, limit)).map(({ slug }) => slug)
    const whole = await slugs(100)
    expect(whole.length).toBeGreaterThanOrEqual(5)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 2, 3]) expect(await slugs(limit)).toEqual(whole)
    for (const wrong of ['limit=0', 'limit=101', 'cursor=abc', 'sort=slug'])
      expect([wrong, (await read(`/${path}?${wrong}`)).status]).toEqual([wrong, 400])
  },
)

it('asked again, every list answers 304 until something in it changes', async () => {
  const tag = (await api<Named>(editor, 'POST', '/api/tags', { name: 'Asked again' })).body
  const author = (await api<Named>(editor, 'POST', '/api/authors', { displayName: 'Asked Again' })).body
  const category = (await api<Named>(editor, 'POST', '/api/categories', { name: 'Asked again' })).body
  const article = await createArticle({
    tags: [tag.id],
    authors: [author.id],
    primaryCategory: category.id,
    status: 'published',
  })
  const changes = {
    tags: () => api(editor, 'PATCH', `/api/tags/${tag.id}`, { version: tag.version, slug: 'asked-otherwise' }),
    authors: () =>
      api(editor, 'PATCH', `/api/authors/${author.id}`, { version: author.version, slug: 'author-asked-otherwise' }),
    categories: () =>
      api(editor, 'PATCH', `/api/categories/${category.id}`, {
        version: category.version,
        slug: 'category-asked-otherwise',
      }),
  }
  for (const [noun, change] of Object.entries(changes)) {
    const urls = [`/${noun}`, '/articles?limit=100', `/articles/${article.slug}`, '/redirects?limit=100']
    const known = new Map<string, string>()
    for (const path of urls) {
      const url = `/content/v1${path}${path === `/${noun}` && noun !== 'categories' ? '?limit=100' : ''}`
      const first = await app.inject(url)
      expect([url, first.statusCode]).toEqual([url, 200])
      known.set(url, String(first.headers.etag))
      const headers = { 'if-none-match': String(first.headers.etag) }
      const again = await app.inject({ url, headers })
      expect([url, again.statusCode, again.body]).toEqual([url, 304, ''])
    }
    expect((await change()).status).toBe(200)
    for (const [url, etag] of known)
      expect([url, (await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode]).toEqual([url, 200])
  }
})
