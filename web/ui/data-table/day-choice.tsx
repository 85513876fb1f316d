import { useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
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

/** One of the presets, or from a day to a day. Loaded through `useDayFilter`. */
export function DayChoice({ label, presets, preset: chosen, onPreset, ...range }: Props) {
  const { t } = useLingui()
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
      </ul>
      <DayRange {...range} />
    </Stack>
  )
}
