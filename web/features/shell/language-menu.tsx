import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import type { Locale } from '#contract/session.ts'
import { chooseLocale } from '../../i18n.ts'
import { languageNames } from '../session/language-choice.tsx'
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
  const { t, i18n } = useLingui()
  const choose = useChooseLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t`Language`}>
          <ActionIcon size={36} aria-label={t`Language`}>
            <IconLanguage size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={i18n.locale} onChange={(locale) => choose(locale as Locale)}>
          {languageNames.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} lang={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
