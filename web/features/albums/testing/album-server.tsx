import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import type { Role } from '#contract/permissions.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { httpClient } from '../../../api/http-client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { moveSet } from '../../../ui/photo-grid/move-set.ts'
import { showScreen } from '../../../ui/testing/show-screen.tsx'
import { AlbumEditor } from '../edit/album-editor.tsx'
import { useAlbum } from '../album-api.ts'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const actions = ['publish', 'unpublish', 'archive', 'trash', 'restore', 'purge'] as const

const aPhoto = (n: number, fields: Partial<AlbumPhoto> = {}): AlbumPhoto => ({
  id: idOf(n),
  media: idOf(n + 5_000),
  url: pixel,
  thumb: pixel,
  fileVersion: 1,
  width: 150,
  height: 100,
  type: 'image/gif',
  name: `P${n}`,
  alt: `P${n}`,
  caption: '',
  mediaAlt: '',
  mediaCaption: '',
  credit: '',
  capturedAt: null,
  focalPoint: null,
  ...fields,
})

export const anAlbum = (fields: Partial<Album> = {}): Album => ({
  id: crypto.randomUUID(),
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
  title: 'Spring fair',
  slug: 'spring-fair',
  description: '',
  eventDate: null,
  place: '',
  photographer: null,
  cover: null,
  photographerName: null,
  status: 'draft',
  publishedAt: null,
  coverImage: null,
  photos: 0,
  missingAlt: 0,
  missing: [],
  can: { ...(Object.fromEntries(actions.map((name) => [name, true])) as Album['can']), write: true },
  ...fields,
})

type Given = { photos?: number | Partial<AlbumPhoto>[]; role?: Role; write?: boolean }

/** A server with one album, at the place where calls leave the browser; and its screen. */
export function openAlbum({ photos = 12, role = 'editor', write = true }: Given = {}) {
  // Its own each time: what a browser keeps of one album is not offered in another.
  const id = crypto.randomUUID()
  let items = Array.isArray(photos)
    ? photos.map((fields, at) => aPhoto(at + 1, fields))
    : Array.from({ length: photos }, (_, at) => aPhoto(at + 1))
  let album = anAlbum({
    id,
    photos: items.length,
    can: { ...(Object.fromEntries(actions.map((name) => [name, write])) as Album['can']), write },
  })
  let isOpen = true
  const asked: { path: string; body: Record<string, unknown> }[] = []
  /** What the next change is answered with, instead of being made. */
  const refuse: { with: ProblemCode | undefined } = { with: undefined }
  /** Changes wait here for as long as it is set. */
  const line: { wait: Promise<void> | undefined } = { wait: undefined }
  const steps: (readonly AlbumPhoto[])[] = []
  const change = (next: readonly AlbumPhoto[]) => {
    items = [...next]
    album = { ...album, version: album.version + 1, photos: items.length }
  }
  const server = {
    asked,
    refuse,
    line,
    /** The order on the server. */
    order: () => items.map(({ name }) => name).join(' '),
    photos: () => items,
    /** Someone else puts the last photo first. */
    changeFromOtherTab: () => change([items.at(-1)!, ...items.slice(0, -1)]),
    /** Someone else writes about the photos. */
    describeOtherServer: (n: number, fields: Partial<AlbumPhoto>) =>
      change(items.map((photo) => (photo.id === idOf(n) ? { ...photo, ...fields } : photo))),
    /** Someone else writes another text. */
    writeFromOtherTab: (fields: Partial<Album>) => (album = { ...album, ...fields, version: album.version + 1 }),
  }

  httpClient.defaults.adapter = async (config) => {
    const path = String(config.url).split('?')[0]!
    // A tab that closes sends nothing any more.
    if (!isOpen) return new Promise(() => {})
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const problem = (status: number, code: ProblemCode, more: object = {}) => {
      const data = { code, status, title: code, type: '', requestId: 'r1', ...more }
      const response = { data, status, statusText: '', headers: {}, config }
      return new AxiosError('refused', undefined, config, undefined, response)
    }
    if (path === '/api/session')
      return answer({
        user: { id: idOf(1), role, name: 'Kim', email: 'kim@example.org', locale: 'en', timeZone: 'UTC' },
      })
    if (path.startsWith('/api/undo/')) {
      asked.push({ path, body: {} })
      const before = steps.pop()
      if (!before) throw problem(409, 'undo_expired')
      change(before)
      return answer({ restored: 1, skipped: 0, left: [] })
    }
    if (path.endsWith('/uses')) return answer({ items: [], total: 0 })
    if (config.method === 'get')
      return answer(path.endsWith('/photos') ? { items, version: album.version, next: null } : album)
    const body = JSON.parse(String(config.data ?? '{}')) as Record<string, unknown>
    asked.push({ path: path.replace(`/api/albums/${id}`, ''), body })
    await line.wait
    if (refuse.with) throw problem(409, refuse.with)
    const chosen = new Set(body['photos'] as string[] | undefined)
    const isMoved = (photo: AlbumPhoto) => chosen.has(photo.id)
    const done = () =>
      answer({ album, undo: { id: idOf(77), until: '2198-01-01T00:00:00.000Z' }, changed: chosen.size, skipped: 0 })
    if (path.endsWith('/photos/move')) {
      const gap = items.findIndex((photo) => photo.id === body['before'])
      change(moveSet(items, isMoved, gap < 0 ? items.length : gap))
      return done()
    }
    if (path.endsWith('/photos/remove')) {
      change(items.filter((photo) => !isMoved(photo)))
      return done()
    }
    const photo = /\/photos\/([^/]+)$/.exec(path)?.[1]
    if (config.method === 'patch' && photo) {
      const { base, ...texts } = body as { base?: Partial<AlbumPhoto>; alt?: string; caption?: string }
      const current = items.find((one) => one.id === photo)!
      const stale = (['alt', 'caption'] as const).some(
        (name) => texts[name] !== undefined && base?.[name] !== current[name],
      )
      if (base && stale) throw problem(409, 'stale_version', { current, changedBy: 'Ann' })
      steps.push(items)
      change(items.map((one) => (one.id === photo ? { ...one, ...texts } : one)))
      return answer({
        album,
        undo: { id: idOf(77), until: '2198-01-01T00:00:00.000Z' },
        photo: items.find((one) => one.id === photo),
      })
    }
    if (config.method === 'patch') {
      if (body['version'] !== album.version) throw problem(409, 'stale_version', { current: album, changedBy: 'Ann' })
      const { version: _version, ...fields } = body
      album = { ...album, ...fields, version: album.version + 1 }
      return answer(album)
    }
    throw problem(404, 'not_found')
  }

  function Screen() {
    const known = useAlbum(id)
    return known.data ? <AlbumEditor album={known.data} /> : null
  }
  const show = () => {
    queryClient.clear()
    return showScreen(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    )
  }
  let screen = show()
  return {
    ...server,
    ...screen,
    look: () => queryClient.invalidateQueries({ queryKey: ['albums', 'one', id] }),
    /** The tab is closed in the middle of it all, and the album opened again. */
    closeAndOpenAgain: async () => {
      isOpen = false
      window.dispatchEvent(new Event('pagehide'))
      screen.close()
      await new Promise((resolve) => setTimeout(resolve))
      isOpen = true
      screen = show()
    },
  }
}
