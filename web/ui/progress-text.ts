import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { numberFormat } from './formats.ts'

/** So many of so many, as the person's language writes numbers. */
export function useCounts(): (done: number, total: number) => [done: string, total: string] {
  const { i18n } = useLingui()
  return useCallback(
    (done, total) => {
      const number = numberFormat(i18n.locale)
      return [number.format(done), number.format(total)]
    },
    [i18n.locale],
  )
}

/** “25%”, “50%”, “75%”: the last quarter that a share of 1 has passed; nothing before the first, and none at the end. */
export function useQuarterText(): (share: number) => string {
  const { i18n } = useLingui()
  return (share) => {
    const quarter = Math.floor(share * 4) / 4
    return quarter > 0 && quarter < 1 ? numberFormat(i18n.locale, { style: 'percent' }).format(quarter) : ''
  }
}
