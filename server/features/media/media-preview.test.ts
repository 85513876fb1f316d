import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import { createLibrary, type Person } from './testing/library.ts'
import { picture } from './testing/pictures.ts'

const { app, db, signIn, editor, call, added } = await createLibrary()
const author = await signIn('author')
const preview = (who: Person, { id }: Media, size?: string) =>
  call(who, 'GET', `/api/media/${id}/preview${size ? `?size=${size}` : ''}`)
const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width
const trash = (media: Media, who = editor) =>
  call(who, 'POST', `/api/media/${media.id}/trash`, { version: media.version })

it('what is in the trash is shown to who may restore it, and to no one else', async () => {
  const media = await added(author, await picture(2000, 1500).jpeg().toBuffer(), 'Harbour.jpg')
  await trash(media)
  for (const { url } of [media, ...media.variants]) expect((await app.inject(url)).statusCode).toBe(404)

  for (const who of [editor, author, await signIn('administrator')]) {
    const shown = await preview(who, media)
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(shown.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(await widthOf(shown.rawPayload)).toBe(media.variants.find(({ name }) => name === 'thumb')!.width)
  }
  for (const role of ['author', 'ad_manager', 'viewer'] as const) {
    const other = await signIn(role)
    for (const path of ['', '/preview', '/uses'])
      expect((await call(other, 'GET', `/api/media/${media.id}${path}`)).statusCode, role).toBe(404)
  }
  const stranger = await app.inject({
    url: `/api/media/${media.id}/preview`,
    headers: { authorization: 'bearer null' },
  })
  expect(stranger.statusCode).toBe(401)
})

it('who may restore a picture is told that it is in the trash, since when and by whom', async () => {
  const media = await added(author)
  await trash(media)
  const seen = await call(author, 'GET', `/api/media/${media.id}`)
  expect(seen.statusCode).toBe(200)
  expect(seen.json()).toMatchObject({
    name: media.name,
    deletedAt: expect.any(String),
    updatedBy: { id: editor.user.id },
    can: { write: true, purge: false },
  })
  expect((await call(author, 'GET', `/api/media/${media.id}/uses`)).json()).toEqual({ items: [], total: 0 })
})

it('a preview has the size that was asked for, or what comes next to it', async () => {
  const large = await added(editor, await picture(1500, 1000).jpeg().toBuffer(), 'large.jpg')
  for (const [size, width] of [
    ['640', 640],
    ['1280', 1280],
  ] as const)
    expect(await widthOf((await preview(editor, large, size)).rawPayload)).toBe(width)
  const small = await added(editor, await picture(500, 400).png().toBuffer(), 'small.png')
  await trash(small)
  expect((await preview(editor, small, '1280')).statusCode).toBe(200)
  await db.updateTable('media').set({ variants: '[]' }).where('id', '=', small.id).execute()
  expect(await widthOf((await preview(editor, small)).rawPayload)).toBe(500)
  for (const size of ['1920', 'original', '../x', ''])
    expect((await preview(editor, large, size || '%00')).statusCode).toBe(400)
})

it('what was deleted permanently, and what has lost its file, has no preview', async () => {
  const media = await added()
  await db.updateTable('media').set({ storageKey: 'zz/nowhere' }).where('id', '=', media.id).execute()
  const lost = await preview(editor, media)
  expect([lost.statusCode, lost.headers['cache-control']]).toEqual([404, 'no-store'])
  await db.deleteFrom('media').where('id', '=', media.id).execute()
  expect((await preview(editor, media)).statusCode).toBe(404)
})
