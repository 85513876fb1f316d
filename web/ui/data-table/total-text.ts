import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** “1,234”, or “about 1,200,000” where the server stopped counting: two significant figures are all it means. */
export function useTotalText(): (total: number, isExact: boolean) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (total, isExact) => {
      if (isExact) return new Intl.NumberFormat(i18n.locale).format(total)
      const rounded = new Intl.NumberFormat(i18n.locale, { maximumSignificantDigits: 2 }).format(total)
      return t`about ${rounded}`
    },
    [t, i18n.locale],
  )
}
