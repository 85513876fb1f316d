import { useLingui } from '@lingui/react/macro'
import { numberFormat } from '../../ui/formats.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Writes a number of bytes as people read it: “12 MB”. */
export function useFileSize(): (bytes: number) => string {
  const { i18n } = useLingui()
  return (bytes) => {
    const step = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(1024)) : 0)
    return numberFormat(i18n.locale, {
      style: 'unit',
      unit: units[step],
      // The short word is “byte”, however many.
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: step > 1 ? 1 : 0,
    }).format(bytes / 1024 ** step)
  }
}
