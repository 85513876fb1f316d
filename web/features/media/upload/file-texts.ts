import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Media } from '#contract/media.ts'
import { listFormat } from '../../../ui/formats.ts'

/** Which empty texts were filled with what the file said, in the person's language; undefined when none was. */
export function useFileTexts(): (media: Pick<Media, 'textsFromFile'>) => string | undefined {
  const { t, i18n } = useLingui()
  return useCallback(
    ({ textsFromFile = [] }) => {
      if (textsFromFile.length === 0) return undefined
      const names = { alt: t`alt text`, caption: t`caption`, credit: t`credit` }
      const filled = listFormat(i18n.locale).format(textsFromFile.map((name) => names[name]))
      return t`From the file: ${filled}`
    },
    [t, i18n.locale],
  )
}
