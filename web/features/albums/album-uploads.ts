import { useCallback, useEffect, useRef } from 'react'
import type { UploadQueue } from '../media/upload-queue.ts'
import { useUploadQueue } from '../media/upload-queue.ts'

type Add = (media: readonly string[], before: string | undefined) => Promise<unknown>

/**
 * Uploads right into the album: each picture is added when it has arrived, in front of the photo it was dropped at.
 * Those that arrive while one is being added go together.
 */
export function useAlbumUploads(addPhotos: Add): {
  queue: UploadQueue
  add: (files: File[], before: string | undefined) => void
} {
  const latest = useRef(addPhotos)
  useEffect(() => {
    latest.current = addPhotos
  })
  const place = useRef<string>(undefined)
  const arrived = useRef<string[]>([])
  const adding = useRef(false)
  const flush = useCallback(async () => {
    if (adding.current) return
    adding.current = true
    while (arrived.current.length > 0) {
      const media = [...new Set(arrived.current.splice(0))]
      await latest.current(media, place.current)
    }
    adding.current = false
  }, [])
  const queue = useUploadQueue((media) => {
    arrived.current.push(media.id)
    void flush()
  })
  return {
    queue,
    add: (files, before) => {
      place.current = before
      queue.add(files)
    },
  }
}
