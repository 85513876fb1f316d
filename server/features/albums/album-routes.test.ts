import { describe, expect, it } from 'vitest'
import type { Album, AlbumUse } from '#contract/albums.ts'
import type { ListReply } from '#contract/list.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { sweepTaxonomy } from '../taxonomy/purge-commands.ts'
import { sweepAlbums } from './album-action-commands.ts'
import { createAlbumDesk } from './testing/albums.ts'

const desk = await createAlbumDesk()
const {
  api,
  app,
  db,
  signIn,
  editor,
  author,
  viewer,
  administrator,
  createAlbum,
  createArticle,
  byline,
  photosOf,
  actOn,
} = desk

const list = async (query: string, who = editor) =>
  (await api<ListReply<Album>>(who, 'GET', `/api/albums?${query}`)).body.items
const titles = async (query: string, who = editor) => (await list(query, who)).map(({ title }) => title)
const view = (album: { id: string }, who = editor) => api<Album>(who, 'GET', `/api/albums/${album.id}`)
const edit = (album: { id: string; version: number }, fields: object, who = editor) =>
  api<Album>(who, 'PATCH', `/api/albums/${album.id}`, { version: album.version, ...fields })
const shows = (album: { id: string }) => `<p>See</p><div data-album="${album.id}"></div>`

describe('an album', () => {
  it('begins with a title, and says everything about itself', async () => {
    const made = await api<Album>(editor, 'POST', '/api/albums', { title: ' 雨天的街道 ' })
    expect(made).toMatchObject({
      status: 201,
      body: {
        title: '雨天的街道',
        slug: 'yu-tian-de-jie-dao',
        description: '',
        eventDate: null,
        photographer: null,
        status: 'draft',
        version: 1,
        cover: null,
        coverImage: null,
        photos: 0,
        missing: ['photos'],
        createdBy: { id: editor.user.id },
        can: { write: true, publish: true, purge: false },
      },
    })
    expect((await view(made.body)).body).toEqual(made.body)
  })

  it('is changed field by field; who comes second is told, with the album as it is', async () => {
    const album = await createAlbum({ photos: 2 })
    const fields = {
      title: 'Rain',
      eventDate: '2026-05-01',
      place: 'Lund',
      photographer: byline.id,
      description: 'a\nb',
    }
    const changed = await edit(album, fields)
    expect(changed.body).toMatchObject({ ...fields, photographerName: 'Ada Byron', version: album.version + 1 })
    expect((await edit(changed.body, fields)).body.version).toBe(changed.body.version)
    const late = await edit(album, { title: 'Late' }, administrator)
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { title: 'Rain' }, changedBy: editor.user.name },
    })
  })

  it('takes its first photo as the cover until one is chosen among its photos', async () => {
    const album = await createAlbum({ photos: 3 })
    const [first, , third] = await photosOf(album)
    expect(album.coverImage).toMatchObject({
      id: first!.media,
      alt: 'Picture 1',
      thumb: `/media/${first!.media}/thumb.webp?v=1`,
    })
    const chosen = await edit(album, { cover: third!.media })
    expect(chosen.body).toMatchObject({ cover: third!.media, coverImage: { id: third!.media } })
    const stranger = await createAlbum({ photos: 1 })
    const refused = await edit(chosen.body, { cover: stranger.coverImage!.id })
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'cover', code: 'unknown_id' }] } })
  })

  it('needs a photo to be published', async () => {
    const empty = await createAlbum({ photos: 0 })
    const refused = await api(editor, 'POST', `/api/albums/${empty.id}/publish`, { version: empty.version })
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_publishable', reasons: ['photos'] } })
    expect((await createAlbum({ status: 'published' })).publishedAt).toMatch(/^20/)
  })

  it('belongs to the author who is its photographer, also after a merge of authors', async () => {
    const mine = await api<{ id: string }>(editor, 'POST', '/api/authors', { displayName: 'A. Lens' })
    const kept = await api<{ id: string }>(editor, 'POST', '/api/authors', { displayName: 'Anna Lens' })
    const person = await signIn('author')
    await db.updateTable('author').set({ userId: person.user.id }).where('id', '=', kept.body.id).execute()
    const album = await createAlbum({ photographer: mine.body.id })
    expect((await view(album, person)).status).toBe(404)
    await api(editor, 'POST', `/api/authors/${kept.body.id}/merge`, { from: [mine.body.id] })
    expect((await view(album, person)).body).toMatchObject({
      photographer: kept.body.id,
      photographerName: 'Anna Lens',
      can: { write: true },
    })
    expect((await list(`photographer=${kept.body.id}`, person)).map(({ id }) => id)).toEqual([album.id])
    // As a saved view may still ask.
    expect((await list(`photographer=${mine.body.id}`, person)).map(({ id }) => id)).toEqual([album.id])
    const given = await edit(album, { photographer: byline.id }, person)
    expect(given).toMatchObject({ status: 200, body: { photographer: byline.id, can: { write: false } } })
    expect((await view(album, person)).status).toBe(404)
  })
})

describe('a photographer', () => {
  it('is not deleted while an album outside the trash names them; merging takes the albums along permanently', async () => {
    const make = async (displayName: string) =>
      (await api<{ id: string }>(editor, 'POST', '/api/authors', { displayName })).body.id
    const [one, other] = [await make('Leaving'), await make('Staying')]
    const album = await createAlbum({ photographer: one })
    const remove = (id: string) => api<{ reasons: string[] }>(editor, 'DELETE', `/api/authors/${id}`)
    expect((await remove(one)).body).toMatchObject({ code: 'in_use', reasons: expect.arrayContaining(['albums: 1']) })
    await api(editor, 'POST', `/api/authors/${other}/merge`, { from: [one] })
    expect((await remove(other)).body.reasons).toContain('albums: 1')
    await db.updateTable('author').set({ deletedAt: '2020-01-01T00:00:00Z' }).where('id', '=', one).execute()
    await sweepTaxonomy(db)
    expect((await view(album)).body.photographer).toBe(other)
    const { photographer } = await db
      .selectFrom('album')
      .select('photographer')
      .where('id', '=', album.id)
      .executeTakeFirstOrThrow()
    expect(photographer).toBe(other)
    await desk.actOn(album, 'trash')
    expect((await remove(other)).status).toBe(204)
  })
})

describe('the list', () => {
  it('is searched, filtered and sorted', async () => {
    const common = { place: 'Sorted-ville' }
    await createAlbum({ title: 'Beta 上海', eventDate: '2026-02-01', photos: 3, ...common })
    await createAlbum({ title: 'alpha', description: 'the 100% tour', eventDate: '2026-01-01', photos: 1, ...common })
    await createAlbum({ title: 'Gamma', photos: 2, status: 'published', ...common })
    expect(await titles('q=sorted-ville&sort=title')).toEqual(['alpha', 'Beta 上海', 'Gamma'])
    expect(await titles('q=sorted-ville&sort=-photos')).toEqual(['Beta 上海', 'Gamma', 'alpha'])
    expect(await titles('q=sorted-ville&sort=-eventDate')).toEqual(['Beta 上海', 'alpha', 'Gamma'])
    expect(await titles('q=sorted-ville&sort=eventDate')).toEqual(['alpha', 'Beta 上海', 'Gamma'])
    expect(await titles(`q=${encodeURIComponent('海')}`)).toEqual(['Beta 上海'])
    expect(await titles(`q=${encodeURIComponent('100%')}`)).toEqual(['alpha'])
    expect(await titles('q=sorted-ville&status=published')).toEqual(['Gamma'])
    expect(await titles('q=sorted-ville&from=2026-01-15&to=2026-02-01')).toEqual(['Beta 上海'])
    expect(await titles('q=sorted-ville', viewer)).toEqual(['Gamma'])
    const page = await api<ListReply<Album>>(editor, 'GET', '/api/albums?q=sorted-ville&sort=title&page=2&pageSize=2')
    expect(page.body).toMatchObject({ total: 3, totalIsExact: true, items: [{ title: 'Gamma' }] })
  })

  it('shows the trash only when asked', async () => {
    const album = await createAlbum({ title: 'Discarded', status: 'trashed' })
    expect(await titles('q=discarded')).toEqual([])
    expect((await list('q=discarded&status=trashed')).map(({ id }) => id)).toEqual([album.id])
  })
})

describe('deleting', () => {
  it('moves to the trash, and its undo restores it as it was', async () => {
    const album = await createAlbum({ status: 'published', photos: 2 })
    const { headers } = editor
    const gone = await app.inject({ method: 'DELETE', url: `/api/albums/${album.id}`, headers })
    expect(gone.statusCode).toBe(204)
    expect((await view(album)).body).toMatchObject({
      deletedAt: expect.any(String),
      can: { restore: true, write: false },
    })
    const restored = await actOn(album, 'restore')
    expect(restored).toMatchObject({ status: 'draft', deletedAt: null })
    const { version } = await actOn(album, 'publish')
    const trashed = await api<{ undo: UndoPointer }>(editor, 'POST', `/api/albums/${album.id}/trash`, { version })
    const undone = await api(editor, 'POST', `/api/undo/${trashed.body.undo.id}`)
    expect(undone.body).toMatchObject({ restored: 1, skipped: 0, left: [] })
    expect((await view(album)).body).toMatchObject({ status: 'published', deletedAt: null, photos: 2 })
  })

  it('is refused while an article outside the trash shows it, and says which', async () => {
    const album = await createAlbum({ status: 'published' })
    const mine = await createArticle({ title: 'With pictures', body: shows(album) }, author)
    const trashed = await createArticle({ body: shows(album), status: 'trashed' })
    const uses = (who = editor) => api<{ items: AlbumUse[]; total: number }>(who, 'GET', `/api/albums/${album.id}/uses`)
    expect((await uses()).body).toEqual({
      items: [
        { type: 'article', id: mine.id, title: 'With pictures', places: ['body'], trashed: false },
        { type: 'article', id: trashed.id, title: trashed.title, places: ['body'], trashed: true },
      ],
      total: 2,
    })
    expect((await uses(viewer)).body.items.map(({ title }) => title)).toEqual([null, null])
    const refused = await api(editor, 'POST', `/api/albums/${album.id}/trash`, { version: album.version })
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', reasons: ['article “With pictures”'] } })
    await api(author, 'DELETE', `/api/articles/${mine.id}`)
    expect((await api(editor, 'POST', `/api/albums/${album.id}/trash`, { version: album.version })).status).toBe(200)
  })

  it('counts what readers still see, though the working copy shows it no longer', async () => {
    const album = await createAlbum({ status: 'published' })
    const article = await createArticle({ body: shows(album), status: 'published' })
    await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, body: '<p>Without</p>' })
    const { items } = (await api<{ items: AlbumUse[] }>(editor, 'GET', `/api/albums/${album.id}/uses`)).body
    expect(items).toMatchObject([{ id: article.id, places: ['published'] }])
    expect((await api(editor, 'DELETE', `/api/albums/${album.id}`)).body.code).toBe('in_use')
  })

  it('deleting takes the photos out of the album, not out of the library; after 30 days by itself', async () => {
    const [album, old] = [await createAlbum({ status: 'trashed' }), await createAlbum({ status: 'trashed' })]
    await db.updateTable('album').set({ deletedAt: '2020-01-01T00:00:00Z' }).where('id', '=', old.id).execute()
    await sweepAlbums(db)
    expect((await view(old)).status).toBe(404)
    const url = `/api/albums/${album.id}/purge`
    expect((await api(administrator, 'POST', url, { version: album.version })).status).toBe(204)
    const media = [album, old].map(({ coverImage }) => coverImage!.id)
    for (const id of media) expect((await api(viewer, 'GET', `/api/media/${id}`)).status).toBe(200)
    expect(await db.selectFrom('albumPhoto').select('id').where('mediaId', 'in', media).execute()).toEqual([])
  })

  it('what is restored while its address was taken gets a number', async () => {
    const album = await createAlbum({ slug: 'same-place', status: 'trashed' })
    await createAlbum({ slug: 'same-place' })
    const back = await api<Album>(editor, 'POST', `/api/albums/${album.id}/restore`, { version: album.version })
    expect(back.body).toMatchObject({ slug: 'same-place-2', status: 'draft' })
  })
})

describe('what is refused', () => {
  it.each([
    ['R02 a state that one writes', { title: 'x', status: 'published' }, 'status'],
    ['R02 an owner', { title: 'x', createdBy: '0190a000-0000-7000-8000-00000000c0de' }, 'createdBy'],
    ['R02 a count', { title: 'x', photos: 7 }, 'photos'],
    ['no title', { title: '  ' }, 'title'],
    ['a long title', { title: 'x'.repeat(161) }, 'title'],
    ['a long description', { title: 'x', description: 'x'.repeat(2001) }, 'description'],
    ['a day that is none', { title: 'x', eventDate: '2026-02-30' }, 'eventDate'],
    ['a moment for a day', { title: 'x', eventDate: '2026-02-03T00:00:00Z' }, 'eventDate'],
    ['R06 a number for an id', { title: 'x', photographer: 1 }, 'photographer'],
    ['R06 an operator for an id', { title: 'x', photographer: { $ne: 1 } }, 'photographer'],
    [
      'an author who is not there',
      { title: 'x', photographer: '0190a000-0000-7000-8000-00000000c0de' },
      'photographer',
    ],
    ['a slug with spaces', { title: 'x', slug: 'a b' }, 'slug'],
  ])('%s', async (_what, body, path) => {
    const refused = await api(editor, 'POST', '/api/albums', body)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(path)
  })

  it.each([
    'sort=createdBy',
    'sort=search_text',
    "sort=title'%20or%201=1--",
    'createdBy=x',
    'photographer=1abc',
    'photographer[email]=x',
    'status=hidden',
    'from=yesterday',
    'missingAlt=1',
    'page=0',
    'pageSize=101',
  ])('R03 R30 a list by %s', async (query) =>
    expect((await api(editor, 'GET', `/api/albums?${query}`)).status).toBe(400),
  )

  it.each(['0000-01-01', '0000-12-31', '10000-01-01', '2024-02-30', '2024-1-1'])('R06 the day %s', async (day) => {
    const { status, body } = await api(editor, 'POST', '/api/albums', { title: 'Long ago', eventDate: day })
    expect({ status, path: body.fields?.[0]?.path }).toEqual({ status: 400, path: 'eventDate' })
    for (const name of ['from', 'to']) expect((await api(editor, 'GET', `/api/albums?${name}=${day}`)).status).toBe(400)
  })

  it.each(['1abc', '%5B1%5D', '{"$ne":1}', "x'%20or%201=1--"])('R06 the id %s', async (id) => {
    for (const path of ['', '/photos', '/uses'])
      expect((await api(editor, 'GET', `/api/albums/${id}${path}`)).status).toBe(400)
  })

  it.each([
    ['/photos', { media: [] }],
    ['/photos', { media: ['1abc'] }],
    [
      '/photos',
      { media: Array.from({ length: 1001 }, (_, n) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`) },
    ],
    ['/photos/move', { photos: ['0190a000-0000-7000-8000-00000000c0de'] }],
    ['/photos/move', { photos: { $ne: 1 }, before: null }],
    ['/photos/sort', { by: 'media_id' }],
    ['/photos/texts', { photos: ['0190a000-0000-7000-8000-00000000c0de'] }],
    ['/photos/texts', { photos: ['0190a000-0000-7000-8000-00000000c0de'], alt: 'x'.repeat(301) }],
    ['/photos/transfer', { photos: ['0190a000-0000-7000-8000-00000000c0de'], to: 'x', mode: 'move' }],
  ])('%s with what it does not know', async (path, body) => {
    const album = await createAlbum()
    expect((await api(editor, 'POST', `/api/albums/${album.id}${path}`, body)).status).toBe(400)
  })

  it.each(['after=x', 'after=1e9', 'after=1;drop', 'limit=0', 'limit=1001', 'media=x'])(
    'photos by %s',
    async (query) => {
      const album = await createAlbum()
      expect((await api(editor, 'GET', `/api/albums/${album.id}/photos?${query}`)).status).toBe(400)
    },
  )

  it('R30 R31 what looks like code is text, and comes back as it was', async () => {
    const nasty = `"><img src=x onerror=alert(1)> '; drop table album; -- {{n}} %_\\`
    const album = await createAlbum({ title: nasty, place: nasty, description: nasty })
    expect(album).toMatchObject({ title: nasty, place: nasty, description: nasty })
    expect((await list(`q=${encodeURIComponent("'; drop table album; --")}`)).map(({ id }) => id)).toEqual([album.id])
    expect(await titles(`q=${encodeURIComponent('%_\\')}`)).toEqual([nasty])
  })
})

it('a year that no calendar has is refused, and never a failure of the server', async () => {
  const given = { title: 'Long ago', eventDate: '0000-01-01' }
  expect(await api(editor, 'POST', '/api/albums', given)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'eventDate' }] },
  })
  const { id, version } = await createAlbum({})
  expect((await api(editor, 'PATCH', `/api/albums/${id}`, { version, eventDate: '0000-01-01' })).status).toBe(400)
  for (const filter of ['from', 'to'])
    expect((await api(editor, 'GET', `/api/albums?${filter}=0000-12-31`)).status).toBe(400)
  const cursor = Buffer.from(`0000-01-01T00:00:00.000Z ${id}`).toString('base64url')
  for (const list of ['albums', 'articles'])
    expect((await api(null, 'GET', `/content/v1/${list}?cursor=${cursor}`)).status).toBe(400)
  expect((await api(editor, 'POST', '/api/albums', { title: 'First day', eventDate: '0001-01-01' })).status).toBe(201)
})
