import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'

/** Whole days as `YYYY-MM-DD`, both included; empty where the range is open. */
export type Days = { first: string; last: string }

/** From a day to a day, inside a filter's popover. */
export function DayRange({ first, last, onChoose }: Days & { onChoose: (days: Days) => void }) {
  const { t } = useLingui()
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(last)
  const backwards = from !== '' && to !== '' && to < from
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!backwards) onChoose({ first: from, last: to })
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" grow>
          <TextInput
            type="date"
            size="xs"
            label={t`From`}
            value={from}
            data-autofocus
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            size="xs"
            label={t`To`}
            value={to}
            error={backwards && t`Before the first day`}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        <Button type="submit" size="xs" variant="default">
          <Trans>Apply</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** A range of days in words, each day written by `dayText`. */
export function useDaysText(): (days: Days, dayText: (day: string) => string) => string {
  const { t } = useLingui()
  return (days, dayText) => {
    const [first, last] = [days.first && dayText(days.first), days.last && dayText(days.last)]
    if (first && last) return first === last ? first : `${first} – ${last}`
    return first ? t`since ${first}` : t`until ${last}`
  }
}
