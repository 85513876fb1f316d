import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { freshAddress, type Media, type MediaUse } from '#contract/media.ts'
import type { Problem } from '#contract/problems.ts'
import { createTestApp } from '../../testing/app.ts'
import { storedKeys } from '../../testing/test-storage.ts'
import { lockMediaForShare } from './media-queries.ts'
import { form, formType } from './testing/form.ts'
import { freshPicture, picture } from './testing/pictures.ts'

const { app, db, services, signIn } = await createTestApp()
const editor = await signIn('editor')
type Person = typeof editor

const upload = async (who: Person, bytes: Buffer, name = 'photo.png', texts: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...who.headers, ...formType },
    payload: form([{ bytes, name }], texts),
  })
const added = async (who: Person = editor, name?: string) =>
  (await upload(who, await freshPicture(), name)).json<Media>()
const call = (who: Person, method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })

let slugs = 0
async function createArticle(fields: { title: string; coverMedia?: string; socialImage?: string; body?: string }) {
  slugs += 1
  const row = { id: uuidv7(), slug: `article-${slugs}`, createdBy: editor.user.id, ...fields }
  await db.insertInto('article').values(row).execute()
  return row
}

it('an uploaded picture is answered whole, with every size', async () => {
  const bytes = await picture(1400, 900).jpeg().toBuffer()
  const texts = { alt: 'Four colours', caption: 'A test chart', credit: 'Kim' }
  const reply = await upload(editor, bytes, '测试 chart.jpg', texts)
  expect(reply.statusCode, reply.body).toBe(201)
  const media = reply.json<Media>()
  expect(media).toMatchObject({
    ...texts,
    name: '测试 chart.jpg',
    type: 'image/jpeg',
    width: 1400,
    height: 900,
    version: 1,
  })
  expect(media.variants.map(({ name }) => name)).toEqual(['thumb', 'square', '640', '1280'])
  expect(media.createdBy).toEqual({ id: editor.user.id, name: 'The editor' })
  expect(media.can).toEqual({ write: true, purge: false, needsPublisher: false })
  expect([media.uses, media.duplicates, media.capturedAt, media.fileVersion]).toEqual([0, 0, null, 1])
  for (const file of [media, ...media.variants]) {
    const served = await app.inject(file.url)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'content-type': file.type,
      'content-length': String(file.bytes),
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { width, height } = await sharp(served.rawPayload).metadata()
    expect([width, height]).toEqual([file.width, file.height])
    const again = await app.inject({ url: file.url, headers: { 'if-none-match': String(served.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const named = await app.inject(freshAddress(file.url, media.fileVersion))
    expect(named.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

it('the very same bytes give the picture that exists', async () => {
  const bytes = await freshPicture()
  const first = await upload(editor, bytes)
  const second = await upload(await signIn('author'), bytes, 'other name.png')
  expect([first.statusCode, second.statusCode]).toEqual([201, 200])
  expect(first.json<Media>().existing).toBeUndefined()
  expect(second.json()).toMatchObject({
    id: first.json<Media>().id,
    existing: true,
    name: 'photo.png',
    can: { write: false, purge: false },
  })
})

it('the same bytes sent ten times at once become one picture', async () => {
  const bytes = await freshPicture()
  const replies = await Promise.all(Array.from({ length: 10 }, () => upload(editor, bytes)))
  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(9).fill(200),
    201,
  ])
  expect(new Set(replies.map((reply) => reply.json<Media>().id)).size).toBe(1)
  const id = replies[0]?.json<Media>().id ?? ''
  expect(await filesOf(id)).toEqual(['original.png', 'square.webp', 'thumb.webp'])
})

const filesOf = async (id: string) =>
  (await storedKeys(services.storage)).flatMap((key) => (key.includes(id) ? [key.split('/').at(-1)] : []))

it('no address leads out of the library', async () => {
  const { id } = await added()
  const wrong = [
    `/media/${id}/original.jpg`,
    `/media/${id}/1920.webp`,
    `/media/${id}/..%2f..%2f..%2fetc%2fpasswd`,
    `/media/${id}/original.png%00.webp`,
    `/media/..%2f..%2f/secrets.json`,
    `/media/${id.toUpperCase()}/thumb.webp`,
    `/media/${uuidv7()}/thumb.webp`,
    `/media/1/thumb.webp`,
  ]
  for (const url of wrong) expect((await app.inject(url)).statusCode, url).toBe(404)
})

it('texts are changed on the version the person saw', async () => {
  const { id } = await added()
  const changed = await call(editor, 'PATCH', `/api/media/${id}`, {
    version: 1,
    alt: ' A\nboat ',
    focalPoint: { x: 0.25, y: 1 },
  })
  expect(changed.json()).toMatchObject({ version: 2, alt: 'A boat', focalPoint: { x: 0.25, y: 1 }, caption: '' })
  const stale = await call(editor, 'PATCH', `/api/media/${id}`, { version: 1, alt: 'A ship' })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({
    code: 'stale_version',
    changedBy: 'The editor',
    current: { alt: 'A boat', version: 2 },
  })
})

it.each([
  [{ alt: 'x'.repeat(301) }, 'alt'],
  [{ name: 'new.png' }, 'name'],
  [{ sha256: '00' }, 'sha256'],
  [{ focalPoint: { x: 2, y: 0 } }, 'focalPoint.x'],
  [{ alt: 7 }, 'alt'],
])('%j is refused with the field named', async (fields, path) => {
  const { id } = await added()
  const reply = await call(editor, 'PATCH', `/api/media/${id}`, { version: 1, ...fields })
  expect(reply.statusCode).toBe(400)
  expect(reply.json<Problem>().fields?.map((field) => field.path)).toContain(path)
})

it('everybody who is signed in sees the library; authors and ad managers change only their own, viewers nothing', async () => {
  const theirs = await added()
  for (const role of ['author', 'ad_manager'] as const) {
    const person = await signIn(role)
    const mine = await added(person)
    expect((await call(person, 'GET', `/api/media/${theirs.id}`)).json<Media>().can.write).toBe(false)
    expect((await call(person, 'PATCH', `/api/media/${mine.id}`, { version: 1, alt: 'x' })).statusCode).toBe(200)
    expect((await call(person, 'PATCH', `/api/media/${theirs.id}`, { version: 1, alt: 'x' })).statusCode).toBe(403)
    expect((await call(person, 'DELETE', `/api/media/${theirs.id}`)).statusCode).toBe(403)
    expect((await call(person, 'DELETE', `/api/media/${mine.id}`)).statusCode).toBe(204)
  }
  const viewer = await signIn('viewer')
  expect((await call(viewer, 'GET', '/api/media')).statusCode).toBe(200)
  expect((await upload(viewer, await freshPicture())).statusCode).toBe(403)
  expect((await call(viewer, 'PATCH', `/api/media/${theirs.id}`, { version: 1, alt: 'x' })).statusCode).toBe(403)
  const stranger = { ...viewer, headers: { authorization: 'bearer null' } }
  expect((await call(stranger, 'GET', '/api/media')).statusCode).toBe(401)
  expect((await upload(stranger, await freshPicture())).statusCode).toBe(401)
})

it('a picture in use is not deleted: cover, social image, text, what readers see, avatar', async () => {
  const [cover, social, inBody, live, avatar] = [
    await added(),
    await added(),
    await added(),
    await added(),
    await added(),
  ]
  await createArticle({ title: 'With a cover', coverMedia: cover.id })
  await createArticle({ title: 'With a social image', socialImage: social.id })
  await createArticle({ title: 'With a picture', body: `<p>a</p><img src="/media/${inBody.id}/640.webp">` })
  const published = await createArticle({ title: 'Published' })
  const content = { body: `<img src="/media/${live.id}/original.png">`, cover: null, socialImage: null }
  await db
    .insertInto('articleLive')
    .values({
      articleId: published.id,
      slug: 'published',
      title: 'Published',
      featured: false,
      version: 1,
      authorIds: [],
      categoryIds: [],
      tagIds: [],
      wordCount: 0,
      readingTime: 0,
      publishedAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
      content: JSON.stringify(content),
    })
    .execute()
  await db
    .insertInto('author')
    .values({ id: uuidv7(), displayName: 'Ann', slug: 'ann', avatar: avatar.id, links: '[]' })
    .execute()

  const said = {
    [cover.id]: 'article “With a cover” (cover)',
    [social.id]: 'article “With a social image” (social image)',
    [inBody.id]: 'article “With a picture” (text)',
    [live.id]: 'article “Published” (published)',
    [avatar.id]: 'author “Ann” (avatar)',
  }
  for (const [id, reason] of Object.entries(said)) {
    const refused = await call(editor, 'DELETE', `/api/media/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'in_use', reasons: [reason] })
    expect((await app.inject(`/media/${id}/thumb.webp`)).statusCode).toBe(200)
  }
})

it('where a picture is used is told without the titles of articles one may not read', async () => {
  const author = await signIn('author')
  const mine = await added(author)
  const { id } = await createArticle({ title: 'Secret plan', coverMedia: mine.id })
  const uses = await call(author, 'GET', `/api/media/${mine.id}/uses`)
  const expected: MediaUse = { type: 'article', id, title: null, places: ['cover'], trashed: false }
  expect(uses.json()).toEqual({ items: [expected], total: 1 })
  const refused = await call(author, 'DELETE', `/api/media/${mine.id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.body).not.toContain('Secret plan')
})

it('an unused picture goes to the trash: its addresses stop answering, and its bytes may come again', async () => {
  const bytes = await freshPicture()
  const { id, thumb } = (await upload(editor, bytes)).json<Media>()
  expect((await call(editor, 'DELETE', `/api/media/${id}`)).statusCode).toBe(204)
  expect((await call(editor, 'GET', `/api/media/${id}`)).json()).toMatchObject({ deletedAt: expect.any(String) })
  expect((await call(editor, 'DELETE', `/api/media/${id}`)).statusCode).toBe(404)
  expect((await app.inject(thumb)).statusCode).toBe(404)
  expect((await upload(editor, bytes)).statusCode).toBe(201)
})

it('the library is searched, filtered, sorted and paged', async () => {
  const zebra = await added(editor, 'Zebra 100%.png')
  await call(editor, 'PATCH', `/api/media/${zebra.id}`, { version: 1, alt: '斑马 stripes' })
  const ids = async (query: string) =>
    (await call(editor, 'GET', `/api/media?${query}`)).json<{ items: Media[] }>().items.map(({ id }) => id)
  for (const q of ['zebra', '斑马', 'STRIPES', '100%'])
    expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual([zebra.id])
  expect(await ids('q=100_')).toEqual([])
  expect(await ids('missingAlt=true&pageSize=100')).not.toContain(zebra.id)
  expect(await ids('missingAlt=false&type=image/png&pageSize=100')).toContain(zebra.id)
  expect((await ids('sort=-name&type=image/png'))[0]).toBe(zebra.id)
  expect(await ids('page=2&pageSize=1')).toHaveLength(1)
  for (const query of ['sort=sha256', 'type=image/svg%2Bxml', 'pageSize=101', 'createdBy=1'])
    expect((await call(editor, 'GET', `/api/media?${query}`)).statusCode, query).toBe(400)
})

it('a picture that someone is about to show is not deleted under their hands', async () => {
  const { id } = await added()
  let removal: Promise<{ statusCode: number }> | undefined
  await db.transaction().execute(async (trx) => {
    expect(await lockMediaForShare(trx, [id])).toEqual(new Set([id]))
    removal = call(editor, 'DELETE', `/api/media/${id}`)
    const row = { id: uuidv7(), slug: 'about-to-show', title: 'About to show', coverMedia: id }
    await trx.insertInto('article').values(row).execute()
  })
  expect((await removal)?.statusCode).toBe(409)
})
