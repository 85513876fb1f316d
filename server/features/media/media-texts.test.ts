import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createLibrary } from './testing/library.ts'
import { photoWith, type PhotoTexts } from './testing/picture-texts.ts'
import { freshPicture } from './testing/pictures.ts'

const { app, db, editor, call, upload, sent, replace, seen, added } = await createLibrary()
const finish = async (bytes: Buffer) =>
  (await call(editor, 'POST', `/api/media/uploads/${await sent(editor, bytes)}/finish`)).json<Media>()

const signed = { exif: { Artist: 'Jane Doe', Copyright: 'Copyright 2024 Jane Doe' } }
const credit = 'Jane Doe · Copyright 2024 Jane Doe'

it('thirty photos with Artist and Copyright arrive with their credit, at once and in pieces', async () => {
  const arrived: Media[] = []
  for (let n = 0; n < 15; n++) {
    arrived.push((await upload(editor, await photoWith(signed))).json<Media>())
    arrived.push(await finish(await photoWith(signed)))
  }
  expect(arrived.map((media) => media.credit)).toEqual(Array<string>(30).fill(credit))
  expect(arrived.map((media) => media.textsFromFile)).toEqual(Array<string[]>(30).fill(['credit']))
  for (const { id } of arrived) expect(await seen(id)).toMatchObject({ credit, caption: '', alt: '' })
})

const full: PhotoTexts = {
  xmp: { description: '黄昏时分的石桥', creator: ['Jane Doe'], credit: 'Reuters', alt: 'A stone bridge' },
}
const fullTexts = { caption: '黄昏时分的石桥', credit: 'Jane Doe / Reuters', alt: 'A stone bridge' }

it('what someone typed stays, and only the empty fields are filled', async () => {
  const once = await upload(editor, await photoWith(full), 'a.jpg', { caption: 'My own words', credit: '' })
  expect(once.json()).toMatchObject({
    ...fullTexts,
    caption: 'My own words',
    textsFromFile: ['alt', 'credit'],
  })
  const bytes = await photoWith(full)
  const begun = await call(editor, 'POST', '/api/media/uploads', { name: 'a.jpg', bytes: bytes.length, alt: 'Typed' })
  const { id } = begun.json<{ id: string }>()
  const headers = { ...editor.headers, 'content-type': 'application/octet-stream' }
  await app.inject({ method: 'PATCH', url: `/api/media/uploads/${id}?offset=0`, headers, payload: bytes })
  const pieces = await call(editor, 'POST', `/api/media/uploads/${id}/finish`)
  expect(pieces.json()).toMatchObject({ ...fullTexts, alt: 'Typed', textsFromFile: ['caption', 'credit'] })
})

it('a picture that says nothing stays without texts', async () => {
  const { alt, caption, credit: none, textsFromFile } = await added()
  expect([alt, caption, none, textsFromFile]).toEqual(['', '', '', []])
})

it('markup in a caption is text, and a caption that is too long is cut', async () => {
  const description = `<script>alert(1)</script> ${'word '.repeat(200)}`
  const media = (await upload(editor, await photoWith({ xmp: { description } }))).json<Media>()
  expect(media.caption).toMatch(/^<script>alert\(1\)<\/script> word .*…$/)
  expect(media.caption.length).toBeLessThanOrEqual(500)
})

it('a replacement fills empty texts only, and its undo empties what it filled and nothing else', async () => {
  const media = await added(editor, await freshPicture(), 'a.png')
  const typed = await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, caption: 'My own words' })
  const png = await photoWith({ ...full, format: 'png' })
  const replaced = (await replace(editor, typed.json<Media>(), png)).json<Media & { undo: UndoPointer }>()
  expect(replaced).toMatchObject({
    ...fullTexts,
    caption: 'My own words',
    textsFromFile: ['alt', 'credit'],
  })
  const audit = await db
    .selectFrom('auditEvent')
    .select('after')
    .where('entityId', '=', media.id)
    .where('action', '=', 'replace')
    .executeTakeFirstOrThrow()
  expect(audit.after).toMatchObject({ alt: fullTexts.alt, credit: fullTexts.credit })

  const edited = { version: replaced.version, alt: 'Written since' }
  await call(editor, 'PATCH', `/api/media/${media.id}`, edited)
  expect((await call(editor, 'POST', `/api/undo/${replaced.undo?.id}`)).json()).toMatchObject({ restored: 1 })
  expect(await seen(media.id)).toMatchObject({ alt: 'Written since', caption: 'My own words', credit: '' })
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'no public byte of a %s keeps its texts, nor its place',
  async (format) => {
    const bytes = await photoWith({
      format,
      xmp: { description: 'Secret caption', creator: ['Secret Name'], rights: 'Secret rights', alt: 'Secret alt' },
      exif: { Artist: 'Secret Artist', Copyright: 'Secret Copyright' },
      ...(format === 'jpeg' && { iptc: [[120, 'Secret IPTC']] as const }),
    })
    expect(bytes.toString('latin1')).toContain('Secret')
    const media = (await upload(editor, bytes, `a.${format}`)).json<Media>()
    expect(media.caption).toBe('Secret caption')
    const other = await photoWith({ format, xmp: { description: 'Secret caption', alt: 'Secret alt' } })
    const replaced = (await replace(editor, media, other)).json<Media>()
    for (const { url } of [media, ...media.variants, replaced, ...replaced.variants]) {
      const { rawPayload } = await app.inject(url)
      const { exif, xmp, iptc, comments } = await sharp(rawPayload).metadata()
      expect({ exif, xmp, iptc, comments }, url).toEqual({})
      expect(rawPayload.toString('latin1'), url).not.toContain('Secret')
    }
    const row = await db.selectFrom('media').selectAll().where('id', '=', media.id).executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, sha256: '', id: '' })).not.toMatch(/GPS|latitude/i)
  },
)
