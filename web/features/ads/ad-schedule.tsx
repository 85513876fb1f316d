import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { endsBeforeStart } from '#contract/ad-fields.ts'
import { FieldRow } from '../../ui/field-row.tsx'
import { WallTimeField } from '../../ui/wall-time-field.tsx'
import type { AdEdit } from './ad-form-type.ts'
import { AdSection } from './ad-section.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** From when to when, on the clocks of the ad’s own time zone. */
export function AdSchedule({ edit, readOnly }: { edit: AdEdit; readOnly: boolean }) {
  const { t } = useLingui()
  const { form } = edit
  const [zone, startsAt, endsAt] = useWatch({ control: form.control, name: ['timeZone', 'startsAt', 'endsAt'] })
  const [isLeft, setLeft] = useState(false)
  const isBackwards = isLeft && endsBeforeStart({ startsAt, endsAt })
  const time = (name: 'startsAt' | 'endsAt', description: string) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <WallTimeField
          {...edit.look(name)}
          {...(name === 'endsAt' && isBackwards && { error: t`The end must be after the start.` })}
          description={description}
          zone={zone}
          value={field.value}
          // A text that means no time is refused by the schema.
          onChange={(wall) => {
            field.onChange(wall === undefined ? '' : wall)
            // What is wrong with the end may be right after a change of the start.
            if (form.getFieldState('endsAt').error) void form.trigger('endsAt')
          }}
          onBlur={() => {
            field.onBlur()
            setLeft(true)
          }}
        />
      )}
    />
  )
  return (
    <AdSection title={t`Dates`}>
      <FieldRow>
        {time('startsAt', t`Left empty: at once.`)}
        {time('endsAt', t`Left empty: no end.`)}
      </FieldRow>
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field }) => (
          <ZoneSelect
            {...edit.look('timeZone')}
            description={t`Start, end, daily cap and hours are on its clocks.`}
            data={zones}
            searchable={!readOnly}
            value={field.value}
            onChange={(next) => field.onChange(next ?? 'UTC')}
            onBlur={field.onBlur}
          />
        )}
      />
    </AdSection>
  )
}
