import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useProblemText } from '../../../api/problem-text.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Album, albumEndpoints, type AlbumPhoto } from '#contract/albums.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { ApiError, call } from '../../../api/call.ts'
import { notifyFailure } from '../../../ui/notify.tsx'
import { isOver, isUnfinished, type Upload, uploadQueue } from '../../media/upload/upload-queue.ts'
import { albumKeys, albumsChanged, useOfferAlbumUndo } from '../album-api.ts'
import { showAddedPhotos } from './album-photos-api.ts'

/** Files that were added to an album together, and their results. */
type Batch = {
  album: Pick<Album, 'id' | 'title'>
  before: string | undefined
  /** Keys of the uploads, in the order of the files. */
  keys: readonly number[]
  /** Upload → its photo in the album; undefined: it was there already, or could not be added. */
  photos: Map<number, string | undefined>
  arrived: { key: number; media: string }[]
  added: number
  present: number
  undo: UndoPointer[]
  busy: boolean
  isOver: boolean
}

type Tell = {
  done: (batch: Batch) => void
  failed: (error: unknown) => void
  changed: (album: Album, added: readonly AlbumPhoto[], before: string | undefined) => void
}

let tell: Tell | undefined
const batches = new Set<Batch>()

/** Uploads files into an album: each is added where it belongs when it has arrived, also after the screen was left. */
export function uploadIntoAlbum(
  album: Pick<Album, 'id' | 'title'>,
  files: readonly File[],
  before: string | undefined,
) {
  const known = new Set(uploadQueue.snapshot().uploads.map(({ key }) => key))
  uploadQueue.add(files)
  const keys = uploadQueue
    .snapshot()
    .uploads.map(({ key }) => key)
    .filter((key) => !known.has(key))
  const { id, title } = album
  batches.add({
    album: { id, title },
    before,
    keys,
    photos: new Map(),
    arrived: [],
    added: 0,
    present: 0,
    undo: [],
    busy: false,
    isOver: false,
  })
}

uploadQueue.onDone((media, { key }) => {
  for (const batch of batches) {
    if (!batch.keys.includes(key)) continue
    batch.arrived.push({ key, media: media.id })
    void addArrived(batch)
  }
})

async function addArrived(batch: Batch) {
  if (batch.busy) return
  batch.busy = true
  for (let next = batch.arrived.shift(); next; next = batch.arrived.shift()) {
    const { key, media } = next
    try {
      const { before, reply } = await addBefore(batch.album.id, media, placesOf(batch, key))
      const { album, added, undo } = reply
      const [photo] = added
      batch.photos.set(key, photo?.id)
      if (photo) batch.added++
      else batch.present++
      if (undo) batch.undo.push(undo)
      tell?.changed(album, added, before)
    } catch (error) {
      batch.photos.set(key, undefined)
      tell?.failed(error)
    }
  }
  batch.busy = false
  finish(batch)
}

/**
 * The photos that this one belongs before, the nearest first. A smaller file may finish first: it must not come before files that
 * were given earlier, with it or before it to the same place.
 */
function placesOf(batch: Batch, key: number): string[] {
  const together = [...batches].filter((one) => one.album.id === batch.album.id && one.before === batch.before)
  const later = together.flatMap(({ photos }) => [...photos]).filter(([one]) => one > key)
  const sorted = later.toSorted(([one], [other]) => one - other)
  return [...sorted.map(([, photo]) => photo), batch.before].filter((photo) => photo !== undefined)
}

/** Adds a picture before the first of these photos that is still there, or else at the end. */
async function addBefore(id: string, media: string, [before, ...others]: string[]) {
  try {
    const body = { media: [media], before: before ?? null }
    return { before, reply: await call(albumEndpoints.addPhotos, { params: { id }, body }) }
  } catch (error) {
    const isGone = before !== undefined && error instanceof ApiError && error.code === 'count_changed'
    if (!isGone) throw error
    return addBefore(id, media, others)
  }
}

/** When nothing of a batch is on its way any more, what it came to is told; what failed may still be tried again. */
function finish(batch: Batch) {
  const its = uploadQueue.snapshot().uploads.filter(({ key }) => batch.keys.includes(key))
  // An upload is over a moment before its picture is handed to us.
  const isOpen = (upload: Upload) => isUnfinished(upload) || (isOver(upload) && !batch.photos.has(upload.key))
  if (batch.busy || batch.arrived.length > 0 || its.some(isOpen)) return
  if (batch.added + batch.present > 0) tell?.done({ ...batch })
  Object.assign(batch, { added: 0, present: 0, undo: [] })
  batch.isOver = its.every(isOver)
  // What was given earlier to the same place may still come before these.
  for (const one of batches) if (one.isOver && isLast(one)) batches.delete(one)
}

const isLast = ({ album, keys }: Batch) =>
  ![...batches].some((one) => !one.isOver && one.album.id === album.id && (one.keys[0] ?? 0) < (keys[0] ?? 0))

uploadQueue.subscribe(() => batches.forEach(finish))

/** Says what uploads into albums came to; mounted with every album, and the last one mounted speaks on. */
export function useAlbumUploadNotices(): void {
  const { t } = useLingui()
  const client = useQueryClient()
  const offerUndo = useOfferAlbumUndo()
  const problemText = useProblemText()
  useEffect(() => {
    tell = {
      done: ({ album: { title }, added, present, undo }) => {
        const all = t`${plural(added, { one: '# photo', other: '# photos' })}`
        const there = t`${plural(present, { one: '# photo', other: '# photos' })}`
        const said = t`Added to “${title}”: ${all}`
        offerUndo(present > 0 ? t`${said}. Already there: ${there}` : said, undo)
      },
      failed: (error) => {
        const { sentence, requestId } = problemText(error)
        notifyFailure(t`Not added to the album. ${sentence}`, requestId)
      },
      changed: (album, added, before) => {
        showAddedPhotos(client, { album, added, before })
        client.setQueryData(albumKeys.one(album.id), album)
        albumsChanged(client)
      },
    }
  }, [t, client, offerUndo, problemText])
}
