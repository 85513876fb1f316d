import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Stack } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { DEVICES } from '#contract/events.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import type { AdEdit } from './ad-form-type.ts'
import type { usePickedNames } from './ad-references.ts'
import { AdHours } from './ad-hours.tsx'
import { AdSection } from './ad-section.tsx'
import { deviceNames } from './ad-words.ts'

type Props = { edit: AdEdit; readOnly: boolean; names: ReturnType<typeof usePickedNames> }

/** Where, on what and when it is shown, and where it is not. */
export function AdAudience({ edit, readOnly, names }: Props) {
  const { t } = useLingui()
  const { control } = edit.form
  const section = (name: 'targeting' | 'exclusions', none: string) => {
    const { id, label } = edit.look(name)
    return (
      <AdSection title={label}>
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <Stack gap="md" id={id} tabIndex={-1}>
              <div id={`${id}-categories`}>
                <CategoryPicker
                  label={t`Categories`}
                  description={none}
                  disabled={readOnly}
                  canCreate={false}
                  value={names.optionsOf(value.categories)}
                  onChange={(options) => onChange({ ...value, categories: names.keep(options) })}
                />
              </div>
              <div id={`${id}-tags`}>
                <TagPicker
                  label={t`Tags`}
                  description={none}
                  disabled={readOnly}
                  canCreate={false}
                  value={names.optionsOf(value.tags)}
                  onChange={(options) => onChange({ ...value, tags: names.keep(options) })}
                />
              </div>
              <div id={`${id}-devices`}>
                <Checkbox.Group
                  label={t`Devices`}
                  description={none}
                  value={[...value.devices]}
                  onChange={(devices) => onChange({ ...value, devices })}
                  readOnly={readOnly}
                >
                  <Group gap="md" mt={6}>
                    {DEVICES.map((device) => (
                      <Checkbox key={device} value={device} label={t(deviceNames[device])} disabled={readOnly} />
                    ))}
                  </Group>
                </Checkbox.Group>
              </div>
              <div id={`${id}-hours`}>
                <AdHours
                  description={none}
                  readOnly={readOnly}
                  value={value.hours}
                  onChange={(hours) => onChange({ ...value, hours })}
                />
              </div>
            </Stack>
          )}
        />
      </AdSection>
    )
  }
  return (
    <>
      {section('targeting', t`Left empty: all.`)}
      {section('exclusions', t`Left empty: none.`)}
    </>
  )
}
