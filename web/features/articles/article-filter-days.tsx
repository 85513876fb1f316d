import { useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { AGE_PATTERN } from '#contract/list.ts'
import { dayPresetNames } from '../../ui/data-table/day-preset-names.ts'
import { dayPresets, isDayPreset } from '../../ui/data-table/day-presets.ts'
import { DayRange, useDaysText } from '../../ui/data-table/day-range.tsx'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import classes from '../../ui/data-table/filter-bar.module.css'
import { dayAfter, useTimeZone, wallTime } from '../../ui/time-zone.ts'
import { dayFilters, momentsOf } from './article-filter-times.ts'

type Values = Readonly<Record<string, string>>

/** Makes a filter by days: one of the presets, or from a day to a day. */
export function useDayFilter(): (given: Pick<Filter, 'label' | 'icon'> & { key: keyof typeof dayFilters }) => Filter {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const daysText = useDaysText()
  const dayOf = (time: string | undefined, days = 0) =>
    time ? dayAfter(wallTime(new Date(time), zone).slice(0, 10), days) : ''
  const word = (day: string) =>
    new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

  return ({ key, label, icon }) => {
    const { from, to } = dayFilters[key]
    const daysOf = (values: Values) => ({ first: dayOf(values[from]), last: dayOf(values[to], -1) })
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

const units = ['d', 'w', 'm', 'y'] as const

/** How long no one has changed it: a number of days, weeks, months or years. */
export function AgeChoice({ age, onChoose }: { age: string | undefined; onChoose: (age: string) => void }) {
  const { t } = useLingui()
  const [count, setCount] = useState<string | number>(age ? Number(age.slice(0, -1)) : 6)
  const [unit, setUnit] = useState<string>(age?.at(-1) ?? 'm')
  const names = { d: t`days`, w: t`weeks`, m: t`months`, y: t`years` }
  const chosen = `${count}${unit}`
  const isRight = AGE_PATTERN.test(chosen)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight) onChoose(chosen)
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <NumberInput
            size="xs"
            w={100}
            label={t`Not changed for`}
            value={count}
            min={1}
            max={9999}
            allowDecimal={false}
            allowNegative={false}
            data-autofocus
            error={!isRight && t`1 to 9999`}
            onChange={setCount}
          />
          <NativeSelect
            size="xs"
            flex={1}
            label={t`Unit`}
            value={unit}
            data={units.map((value) => ({ value, label: names[value] }))}
            onChange={(event) => setUnit(event.currentTarget.value)}
          />
        </Group>
        <Button type="submit" size="xs" variant="default" disabled={!isRight}>
          {t`Apply`}
        </Button>
      </Stack>
    </form>
  )
}

/** “6 months” */
export function useAgeText(): (age: string | undefined) => string {
  const { i18n } = useLingui()
  const of = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
  return (age) => {
    if (!age || !AGE_PATTERN.test(age)) return ''
    const unit = of[age.at(-1) as keyof typeof of]
    return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
      Number(age.slice(0, -1)),
    )
  }
}
