import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { numberFormat } from '../formats.ts'

/** “1,234”, or “about 1,200,000” where the server stopped counting: two significant figures are all it means. */
export function useTotalText(): (total: number, isExact: boolean) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (total, isExact) => {
      if (isExact) return numberFormat(i18n.locale).format(total)
      const rounded = numberFormat(i18n.locale, { maximumSignificantDigits: 2 }).format(total)
      return t`about ${rounded}`
    },
    [t, i18n.locale],
  )
}
