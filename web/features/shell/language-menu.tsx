import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import type { Locale } from '#contract/session.ts'
import { activeLocale, chooseLocale } from '../../i18n.ts'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { hint } from '../../ui/hint.tsx'
import { languageNames } from '../session/language-names.ts'
import { useEditProfile } from '../session/session-api.ts'

/** Switches the language here, and in the profile so that mails follow. */
export function useChooseLanguage(): (locale: Locale) => void {
  const profile = useEditProfile()
  return (locale) => {
    void chooseLocale(locale)
    // A choice for this browser works even when the profile cannot be reached.
    profile.mutate({ locale })
  }
}

export function LanguageMenu() {
  const { t } = useLingui()
  const choose = useChooseLanguage()
  return (
    <DropMenu
      target={
        <ActionIcon size={36} aria-label={t`Language`} {...hint(t`Language`)}>
          <IconLanguage size={18} stroke={1.6} />
        </ActionIcon>
      }
      entries={[
        {
          key: 'language',
          value: activeLocale(),
          options: languageNames.map(({ value, label }) => ({ value, label, lang: value })),
          choose: (locale) => choose(locale as Locale),
          closes: true,
        },
      ]}
    />
  )
}
