import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { STAGGER_MAX_MINUTES } from '#contract/article-bulk.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { TimeShortcutButtons } from '../../ui/time-shortcut-buttons.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'

/** `publishAt` is null while there is no time. */
export type Times = { publishAt: string | null; everyMinutes: number }
type Fault = 'past' | 'minutes' | undefined

const EVERY_AT_FIRST = 30

/** What is wrong with the times. */
export function useTimesFault({ publishAt, everyMinutes }: Times): Fault {
  const [opened] = useState(() => Date.now())
  if (!publishAt || Date.parse(publishAt) <= opened) return 'past'
  return Number.isInteger(everyMinutes) && everyMinutes >= 0 && everyMinutes <= STAGGER_MAX_MINUTES
    ? undefined
    : 'minutes'
}

type Props = { times: Times; onChange: (times: Times) => void; count: number; fault: Fault }

/** When several articles go out: all at one time, or one after the other. */
export function ScheduleTimes({ times, onChange, count, fault }: Props) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const [opened] = useState(() => new Date())
  const isStaggered = times.everyMinutes !== 0
  return (
    <Stack gap="sm">
      <DateTimeField
        label={count > 1 && isStaggered ? t`Publish the first at` : t`Publish at`}
        description={<Trans>Time zone: {zone}</Trans>}
        value={times.publishAt}
        earliest={opened}
        error={fault === 'past' && t`Choose a time in the future.`}
        startsFocused
        required
        onChange={(next) => onChange({ ...times, publishAt: next ?? null })}
      />
      <TimeShortcutButtons onPick={(publishAt) => onChange({ ...times, publishAt })} />
      {count > 1 && (
        <Checkbox
          label={t`One after the other, in the order of the list`}
          checked={isStaggered}
          onChange={(event) => onChange({ ...times, everyMinutes: event.currentTarget.checked ? EVERY_AT_FIRST : 0 })}
        />
      )}
      {count > 1 && isStaggered && (
        <NumberInput
          label={t`Minutes between two articles`}
          value={Number.isNaN(times.everyMinutes) ? '' : times.everyMinutes}
          min={1}
          max={STAGGER_MAX_MINUTES}
          allowDecimal={false}
          allowNegative={false}
          w={220}
          error={fault === 'minutes' && t`A whole number from 1 to ${STAGGER_MAX_MINUTES}.`}
          onChange={(value) => onChange({ ...times, everyMinutes: value === '' ? Number.NaN : Number(value) })}
        />
      )}
    </Stack>
  )
}
