import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import type { Settings } from '#contract/settings.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'

/** Whether reading published content needs a key. */
export function DeliverySection({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const { values, set, frame } = useSettingForm(settings, 'delivery', {
    needsKey: { label: t`Reading content needs a key`, show: (needsKey) => (needsKey ? t`Yes` : t`No`) },
  })
  return (
    <SettingForm
      title={<Trans>Delivery API</Trans>}
      description={<Trans>How your site reads what is published.</Trans>}
      frame={frame}
    >
      <Checkbox
        label={t`Reading content needs a key`}
        description={t`Make a key below and put it into your site first. What the browsers of readers call, reports and ads, never needs one.`}
        checked={values.needsKey}
        onChange={(event) => set('needsKey', event.currentTarget.checked)}
      />
    </SettingForm>
  )
}
