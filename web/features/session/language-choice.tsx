import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import type { Locale } from '#contract/session.ts'
import { chooseLocale } from '../../i18n.ts'
import { languageNames } from './language-names.ts'

/** Switches the language of this browser. */
export function LanguageChoice() {
  const { t, i18n } = useLingui()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t`Language`}
      data={[...languageNames]}
      value={i18n.locale}
      onChange={(locale) => void chooseLocale(locale as Locale)}
    />
  )
}
