import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Device, DEVICES } from '#contract/events.ts'
import type { Placement } from '#contract/placements.ts'
import { FieldRow } from '../../ui/field-row.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { AdArticlePicker } from './ad-article-picker.tsx'
import { AdCompetition } from './ad-competition.tsx'
import { deviceNames } from './ad-words.ts'

/** Which ads a page would show in this placement now, and with which share. */
export function PlacementCompetition({ placement: { id, ads } }: { placement: Pick<Placement, 'id' | 'ads'> }) {
  const { t } = useLingui()
  const [article, setArticle] = useState<PickerOption>()
  const [device, setDevice] = useState<Device>('desktop')
  return (
    <Stack gap="sm">
      <AdCompetition
        title={t`Ads here now`}
        query={{ placement: id, device, article: article?.id }}
        isFree={ads === 0}
      />
      <FieldRow>
        <AdArticlePicker value={article} onChange={setArticle} />
        <NativeSelect
          label={t`Device`}
          value={device}
          onChange={(event) => setDevice(event.currentTarget.value as Device)}
          data={DEVICES.map((name) => ({ value: name, label: t(deviceNames[name]) }))}
        />
      </FieldRow>
    </Stack>
  )
}
