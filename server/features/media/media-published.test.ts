import { beforeAll, describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import type { Media } from '#contract/media.ts'
import type { Role } from '#contract/permissions.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createLibrary, type Person } from './testing/library.ts'
import { freshPicture } from './testing/pictures.ts'

const { db, signIn, editor, call, added, seen, listed, replace, createArticle } = await createLibrary()

const publish = async (id: string, content: object) => {
  const article = await createArticle({ coverMedia: id })
  await db
    .insertInto('articleLive')
    .values({
      articleId: article.id,
      slug: article.slug,
      title: 'Live',
      featured: false,
      version: 1,
      authorIds: [],
      categoryIds: [],
      tagIds: [],
      wordCount: 0,
      readingTime: 0,
      publishedAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
      content: JSON.stringify({ body: '', cover: null, socialImage: null, ...content }),
    })
    .execute()
}
const entity = (title: string) => ({ id: uuidv7(), slug: title.toLowerCase(), createdBy: null, updatedBy: null })
const intoAlbum = async (mediaId: string, status: 'draft' | 'published') => {
  const id = uuidv7()
  await db
    .insertInto('album')
    .values({ ...entity(id), id, title: id, status, eventDate: null, photographer: null, cover: null })
    .execute()
  await db
    .insertInto('albumPhoto')
    .values({ id: uuidv7(), albumId: id, mediaId, position: 1, positionVersion: 1, textVersion: 1 })
    .execute()
}
const asAvatar = (avatar: string, fields = {}) =>
  db
    .insertInto('author')
    .values({ ...entity(uuidv7()), displayName: 'Ada', avatar, links: '[]', userId: null, mergedInto: null, ...fields })
    .execute()
const inAd = async (media: string, isApproved: boolean) => {
  const fields = JSON.stringify({ name: 'Ferries', advertiser: 'Harbour', creatives: [{ kind: 'image', media }] })
  await db
    .insertInto('ad')
    .values({
      id: uuidv7(),
      fields,
      ...(isApproved && { status: 'approved', live: fields }),
      createdBy: null,
      updatedBy: null,
    })
    .execute()
}

const places: Record<string, (id: string) => Promise<unknown>> = {
  'the cover of a published article': (id) => publish(id, { cover: { media: id } }),
  'the text of a published article': (id) => publish(id, { body: `<img src="/media/${id}/640.webp">` }),
  'the social image of a published article': (id) => publish(id, { socialImage: id }),
  'a published album': (id) => intoAlbum(id, 'published'),
  'the page of an author': (id) => asAvatar(id),
  'an approved ad': (id) => inAd(id, true),
}
const refused = (reply: { statusCode: number; json: () => unknown }) => {
  expect(reply.json()).toMatchObject({ code: 'needs_publisher' })
  expect(reply.statusCode).toBe(403)
}

describe.each(['author', 'ad_manager'] as Role[])('an own picture of the role %s', (role) => {
  let who: Person
  beforeAll(async () => {
    who = await signIn(role)
  })
  it.each(Object.entries(places))('in %s is changed by no one but those who may publish', async (_place, show) => {
    const media = await added(who)
    await show(media.id)
    const before = await seen(media.id)
    const url = `/api/media/${media.id}`
    refused(await call(who, 'PATCH', url, { version: 1, alt: 'Mine' }))
    refused(await call(who, 'PATCH', url, { version: 1, focalPoint: { x: 0, y: 0 } }))
    refused(await replace(who, media, await freshPicture()))
    refused(await call(who, 'POST', `${url}/transform`, { version: 1, as: 'replacement', rotate: 90 }))
    const bulk = await call(who, 'POST', '/api/media/bulk/texts', { ids: [media.id], caption: 'Mine' })
    expect(bulk.json()).toMatchObject({ changed: 0, skipped: [{ id: media.id, code: 'needs_publisher' }] })
    expect(await seen(media.id)).toEqual(before)

    const { can } = (await call(who, 'GET', url)).json<Media>()
    expect(can).toEqual({ write: false, purge: false, needsPublisher: true })
    const inList = (await listed('', who)).items.find(({ id }) => id === media.id)
    expect(inList?.can).toEqual(can)
    expect(before.can).toMatchObject({ write: true, needsPublisher: false })
    expect((await call(editor, 'PATCH', url, { version: 1, alt: 'Told by an editor' })).statusCode).toBe(200)
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['an article that is not published', (id) => createArticle({ coverMedia: id })],
    ['an album that is not published', (id) => intoAlbum(id, 'draft')],
    ['an ad that was not approved', (id) => inAd(id, false)],
    ['a hidden author', (id) => asAvatar(id, { hidden: true })],
    ['nothing', async () => undefined],
  ])('in %s is theirs to change', async (_place, show) => {
    const media = await added(who)
    await show(media.id)
    const changed = await call(who, 'PATCH', `/api/media/${media.id}`, { version: 1, alt: 'Mine' })
    expect(changed.statusCode).toBe(200)
    expect((await replace(who, changed.json<Media>(), await freshPicture())).statusCode).toBe(200)
  })
})

it('an undo does not bring old texts or an old file back into what readers see meanwhile', async () => {
  const who = await signIn('author')
  const media = await added(who)
  const replaced = (await replace(who, media, await freshPicture())).json<Media & { undo: UndoPointer }>()
  const texts = await call(who, 'POST', '/api/media/bulk/texts', { ids: [media.id], caption: 'New' })
  await publish(media.id, { cover: { media: media.id } })
  for (const undo of [texts.json<{ undo: UndoPointer }>().undo, replaced.undo])
    refused(await call(who, 'POST', `/api/undo/${undo?.id}`))
  expect(await seen(media.id)).toMatchObject({ caption: 'New', fileVersion: replaced.fileVersion })
})
