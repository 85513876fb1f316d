import { v7 as uuidv7 } from 'uuid'
import { UPLOAD_PIECE_MAX_BYTES, type MediaUpload } from '#contract/media-uploads.ts'
import type { Media } from '#contract/media.ts'
import { createTestApp } from '../../../testing/app.ts'
import { storedKeys } from '../../../testing/test-storage.ts'
import { form, formType } from './form.ts'
import { freshPicture } from './pictures.ts'

export type Person = { headers: { authorization: string }; user: { id: string } }

/** A library of this test file's own, with an editor in it. Call it at the top of the file. */
export async function createLibrary() {
  const base = await createTestApp()
  const { app, db, services, signIn } = base
  const editor = await signIn('editor')

  const call = (who: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })
  const upload = (who: Person, bytes: Buffer | string, name = 'photo.png', texts: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { ...who.headers, ...formType },
      payload: form([{ bytes, name }], texts),
    })
  const added = async (who: Person = editor, bytes?: Buffer, name?: string) =>
    (await upload(who, bytes ?? (await freshPicture()), name)).json<Media>()
  const seen = async (id: string) => (await call(editor, 'GET', `/api/media/${id}`)).json<Media>()
  const listed = async (query: string, who: Person = editor) =>
    (await call(who, 'GET', `/api/media?pageSize=100&${query}`)).json<{ items: Media[]; total: number }>()

  const append = (who: Person, id: string, offset: number, piece: Buffer) =>
    app.inject({
      method: 'PATCH',
      url: `/api/media/uploads/${id}?offset=${offset}`,
      headers: { ...who.headers, 'content-type': 'application/octet-stream' },
      payload: piece,
    })
  /** All bytes sent in pieces, and not finished. */
  async function sent(who: Person, bytes: Buffer, name = 'photo.png', piece = UPLOAD_PIECE_MAX_BYTES) {
    const begun = await call(who, 'POST', '/api/media/uploads', { name, bytes: bytes.length })
    const { id } = begun.json<MediaUpload>()
    for (let from = 0; from < bytes.length; from += piece)
      await append(who, id, from, bytes.subarray(from, from + piece))
    return id
  }
  /** Puts these bytes in the place of a picture. */
  const replace = async (who: Person, { id, version }: { id: string; version: number }, bytes: Buffer) =>
    call(who, 'POST', `/api/media/${id}/replace`, { upload: await sent(who, bytes), version })

  let slugs = 0
  async function createArticle(fields: { title?: string; coverMedia?: string; socialImage?: string; body?: string }) {
    slugs += 1
    const row = { id: uuidv7(), slug: `article-${slugs}`, title: 'An article', createdBy: editor.user.id, ...fields }
    await db.insertInto('article').values(row).execute()
    return row
  }
  const rows = async () => (await db.selectFrom('media').select('id').execute()).length
  const files = () => storedKeys(services.storage)
  /** Whatever happens inside, the library is afterwards as it was, and no upload is under way. */
  async function unchanged(expectEqual: (after: unknown, before: unknown) => void, act: () => Promise<void>) {
    const before = [await rows(), await files()]
    await act()
    expectEqual([await rows(), await files()], before)
  }

  return {
    ...base,
    editor,
    call,
    upload,
    added,
    seen,
    listed,
    append,
    sent,
    replace,
    createArticle,
    rows,
    files,
    unchanged,
  }
}
