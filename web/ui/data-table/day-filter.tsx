import { useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { momentsOf } from '../day-moments.ts'
import { dayAfter, useTimeZone, wallTime } from '../time-zone.ts'
import { dayPresetNames } from './day-preset-names.ts'
import { dayPresets, isDayPreset } from './day-presets.ts'
import { DayRange, useDaysText } from './day-range.tsx'
import type { Filter } from './filter-bar.tsx'
import classes from './filter-bar.module.css'

type Given = Pick<Filter, 'label' | 'icon'> & {
  /** Where the address keeps a preset, and where two moments. */
  key: string
  from: string
  to: string
}
type DayFilter = Filter & Required<Pick<Filter, 'edit'>>

/** Makes a filter by days: one of the presets, or from a day to a day. */
export function useDayFilter(): (given: Given) => DayFilter {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const daysText = useDaysText()
  const dayOf = (time: string | undefined, days = 0) =>
    time ? dayAfter(wallTime(new Date(time), zone).slice(0, 10), days) : ''
  const word = (day: string) =>
    new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

  return ({ key, from, to, label, icon }) => {
    const daysOf = (values: Readonly<Partial<Record<string, string>>>) => ({
      first: dayOf(values[from]),
      last: dayOf(values[to], -1),
    })
    return {
      key,
      keys: [key, from, to],
      label,
      icon,
      describe: (values) => {
        const preset = values[key]
        return isDayPreset(preset) ? t(dayPresetNames[preset]) : daysText(daysOf(values), word)
      },
      edit: ({ values, set, close }) => (
        <Stack gap="xs">
          <ul className={classes.presets} aria-label={label}>
            {dayPresets.map((preset) => (
              <li key={preset}>
                <Button
                  size="compact-xs"
                  variant={values[key] === preset ? 'filled' : 'default'}
                  aria-pressed={values[key] === preset}
                  onClick={() => {
                    set({ [key]: preset, [from]: '', [to]: '' })
                    close()
                  }}
                >
                  {t(dayPresetNames[preset])}
                </Button>
              </li>
            ))}
          </ul>
          <DayRange
            {...daysOf(values)}
            onChoose={(chosen) => {
              const moments = momentsOf(chosen, zone)
              set({ [key]: '', [from]: moments.from, [to]: moments.to })
              close()
            }}
          />
        </Stack>
      ),
    }
  }
}
