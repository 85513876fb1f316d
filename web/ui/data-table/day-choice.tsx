import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCalendar } from '../calendar-loader.ts'
import { dayPresetNames } from './day-preset-names.ts'
import type { DayPreset, Days } from './day-presets.ts'
import { DayRange } from './day-range.tsx'
import classes from './filter-bar.module.css'

type Props = Days & {
  label: string
  presets: readonly DayPreset[]
  preset: string | undefined
  onPreset: (preset: DayPreset) => void
  onChoose: (days: Days) => void
}

/** One of the presets, a whole month, or from a day to a day. Loaded through `useDayFilter`. */
export function DayChoice({ label, presets, preset: chosen, onPreset, ...range }: Props) {
  const { t } = useLingui()
  const [byMonth, setByMonth] = useState(false)
  return (
    <Stack gap="xs">
      <ul className={classes.presets} aria-label={label}>
        {presets.map((preset) => (
          <li key={preset}>
            <Button
              size="compact-xs"
              variant={chosen === preset ? 'filled' : 'default'}
              aria-pressed={chosen === preset}
              onClick={() => onPreset(preset)}
            >
              {t(dayPresetNames[preset])}
            </Button>
          </li>
        ))}
        <li>
          <Button
            size="compact-xs"
            variant={byMonth ? 'filled' : 'default'}
            aria-expanded={byMonth}
            onClick={() => setByMonth(!byMonth)}
          >
            <Trans>Month…</Trans>
          </Button>
        </li>
      </ul>
      {byMonth ? <MonthChoice {...range} /> : <DayRange {...range} />}
    </Stack>
  )
}

/** A whole month, chosen by its name. */
function MonthChoice({ first, last, onChoose }: Days & { onChoose: (days: Days) => void }) {
  const calendar = useCalendar(true)
  return (
    calendar && (
      <calendar.MonthCalendar
        first={first || null}
        last={last || null}
        onPick={(from, to) => onChoose({ first: from, last: to })}
      />
    )
  )
}
