import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryKey } from '#contract/delivery-keys.ts'
import type { Settings } from '#contract/settings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDeliveryKeys } from './delivery-key-api.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { SettingForm, useSettingForm } from './setting-form.tsx'

/** Whether reading published content needs a key; asks first where no key would open it. */
export function DeliverySection({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const keys = useDeliveryKeys().data
  const [asking, setAsking] = useState(false)
  const [making, setMaking] = useState(false)
  const { values, set, frame } = useSettingForm(settings, 'delivery', {
    needsKey: { label: t`Reading content needs a key`, show: (needsKey) => (needsKey ? t`Yes` : t`No`) },
  })
  const isDark = values.needsKey && keys !== undefined && !keys.some(opensContent)
  const save = async () => {
    if (isDark) setAsking(true)
    else await frame.onSave()
  }
  return (
    <>
      <SettingForm
        title={<Trans>Delivery API</Trans>}
        description={<Trans>How your site reads what is published.</Trans>}
        frame={{ ...frame, onSave: save }}
      >
        <Checkbox
          label={t`Reading content needs a key`}
          description={t`Make a key below and put it into your site first. What the browsers of readers call, reports and ads, never needs one.`}
          checked={values.needsKey}
          onChange={(event) => set('needsKey', event.currentTarget.checked)}
        />
      </SettingForm>
      <Confirm
        opened={asking}
        title={t`Require a key without having one?`}
        confirmLabel={t`Require a key`}
        danger
        onConfirm={frame.onSave}
        onClose={() => setAsking(false)}
      >
        <Stack gap="sm" align="flex-start">
          <Trans>
            There is no key that opens content. From the moment you save, your readers’ site gets 401 and shows nothing.
            Make a key and put it into your site first.
          </Trans>
          <Button
            variant="default"
            onClick={() => {
              setAsking(false)
              setMaking(true)
            }}
          >
            <Trans>Make a key</Trans>
          </Button>
        </Stack>
      </Confirm>
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
    </>
  )
}

const opensContent = ({ scopes, state }: DeliveryKey): boolean => state === 'active' && scopes.includes('content')
