import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import type { Locale } from '#contract/session.ts'
import { chooseLocale } from '../../i18n.ts'

/** Each language under its own name. */
export const languageNames: readonly { value: Locale; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
]

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
