import { Trans, useLingui } from '@lingui/react/macro'
import { Input, NativeSelect, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { Locale } from '#contract/locale.ts'
import { LOGO, PRODUCT_NAME, SITE_NAME_MAX, type Settings } from '#contract/settings.ts'
import { PictureChoice } from '../media/picker/picture-choice.tsx'
import { languageNames } from '../session/language-names.ts'
import { SettingForm, settingFieldId, useSettingForm } from './setting-form.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import classes from './settings.module.css'

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
/** In the list, the choice that leaves the language to each browser. */
const BY_BROWSER = ''

/** What the site is called, and what counts for people who have set nothing of their own. */
export function GeneralSection({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const logoId = useId()
  const byBrowser = t`As each browser asks`
  const languageOf = (locale: Locale | null) => languageNames.find(({ value }) => value === locale)?.label ?? byBrowser
  const { values, set, errorOf, frame } = useSettingForm(settings, 'general', {
    name: { label: t`Name of the site` },
    logo: {
      label: t`Logo`,
      show: (logo) => logo && <PictureChoice label={t`Logo`} value={logo} onChange={() => {}} readOnly />,
    },
    timeZone: { label: t`Time zone of the site` },
    locale: { label: t`Language of the site`, show: languageOf },
  })
  const { pixels, ratio } = LOGO
  return (
    <SettingForm
      title={<Trans>General</Trans>}
      description={
        <Trans>What the site is called, and what counts for people who have set nothing of their own.</Trans>
      }
      frame={frame}
    >
      <TextInput
        id={settingFieldId('general-name')}
        label={t`Name of the site`}
        description={t`In the titles of this console, on the sign-in page and in mails. Left empty: ${PRODUCT_NAME}.`}
        autoComplete="off"
        maxLength={SITE_NAME_MAX}
        value={values.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        error={errorOf('name')}
      />
      <Input.Wrapper id={logoId} label={t`Logo`} labelElement="div" error={errorOf('logo')}>
        <Text size="xs" c="dimmed" mb={6}>
          <Trans>
            In the menu and on the sign-in page, where everyone sees it. At least {pixels} pixels on its shorter side,
            at most {ratio} times as long as it is high.
          </Trans>
        </Text>
        <div className={classes.logo}>
          <PictureChoice
            label={t`Logo`}
            value={values.logo}
            onChange={(media) => set('logo', media?.id ?? null)}
            known={settings.logo ? [settings.logo] : []}
          />
        </div>
      </Input.Wrapper>
      <ZoneSelect
        id={settingFieldId('general-timeZone')}
        label={t`Time zone of the site`}
        description={t`For people who have set none, for new ads, for dates in article addresses and previews, and for mails.`}
        data={zones.includes(values.timeZone) ? zones : [values.timeZone, ...zones]}
        value={values.timeZone}
        onChange={(zone) => zone && set('timeZone', zone)}
        error={errorOf('timeZone')}
      />
      <NativeSelect
        id={settingFieldId('general-locale')}
        label={t`Language of the site`}
        description={t`For new accounts, for invitations, and for the console until someone chooses another one.`}
        data={[{ value: BY_BROWSER, label: byBrowser }, ...languageNames]}
        value={values.locale ?? BY_BROWSER}
        onChange={(event) => set('locale', (event.currentTarget.value || null) as Locale | null)}
        error={errorOf('locale')}
      />
    </SettingForm>
  )
}
