import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AdFields } from '#contract/ad-fields.ts'
import type { AdRefs } from '#contract/ads.ts'
import { useAdFieldShown } from './ad-field-shown.ts'
import { refNames } from './ad-references.ts'
import classes from './ads.module.css'

type FieldName = keyof AdFields
type Side = { name: string; values: Partial<AdFields> }

/** The fields of `before` that `after` has otherwise. */
export const differentFields = (before: Partial<AdFields>, after: Partial<AdFields>): FieldName[] =>
  (Object.keys(before) as FieldName[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

type Props = {
  /** What the ids in the fields refer to. */
  refs: readonly AdRefs[]
  before: Side
  after: Side
}

/** Two sets of fields side by side, where they differ. */
export function AdFieldDifferences({ refs, before, after }: Props) {
  const names = new Map(refs.flatMap((some) => [...refNames(some)]))
  const shown = useAdFieldShown((id) => names.get(id))
  const display = (name: FieldName, values: Partial<AdFields>): ReactNode => {
    const { show } = shown[name] as { show?: (value: unknown) => ReactNode }
    const value = values[name]
    // What shows itself is text.
    return show ? show(value) : typeof value === 'string' ? value : null
  }
  return (
    <Stack gap="sm">
      {differentFields(before.values, after.values).map((name) => (
        <div key={name} role="group" aria-label={shown[name].label}>
          <Text size="sm" fw={600}>
            {shown[name].label}
          </Text>
          <div className={classes.versions}>
            {[before, after].map((side, at) => (
              <div key={side.name} data-kind={at === 0 ? 'then' : 'now'}>
                <Text size="xs" c="dimmed">
                  {side.name}
                </Text>
                <Text size="sm" component="div">
                  {display(name, side.values) === '' ? <Trans>(empty)</Trans> : display(name, side.values)}
                </Text>
              </div>
            ))}
          </div>
        </div>
      ))}
    </Stack>
  )
}
