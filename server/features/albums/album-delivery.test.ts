import { describe, expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import type { DeliveryAlbumSummary } from '#contract/delivery.ts'
import { createAlbumDesk, type Changed } from './testing/albums.ts'
import { GALLERIES_MOST, withGalleries } from './album-gallery-rules.ts'

const desk = await createAlbumDesk({ publicUrl: 'https://desk.example.com' })
const { api, app, db, editor, addMedia, createAlbum, createArticle, byline, photosOf, actOn } = desk

type Image = { url: string; alt: string; caption: string; variants: unknown[] }
type Delivered = DeliveryAlbumSummary & { items: Image[]; nextCursor: string | null }
const read = <T = Delivered>(path: string) => api<T>(null, 'GET', `/content/v1${path}`)
const box = (album: { id: string }) => `<div data-album="${album.id}"></div>`
const variants = JSON.stringify(
  [320, 640, 1280].map((width) => ({
    name: width === 320 ? 'thumb' : String(width),
    type: 'image/webp',
    width,
    height: width,
    bytes: 9,
  })),
)

describe('an album on the outside site', () => {
  it('is there while it is published, as it is now', async () => {
    const media = await addMedia(3, (n) => ({
      variants,
      caption: `File ${n + 1}`,
      credit: 'Ada',
      storageKey: `secret/${n}`,
    }))
    const album = await createAlbum({ title: 'Rain', slug: 'rain', place: 'Lund', photographer: byline.id, media })
    expect((await read('/albums/rain')).status).toBe(404)
    await actOn(album, 'publish')
    const [first] = await photosOf(album)
    await api(editor, 'PATCH', `/api/albums/${album.id}/photos/${first!.id}`, { caption: 'Own' })
    const { status, body } = await read('/albums/rain')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Rain',
      place: 'Lund',
      photos: 3,
      photographer: { displayName: 'Ada Byron', slug: 'ada-byron' },
      cover: { caption: 'Own', url: `https://desk.example.com/media/${media[0]}/original.jpg?v=1` },
      nextCursor: null,
    })
    expect(body.items.map(({ caption, alt }) => `${caption} ${alt}`)).toEqual([
      'Own Picture 1',
      'File 2 Picture 2',
      'File 3 Picture 3',
    ])
    expect(body.items[0]?.variants).toHaveLength(3)
    expect(JSON.stringify(body)).not.toMatch(/secret|createdBy|deletedAt|mediaId|version/)

    for (const [action, there] of [
      ['unpublish', 404],
      ['publish', 200],
      ['archive', 404],
      ['publish', 200],
      ['trash', 404],
    ] as const) {
      await actOn(album, action)
      expect((await read('/albums/rain')).status, action).toBe(there)
    }
  })

  it('is read page by page, each photo once and in order', async () => {
    const album = await createAlbum({ slug: 'long', photos: 25, status: 'published' })
    const order = (await photosOf(album)).map(({ url }) => `https://desk.example.com${url}?v=1`)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < 9; page++) {
      const { body }: { body: Delivered } = await read(`/albums/long?limit=10${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items.map(({ url }) => url))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(order)
    expect((await read('/albums/long')).body.items).toHaveLength(25)
  })

  it('the list is newest first, page by page', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push((await createAlbum({ status: 'published' })).id)
    await db.updateTable('album').set({ publishedAt: '2099-01-01T00:00:00Z' }).where('id', 'in', made).execute()
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const { body } = await read<{ items: Delivered[]; nextCursor: string }>(`/albums?limit=2${cursor}`)
      seen.push(...body.items.map(({ id }) => id))
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(seen.slice(0, 5)).toEqual(made.toSorted().toReversed())
  })

  it('moves with its slug, and the old address leads to the new one', async () => {
    const album = await createAlbum({ slug: 'before', status: 'published' })
    const { body } = await api<Album>(editor, 'PATCH', `/api/albums/${album.id}`, {
      version: album.version,
      slug: 'after',
    })
    const redirect = async (path: string) => (await read<{ to: string }>(`/redirects?path=${path}`)).body.to
    expect(await redirect('/album/before')).toBe('/album/after')
    expect(await redirect('/album/before/')).toBe('/album/after')
    await actOn(body, 'unpublish')
    expect(await redirect('/album/before')).toBeUndefined()
    await createAlbum({ slug: 'before', status: 'published' })
    expect((await read('/redirects?path=/album/before')).status).toBe(404)
  })

  it('costs nothing to ask for again, and tells when it changed', async () => {
    const album = await createAlbum({ slug: 'again', photos: 2, status: 'published' })
    const first = await app.inject('/content/v1/albums/again')
    expect(first.headers['cache-control']).toContain('max-age')
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await app.inject({ url: '/content/v1/albums/again', headers })).statusCode).toBe(304)
    const [, second] = await photosOf(album)
    await api(editor, 'POST', `/api/albums/${album.id}/photos/move`, {
      photos: [second!.id],
      before: (await photosOf(album))[0]!.id,
    })
    expect((await app.inject({ url: '/content/v1/albums/again', headers })).statusCode).toBe(200)
  })

  it.each([
    '/albums?cursor=abc',
    '/albums?status=draft',
    '/albums/x?cursor=MQ1',
    '/albums/x?limit=101',
    '/albums/A%20B',
  ])('R30 %s is refused', async (path) => expect((await read(path)).status).toBe(400))
})

describe('an album as a gallery in an article', () => {
  it('is shown by its pictures while it is published, and by nothing else', async () => {
    const media = await addMedia(2, (n) => ({ variants, alt: n === 0 ? '"Boat" <1>' : 'House' }))
    const [shown, draft] = [await createAlbum({ media, status: 'published' }), await createAlbum()]
    const article = await createArticle({
      slug: 'with-pictures',
      body: `<p>See</p>${box(shown)}${box(draft)}<p>End</p>`,
      status: 'published',
    })
    const { body } = (await read<{ body: string }>('/articles/with-pictures')).body
    expect(body).toMatch(
      /^<p>See<\/p><figure class="gallery" data-album="[0-9a-f-]{36}">(<img [^>]+>){2}<\/figure><p>End<\/p>$/,
    )
    expect(body).toContain(`src="https://desk.example.com/media/${media[0]}/640.webp?v=1"`)
    expect(body).toContain(`https://desk.example.com/media/${media[0]}/1280.webp?v=1 1280w`)
    expect(body).toContain('alt="&quot;Boat&quot; &lt;1&gt;"')
    const preview = await api<{ html: string }>(editor, 'GET', `/api/articles/${article.id}/preview`)
    expect(preview.body.html).toContain(`<img src="/media/${media[0]}/640.webp?v=1"`)
    expect((await api<{ body: string }>(editor, 'GET', `/api/articles/${article.id}`)).body.body).toContain(box(draft))

    await actOn(shown, 'unpublish')
    expect((await read<{ body: string }>('/articles/with-pictures')).body.body).toBe('<p>See</p><p>End</p>')
  })

  it('says under each picture its caption and whose picture it is', async () => {
    const media = await addMedia(3, (n) => ({
      caption: n === 0 ? '' : 'A <b>boat</b>',
      credit: n === 2 ? '' : 'Ada & Co',
    }))
    const album = await createAlbum({ media, status: 'published' })
    await createArticle({ slug: 'credited', body: box(album), status: 'published' })
    const { body } = (await read<{ body: string }>('/articles/credited')).body
    expect([...body.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, said]) => said)).toEqual([
      '<small class="credit">Ada &amp; Co</small>',
      'A &lt;b&gt;boat&lt;/b&gt; <small class="credit">Ada &amp; Co</small>',
      'A &lt;b&gt;boat&lt;/b&gt;',
    ])
  })

  it('follows the album: its order and its texts', async () => {
    const album = await createAlbum({ photos: 3, status: 'published' })
    await createArticle({ slug: 'follows', body: box(album), status: 'published' })
    const photos = await photosOf(album)
    const url = `/api/albums/${album.id}/photos`
    await api<Changed>(editor, 'POST', `${url}/move`, { photos: [photos[2]!.id], before: photos[0]!.id })
    await api<Changed>(editor, 'PATCH', `${url}/${photos[2]!.id}`, { alt: 'The last is first' })
    const { body } = (await read<{ body: string }>('/articles/follows')).body
    expect([...body.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual([
      'The last is first',
      'Picture 1',
      'Picture 2',
    ])
  })

  it('shows a hundred pictures at most', async () => {
    const album = await createAlbum({ photos: 130, status: 'published' })
    await createArticle({ slug: 'many', body: box(album), status: 'published' })
    expect((await read<{ body: string }>('/articles/many')).body.body.match(/<img /g)).toHaveLength(100)
  })

  it('does not let one line become a page of a gigabyte', () => {
    const id = '0190a000-0000-7000-8000-00000000c0de'
    const image = { url: '/a', alt: '', caption: '', credit: '', width: 1, height: 1, variants: [] }
    const html = withGalleries(box({ id }).repeat(5000), new Map([[id, [image]]]))
    expect(html.match(/<figure/g)).toHaveLength(GALLERIES_MOST)
    expect(html).not.toContain('<div')
  })
})
