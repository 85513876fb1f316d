import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { chooseLocale } from '../../i18n.ts'
import { languageNames } from '../session/language-choice.tsx'
import { useEditProfile } from '../session/session-api.ts'

/** Switches the language here, and in the profile so that mails follow. */
export function LanguageMenu() {
  const { t, i18n } = useLingui()
  const profile = useEditProfile()
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
        {languageNames.map(({ value, label }) => (
          <Menu.Item
            key={value}
            lang={value}
            role="menuitemradio"
            aria-checked={i18n.locale === value}
            rightSection={i18n.locale === value ? <IconCheck size={16} aria-hidden="true" /> : undefined}
            onClick={() => {
              void chooseLocale(value)
              // A choice for this browser works even when the profile cannot be reached.
              profile.mutate({ locale: value })
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
