import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Media } from '#contract/media.ts'
import { numberFormat } from '../../ui/formats.ts'

/** “JPEG” */
export const typeName = (type: string) => type.replace('image/', '').toUpperCase()

/** How facts of a picture are written in the person's language. */
export function useMediaWords() {
  const { i18n } = useLingui()
  return useMemo(
    () => ({
      dimensions: ({ width, height }: Pick<Media, 'width' | 'height'>) => `${width} × ${height}`,
      bytes: (bytes: number) =>
        numberFormat(i18n.locale, {
          style: 'unit',
          unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
          maximumSignificantDigits: 2,
        }).format(bytes < 1_000_000 ? Math.max(0.1, bytes / 1000) : bytes / 1_000_000),
    }),
    [i18n.locale],
  )
}
