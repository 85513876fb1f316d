import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { numberFormat } from '../formats.ts'
import type { ListTotal } from './page.ts'

/** “1,234”; “about 1,200,000” where the server stopped counting: two significant figures are all it means; “at least 25” until it has counted. */
export function useTotalText(): (total: ListTotal) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    ({ total, totalIsExact, totalFollows }) => {
      if (totalIsExact) return numberFormat(i18n.locale).format(total)
      if (totalFollows) {
        const least = numberFormat(i18n.locale).format(total)
        return t`at least ${least}`
      }
      const rounded = numberFormat(i18n.locale, { maximumSignificantDigits: 2 }).format(total)
      return t`about ${rounded}`
    },
    [t, i18n.locale],
  )
}
