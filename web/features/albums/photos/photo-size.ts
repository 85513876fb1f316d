import { useState } from 'react'

const KEY = 'copydesk.photo-size'
export const photoSizes = [110, 180, 260] as const
export type PhotoSize = (typeof photoSizes)[number]

const read = (): PhotoSize => photoSizes.find((size) => String(size) === localStorage.getItem(KEY)) ?? 180

/** How high the rows of photos are, in pixels; kept in this browser. */
export function usePhotoSize(): [PhotoSize, (size: PhotoSize) => void] {
  const [size, setSize] = useState(read)
  return [
    size,
    (next) => {
      localStorage.setItem(KEY, String(next))
      setSize(next)
    },
  ]
}
