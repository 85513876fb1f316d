import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Media } from '#contract/media.ts'
import { useMediaChanged } from '../media-api.ts'
import { type Upload, uploadQueue } from './upload-queue.ts'

const GATHER_MS = 400

export const useUploads = () => useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot)

/** The library is out of date wherever it is shown when a picture has arrived. */
export function useArrivals(onArrived?: (media: Media, upload: Upload) => void): void {
  const changed = useMediaChanged()
  const arrived = useEffectEvent((media: Media, upload: Upload) => onArrived?.(media, upload))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = uploadQueue.onDone((media, upload) => {
      arrived(media, upload)
      // A hundred pictures that arrive one after the other are not a hundred lists to fetch.
      timer ??= setTimeout(() => {
        timer = undefined
        changed()
      }, GATHER_MS)
    })
    return () => {
      stop()
      if (timer) changed()
      clearTimeout(timer)
    }
  }, [changed])
}

/**
 * The uploads of one picker. When it closes, those that are not over go on in the panel of all screens.
 * @param place names the picker
 */
export function useUploadsOf(place: string, onArrived: (media: Media, key: number) => void) {
  const { uploads } = useUploads()
  useArrivals((media, upload) => upload.place === place && onArrived(media, upload.key))
  useEffect(() => () => uploadQueue.release(place), [place])
  return uploads.filter((upload) => upload.place === place && upload.state !== 'done')
}
