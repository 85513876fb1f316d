import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk, type Person } from '../../articles/testing/desk.ts'

export type PhotoPage = { items: AlbumPhoto[]; version: number; next: string | null }
export type Changed = { album: Album; undo: UndoPointer | null; changed: number; skipped: number }

/** A desk with media files and albums: `const { createAlbum, addMedia, photosOf } = await createAlbumDesk()`. */
export async function createAlbumDesk(settings: Parameters<typeof createDesk>[0] = {}) {
  const desk = await createDesk(settings)
  const { api, db, editor } = desk

  /** Rows of the library, without files behind them. @returns their ids */
  async function addMedia(count: number, fields: (n: number) => object = () => ({})): Promise<string[]> {
    const file = { type: 'image/jpeg' as const, bytes: 9, width: 1600, height: 900, variants: '[]' }
    const rows = Array.from({ length: count }, (_, n) => ({
      id: uuidv7(),
      sha256: randomBytes(32),
      storageKey: `key/${n}`,
      name: `IMG_${n + 1}.jpg`,
      alt: `Picture ${n + 1}`,
      ...file,
      ...fields(n),
    }))
    for (let at = 0; at < count; at += 500)
      await db
        .insertInto('media')
        .values(rows.slice(at, at + 500))
        .execute()
    return rows.map(({ id }) => id)
  }

  const act = async (album: { id: string }, action: string, who = editor) => {
    const { version } = await db
      .selectFrom('album')
      .select('version')
      .where('id', '=', album.id)
      .executeTakeFirstOrThrow()
    const moved = await api<Album>(who, 'POST', `/api/albums/${album.id}/${action}`, { version })
    if (moved.status !== 200) throw new Error(`${action}: ${JSON.stringify(moved.body)}`)
    return moved.body
  }

  let count = 0
  /** An album with this many photos, in the state asked for. */
  async function createAlbum(
    fields: { photos?: number; media?: string[]; status?: keyof typeof waysTo; [field: string]: unknown } = {},
    who: Person = editor,
  ): Promise<Album> {
    const { photos = 1, media = await addMedia(photos), status = 'draft', ...given } = fields
    const created = await api<Album>(who, 'POST', '/api/albums', { title: `Album ${++count}`, ...given })
    if (created.status !== 201) throw new Error(JSON.stringify(created.body))
    let album = created.body
    if (media.length > 0) {
      const added = await api<Changed>(who, 'POST', `/api/albums/${album.id}/photos`, { media })
      if (added.status !== 200) throw new Error(JSON.stringify(added.body))
      album = added.body.album
    }
    for (const action of waysTo[status]) album = await act(album, action)
    return album
  }

  /** All photos, page by page. */
  async function photosOf(album: { id: string }, limit = 1000, who: Person = editor): Promise<AlbumPhoto[]> {
    const all: AlbumPhoto[] = []
    let next: string | null = ''
    for (let page = 0; next !== null && page < 1000; page++) {
      const after: string = next && `&after=${next}`
      const { body } = await api<PhotoPage>(who, 'GET', `/api/albums/${album.id}/photos?limit=${limit}${after}`)
      all.push(...body.items)
      next = body.next
    }
    return all
  }

  return { ...desk, addMedia, createAlbum, photosOf, actOn: act }
}

const waysTo = {
  draft: [],
  published: ['publish'],
  archived: ['publish', 'archive'],
  trashed: ['trash'],
} satisfies Record<string, string[]>
