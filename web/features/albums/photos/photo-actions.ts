import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import { numberedText } from '#contract/numbered-text.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { ApiError } from '../../../api/call.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { notifyFailure } from '../../../ui/notify.tsx'
import { moveSet } from '../../../ui/photo-grid/move-set.ts'
import { albumKeys, useOfferAlbumUndo } from '../album-api.ts'
import { type AlbumPhotos, photoCalls, showAddedPhotos, useChangePhotos } from './album-photos-api.ts'

export type PhotoTexts = { alt?: string; caption?: string }
export type PhotoOrder = { by: 'capturedAt' | 'name'; direction: 'asc' | 'desc' }
type Ids = ReadonlySet<string>
export type PhotoActions = ReturnType<typeof usePhotoActions>

/** Everything that can be done with the photos of an album: shown at once, with undo. */
export function usePhotoActions(id: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const calls = photoCalls(id)
  const change = useChangePhotos(id)
  const offerUndo = useOfferAlbumUndo()
  const problemText = useProblemText()
  const count = (number: number) => t`${plural(number, { one: '# photo', other: '# photos' })}`

  const fail = (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'not_publishable')
      return void notifyFailure(t`Not done: a published album keeps at least one photo.`)
    const { sentence, requestId } = problemText(failure)
    return void notifyFailure(t`Not done. ${sentence}`, requestId)
  }
  /** For what is done on the spot; a dialog catches by itself. */
  const orSay = async (work: Promise<void>) => {
    try {
      await work
    } catch (failure) {
      fail(failure)
    }
  }
  type Reply = { album: Album; undo: UndoPointer | null }
  const run = async <R extends Reply>(
    send: () => Promise<R>,
    guess?: (items: readonly AlbumPhoto[]) => readonly AlbumPhoto[],
  ) => (await change.mutateAsync({ run: send, ...(guess && { guess }) })) as R
  const inOrder = (ids: Ids) => [...ids]
  const edit = async (photo: string, texts: PhotoTexts, base?: PhotoTexts) => {
    return run(
      () => calls.edit(photo, { ...texts, ...(base && { base }) }),
      (items) => items.map((one) => (one.id === photo ? { ...one, ...texts } : one)),
    )
  }
  const lastEdit = useRef<() => void>(undefined)
  /** Of the newest text only: whoever writes a hundred captions is not to be talked to a hundred times. */
  const offerEditUndo = (photo: string, { alt }: PhotoTexts, undo: UndoPointer | null) => {
    if (undo === null) return
    lastEdit.current?.()
    const items = client.getQueryData<AlbumPhotos>(albumKeys.photos(id))?.items
    const name = items?.find((one) => one.id === photo)?.name ?? ''
    lastEdit.current = offerUndo(alt === undefined ? t`Caption saved: ${name}` : t`Alt text saved: ${name}`, undo)
  }

  return {
    /** `before` undefined: to the end. */
    move: (ids: Ids, before: string | undefined) =>
      orSay(
        (async () => {
          const isMoved = (photo: AlbumPhoto) => ids.has(photo.id)
          const guess = (items: readonly AlbumPhoto[]) => {
            const gap = before === undefined ? items.length : items.findIndex((photo) => photo.id === before)
            return moveSet(items, isMoved, gap < 0 ? items.length : gap)
          }
          const { undo, changed } = await run(() => calls.move({ photos: inOrder(ids), before: before ?? null }), guess)
          if (changed > 0) offerUndo(t`Moved ${count(ids.size)}`, undo)
        })(),
      ),
    sort: (order: PhotoOrder) =>
      orSay(
        (async () => {
          const { undo } = await run(() => calls.sort(order))
          offerUndo(
            undo === null
              ? t`The photos are in this order already`
              : order.by === 'name'
                ? t`Ordered by name`
                : t`Ordered by capture time`,
            undo,
          )
        })(),
      ),
    remove: (ids: Ids) =>
      orSay(
        (async () => {
          const { undo, changed } = await run(
            () => calls.remove({ photos: inOrder(ids) }),
            (items) => items.filter((photo) => !ids.has(photo.id)),
          )
          offerUndo(t`Taken out of the album: ${count(changed)}`, undo)
        })(),
      ),
    /**
     * @param base what the server said before
     * @throws what the server refused, also where someone else changed it since; the texts stay where they were typed
     */
    edit: async (photo: string, texts: PhotoTexts, base: PhotoTexts): Promise<AlbumPhoto> => {
      const reply = await edit(photo, texts, base)
      offerEditUndo(photo, texts, reply.undo)
      return reply.photo
    },
    /** Texts that each photo got of its own, one after the other. @returns the photos whose texts were refused */
    editAll: async (texts: ReadonlyMap<string, { fields: PhotoTexts; base?: PhotoTexts }>): Promise<Ids> => {
      const undo: UndoPointer[] = []
      const refused = new Set(texts.keys())
      let changedSince = 0
      try {
        for (const [photo, { fields, base }] of texts) {
          const reply = await edit(photo, fields, base).catch((failure: unknown) => {
            if (!(failure instanceof ApiError) || failure.code !== 'stale_version') throw failure
            changedSince++
          })
          if (!reply) continue
          if (reply.undo !== null) undo.push(reply.undo)
          refused.delete(photo)
        }
      } catch (failure) {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(sentence, requestId)
      }
      if (changedSince > 0)
        notifyFailure(t`Not saved, because someone else changed them too: ${count(changedSince)}. Open each to choose.`)
      const changed = texts.size - refused.size
      if (changed > 0) offerUndo(t`Texts written to ${count(changed)}`, undo)
      return refused
    },
    /** @throws what the server refused */
    write: async (ids: Ids, texts: PhotoTexts, onlyEmpty: boolean) => {
      const guess = (items: readonly AlbumPhoto[]) => writtenTexts(items, ids, texts, onlyEmpty)
      const { undo, changed } = await run(() => calls.write({ photos: inOrder(ids), ...texts, onlyEmpty }), guess)
      offerUndo(t`Texts written to ${count(changed)}`, undo)
    },
    /** @throws what the server refused */
    transfer: async (ids: Ids, to: Album, mode: 'move' | 'copy') => {
      const guess = (items: readonly AlbumPhoto[]) => items.filter((photo) => !ids.has(photo.id))
      const reply = await run(
        () => calls.transfer({ photos: inOrder(ids), to: to.id, mode }),
        mode === 'move' ? guess : undefined,
      )
      client.setQueryData(albumKeys.one(to.id), reply.to)
      void client.invalidateQueries({ queryKey: albumKeys.photos(to.id) })
      const title = to.title
      const all = count(reply.changed)
      const said = mode === 'move' ? t`Moved to “${title}”: ${all}` : t`Copied to “${title}”: ${all}`
      const present = count(reply.present)
      offerUndo(reply.present > 0 ? t`${said}. Already there: ${present}` : said, reply.undo)
    },
    /** @returns the ids of the photos that were added */
    add: async (media: readonly string[], before: string | undefined): Promise<readonly string[]> => {
      try {
        const { added, present, undo } = await run(async () => {
          const reply = await calls.add({ media: [...media], before: before ?? null })
          showAddedPhotos(client, { ...reply, before })
          return reply
        })
        const said = t`Added ${count(added.length)}`
        const there = count(present.length)
        offerUndo(present.length > 0 ? t`${said}. Already in the album: ${there}` : said, undo)
        return added.map((photo) => photo.id)
      } catch (failure) {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(t`Not added to the album. ${sentence}`, requestId)
        return []
      }
    },
  }
}

/** What the photos say after texts were written to some of them; {n} counts in the album's order, skipped ones too. */
export function writtenTexts(
  items: readonly AlbumPhoto[],
  ids: Ids,
  { alt, caption }: PhotoTexts,
  onlyEmpty: boolean,
): AlbumPhoto[] {
  let n = 0
  return items.map((photo) => {
    if (!ids.has(photo.id)) return photo
    n++
    const written = (own: string, text: string | undefined) =>
      text === undefined || (onlyEmpty && own !== '') ? own : numberedText(text, n)
    return { ...photo, alt: written(photo.alt, alt), caption: written(photo.caption, caption) }
  })
}
