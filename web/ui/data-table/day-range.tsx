import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCalendar } from '../calendar-loader.ts'
import { DateField } from '../date-field.tsx'
import type { Days } from './day-presets.ts'

/** From a day to a day, typed or chosen from a calendar, inside a filter's popover. */
export function DayRange({ first, last, onChoose }: Days & { onChoose: (days: Days) => void }) {
  const { t } = useLingui()
  const [from, setFrom] = useState<string | null | undefined>(first || null)
  const [to, setTo] = useState<string | null | undefined>(last || null)
  /** One day is chosen from the calendar: that day alone, until a last one is. */
  const [awaitsLast, setAwaitsLast] = useState(false)
  const calendar = useCalendar(true)
  const type = (change: () => void) => {
    setAwaitsLast(false)
    change()
  }
  const backwards = from && to ? to < from : false
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (from !== undefined && to !== undefined && !backwards) onChoose({ first: from ?? '', last: to ?? '' })
      }}
    >
      <Stack gap="xs" w={240}>
        <Group gap="xs" grow align="flex-start">
          <DateField
            size="xs"
            label={t`From`}
            value={from ?? null}
            isTypedOnly
            startsFocused
            onChange={(day) => type(() => setFrom(day))}
          />
          <DateField
            size="xs"
            label={t`To`}
            value={to ?? null}
            isTypedOnly
            error={backwards && t`Before the first day`}
            onChange={(day) => type(() => setTo(day))}
          />
        </Group>
        {calendar && (
          <calendar.RangeCalendar
            first={from ?? null}
            last={awaitsLast ? null : (to ?? null)}
            onPick={(start, end) => {
              setFrom(start)
              setTo(end ?? start)
              setAwaitsLast(start !== null && end === null)
            }}
          />
        )}
        <Button type="submit" size="xs" variant="default">
          <Trans>Apply</Trans>
        </Button>
      </Stack>
    </form>
  )
}
