import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import type { Locale } from '#contract/session.ts'
import { activeLocale, chooseLocale } from '../../i18n.ts'
import { languageNames } from './language-names.ts'

/** Switches the language of this browser. */
export function LanguageChoice() {
  const { t } = useLingui()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t`Language`}
      data={[...languageNames]}
      value={activeLocale()}
      onChange={(locale) => void chooseLocale(locale as Locale)}
    />
  )
}
