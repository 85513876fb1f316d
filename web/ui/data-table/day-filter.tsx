import { useLingui } from '@lingui/react/macro'
import { momentsOf } from '../day-moments.ts'
import { dayAfter, useTimeZone, wallTime } from '../time-zone.ts'
import { dayPresetNames } from './day-preset-names.ts'
import { type DayPreset, dayPresets, isDayPreset } from './day-presets.ts'
import { useDaysText } from './days-text.ts'
import type { Filter } from './filter-bar.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { dateFormat } from '../formats.ts'

const DayChoice = lazyPart(async () => (await import('./day-choice.tsx')).DayChoice)

type Given = Pick<Filter, 'label' | 'icon'> & {
  /** Where the address keeps a preset, and where two moments. */
  key: string
  from: string
  to: string
  /** Those that are offered; the past ones unless said otherwise. */
  presets?: readonly DayPreset[]
  /** Whose days they are, where not the person's own; named where it is another one than theirs. */
  zone?: string
}
type DayFilter = Filter & Required<Pick<Filter, 'edit'>>

/** Makes a filter by days: one of the presets, or from a day to a day. */
export function useDayFilter(): (given: Given) => DayFilter {
  const { t, i18n } = useLingui()
  const ownZone = useTimeZone()
  const daysText = useDaysText()
  const word = (day: string) =>
    dateFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

  return ({ key, from, to, label, icon, presets = dayPresets, zone = ownZone }) => {
    const dayOf = (time: string | undefined, days = 0) =>
      time ? dayAfter(wallTime(new Date(time), zone).slice(0, 10), days) : ''
    const daysOf = (values: Readonly<Partial<Record<string, string>>>) => ({
      first: dayOf(values[from]),
      last: dayOf(values[to], -1),
    })
    return {
      key,
      keys: [key, from, to],
      label,
      icon,
      load: DayChoice.load,
      describe: (values) => {
        const preset = values[key]
        const days = isDayPreset(preset) ? t(dayPresetNames[preset]) : daysText(daysOf(values), word)
        return zone === ownZone ? days : t`${days} (${zone})`
      },
      edit: ({ values, set, close }) => (
        <DayChoice
          label={label}
          presets={presets}
          preset={values[key]}
          {...daysOf(values)}
          onPreset={(preset) => {
            set({ [key]: preset, [from]: '', [to]: '' })
            close()
          }}
          onChoose={(chosen) => {
            const moments = momentsOf(chosen, zone)
            set({ [key]: '', [from]: moments.from, [to]: moments.to })
            close()
          }}
        />
      ),
    }
  }
}
