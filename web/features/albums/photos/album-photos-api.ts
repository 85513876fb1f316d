import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Album, albumEndpoints, type AlbumPhoto } from '#contract/albums.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '../../../api/call.ts'
import { albumKeys, albumsChanged } from '../album-api.ts'

/**
 * All photos of an album in their order, and the version of the album that they are of; below 0 it is not known.
 * `guesses`: changes of ours that are in `items` already and that the server has not answered yet.
 */
export type AlbumPhotos = {
  items: readonly AlbumPhoto[]
  version: number
  complete: boolean
  guesses: readonly number[]
}
let lastGuess = 0

/** How often reading begins again when others change the album meanwhile; after that, what came is shown. */
const BEGINNINGS = 4

async function readPhotos(client: QueryClient, id: string, signal: AbortSignal): Promise<AlbumPhotos> {
  const key = albumKeys.photos(id)
  const first = client.getQueryData(key) === undefined
  for (let beginning = 1; ; beginning++) {
    const items: AlbumPhoto[] = []
    let version: number | undefined
    let after: string | undefined
    for (;;) {
      const page = await call(albumEndpoints.photos, { params: { id }, query: { ...(after && { after }) } }, { signal })
      if (version !== undefined && page.version !== version && beginning < BEGINNINGS) break
      version = page.version
      items.push(...page.items)
      if (page.next === null) return { items, version, complete: true, guesses: [] }
      after = page.next
      // The first thousand are on the screen while the others are on their way.
      if (first && beginning === 1)
        client.setQueryData<AlbumPhotos>(key, {
          items: [...items],
          version: page.version,
          complete: false,
          guesses: [],
        })
    }
  }
}

/** The photos of an album; asked for again when the album has a newer version than they are of. */
export function useAlbumPhotos(id: string, album: Album | undefined) {
  const client = useQueryClient()
  const photos = useQuery({
    queryKey: albumKeys.photos(id),
    queryFn: ({ signal }) => readPhotos(client, id, signal),
    staleTime: Infinity,
    refetchOnMount: 'always',
    structuralSharing: false,
  })
  const busy = useIsMutating({ mutationKey: albumKeys.photos(id) }) > 0
  const behind =
    photos.data !== undefined && album !== undefined && photos.data.complete && album.version > photos.data.version
  useEffect(() => {
    if (behind && !busy) void client.invalidateQueries({ queryKey: albumKeys.photos(id) })
  }, [behind, busy, client, id])
  return photos
}

/** The order after a change that this browser made, or what it would be. */
export type Guess = (items: readonly AlbumPhoto[]) => readonly AlbumPhoto[]

type Change<Reply> = { run: () => Promise<Reply>; guess?: Guess }

/**
 * Changes photos: shown at once, sent one after the other, reverted when refused. Where someone else changed the
 * album in between, its photos are read again.
 */
export function useChangePhotos(id: string) {
  const client = useQueryClient()
  const key = albumKeys.photos(id)
  return useMutation({
    mutationKey: key,
    scope: { id: key.join() },
    mutationFn: ({ run }: Change<{ album: Album }>) => run(),
    onMutate: async ({ guess }) => {
      if (!guess) return undefined
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<AlbumPhotos>(key)
      if (!before) return undefined
      const token = ++lastGuess
      client.setQueryData<AlbumPhotos>(key, {
        ...before,
        items: guess(before.items),
        guesses: [...before.guesses, token],
      })
      return { before, token }
    },
    onSuccess: ({ album }, _change, guessed) => {
      void client.cancelQueries({ queryKey: albumKeys.one(id) })
      client.setQueryData(albumKeys.one(id), album)
      albumsChanged(client)
      const now = client.getQueryData<AlbumPhotos>(key)
      if (!now || !guessed || !now.guesses.includes(guessed.token)) return
      // With any other version someone else changed the album too: the photos are behind and are read again.
      const version =
        now.version + 1 === album.version ? album.version : now.version === album.version ? now.version : -1
      client.setQueryData<AlbumPhotos>(key, {
        ...now,
        version,
        guesses: now.guesses.filter((token) => token !== guessed.token),
      })
    },
    onError: (_error, _change, guessed) => {
      if (guessed) client.setQueryData<AlbumPhotos>(key, { ...guessed.before, version: -1 })
      void client.invalidateQueries({ queryKey: albumKeys.one(id) })
    },
  })
}

type Added = { album: Album; added: readonly AlbumPhoto[]; before: string | undefined }

/** Puts new photos where the server has put them, so that thousands of others need not be read again for them. */
export function showAddedPhotos(client: QueryClient, { album, added, before }: Added): void {
  const key = albumKeys.photos(album.id)
  const now = client.getQueryData<AlbumPhotos>(key)
  if (!now?.complete || now.version + 1 !== album.version || now.guesses.length > 0) return
  const gap = before === undefined ? -1 : now.items.findIndex(({ id }) => id === before)
  client.setQueryData<AlbumPhotos>(key, {
    ...now,
    version: album.version,
    items: gap < 0 ? [...now.items, ...added] : now.items.toSpliced(gap, 0, ...added),
  })
}

type Body<Name extends keyof typeof albumEndpoints> =
  Request<(typeof albumEndpoints)[Name]> extends { body: infer B } ? B : never

export const photoCalls = (id: string) => ({
  move: (body: Body<'movePhotos'>) => call(albumEndpoints.movePhotos, { params: { id }, body }),
  sort: (body: Body<'sortPhotos'>) => call(albumEndpoints.sortPhotos, { params: { id }, body }),
  write: (body: Body<'writeTexts'>) => call(albumEndpoints.writeTexts, { params: { id }, body }),
  edit: (photo: string, body: Body<'editPhoto'>) => call(albumEndpoints.editPhoto, { params: { id, photo }, body }),
  remove: (body: Body<'removePhotos'>) => call(albumEndpoints.removePhotos, { params: { id }, body }),
  transfer: (body: Body<'transferPhotos'>) => call(albumEndpoints.transferPhotos, { params: { id }, body }),
  add: (body: Body<'addPhotos'>) => call(albumEndpoints.addPhotos, { params: { id }, body }),
})
