import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Code, Text } from '@mantine/core'
import { useId } from 'react'
import {
  SITE_EXAMPLE,
  SITE_PATTERN_MAX,
  type SitePatternFault,
  sitePatternFault,
  sitePlaceholders,
  siteUrlOf,
} from '#contract/site-address.ts'
import type { Settings } from '#contract/settings.ts'
import { AddressInput } from '../../ui/address-input.tsx'
import { wholeAddress } from '../../ui/whole-address.ts'
import { SettingForm, settingFieldId, useSettingForm } from './setting-form.tsx'

const faults: Record<SitePatternFault, MessageDescriptor> = {
  site_not_url: msg`Write a whole address, such as https://example.com/${'{slug}'}.`,
  site_not_https: msg`Begin with https://. Only a site on this computer may use http://.`,
  site_placeholder_unknown: msg`One of the placeholders in braces is not known.`,
  site_placeholder_misplaced: msg`Placeholders may be used after the host name only.`,
  site_placeholder_missing: msg`Put ${'{slug}'} or ${'{id}'} into it: otherwise all articles would have the same address.`,
}

const SAMPLE = 'https://example.com/{category}/{slug}'

/** Where readers find an article, so that the console can lead there. */
export function SiteSection({ settings }: { settings: Settings }) {
  const { t, i18n } = useLingui()
  const { values, set, frame } = useSettingForm(settings, 'site', { articleUrl: { label: t`Address of an article` } })
  const exampleId = useId()
  const { articleUrl } = values
  const pattern = wholeAddress(articleUrl)
  const fault = sitePatternFault(pattern)
  const example = fault ? null : siteUrlOf(pattern, SITE_EXAMPLE, settings.general.timeZone)

  return (
    <SettingForm
      title={<Trans>Site</Trans>}
      description={<Trans>Where readers find an article. The console then leads there: “View on site”.</Trans>}
      frame={frame}
      isWrong={fault !== undefined}
    >
      <div>
        <AddressInput
          id={settingFieldId('site-articleUrl')}
          label={t`Address of an article`}
          description={<Placeholders />}
          placeholder={SAMPLE}
          autoComplete="off"
          maxLength={SITE_PATTERN_MAX}
          value={articleUrl}
          error={fault && i18n._(faults[fault])}
          onChange={(event) => set('articleUrl', event.currentTarget.value)}
        />
        <Text id={exampleId} size="sm" c="dimmed" mt={6} style={{ overflowWrap: 'anywhere' }} aria-live="polite">
          {example ? (
            <Trans>Example: {example}</Trans>
          ) : (
            pattern === '' && <Trans>Without an address, “View on site” is not offered.</Trans>
          )}
        </Text>
      </div>
    </SettingForm>
  )
}

function Placeholders() {
  return (
    <>
      <Trans>Placeholders:</Trans>{' '}
      {sitePlaceholders.map((name, index) => (
        <span key={name}>
          {index > 0 && ' '}
          <Code>{`{${name}}`}</Code>
        </span>
      ))}
    </>
  )
}
