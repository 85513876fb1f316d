import { useLocalStorage } from '@mantine/hooks'

export const photoSizes = [110, 180, 260] as const
export type PhotoSize = (typeof photoSizes)[number]

/** The height of the rows of photos, in pixels; stored in this browser. */
export function usePhotoSize(): [PhotoSize, (size: PhotoSize) => void] {
  const [size, setSize] = useLocalStorage<PhotoSize>({
    key: 'copydesk.photo-size',
    defaultValue: 180,
    getInitialValueInEffect: false,
    deserialize: (stored) => photoSizes.find((known) => String(known) === stored) ?? 180,
  })
  return [size, setSize]
}
