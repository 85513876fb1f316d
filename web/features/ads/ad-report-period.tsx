import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect } from '@mantine/core'
import { wallTimeAt } from '#contract/zoned-time.ts'
import { isDay } from '../../ui/date-text.ts'
import { dayPresetNames } from '../../ui/data-table/day-preset-names.ts'
import { daysOfPreset } from '../../ui/data-table/day-presets.ts'
import { DateField } from '../../ui/date-field.tsx'
import type { Period } from './ad-api.ts'

const DAY_MS = 86_400_000
/** The day that a calendar in this zone shows. */
export const dayAt = (time: number, zone: string): string => wallTimeAt(time, zone).slice(0, 10)
const choices = ['7', '30', 'thisMonth', 'lastMonth', 'flight', 'own'] as const
/** The period that is chosen; the days of one’s own, empty where there is none yet. */
export type PeriodChoice = { choice: (typeof choices)[number]; from: string; to: string }
export const LAST_THIRTY: PeriodChoice = { choice: '30', from: '', to: '' }

/** What the period is called in the address of a screen, and whether it names the usual one, too. */
type Names = { choice: string; from: string; to: string; namesUsual: boolean }
const ofAd: Names = { choice: 'period', from: 'from', to: 'to', namesUsual: false }
/** Beside the filters of the list: it says that the report is open. */
export const ofList: Names = { choice: 'report', from: 'firstDay', to: 'lastDay', namesUsual: true }

/** What the address says of it; the last thirty days where it says nothing. */
export function periodIn(search: string, names = ofAd): PeriodChoice {
  const given = new URLSearchParams(search)
  const choice = choices.find((one) => one === given.get(names.choice))
  const day = (name: string) => [given.get(name) ?? ''].find(isDay) ?? ''
  return choice
    ? { choice, ...(choice === 'own' ? { from: day(names.from), to: day(names.to) } : { from: '', to: '' }) }
    : LAST_THIRTY
}

/** The address with this period, or without any, and what else it says. */
export function withPeriod(search: string, period: PeriodChoice | undefined, names = ofAd): string {
  const params = new URLSearchParams(search)
  const choice = period?.choice === '30' && !names.namesUsual ? undefined : period?.choice
  for (const [name, value] of [
    [names.choice, choice],
    [names.from, period?.from],
    [names.to, period?.to],
  ] as const)
    if (value) params.set(name, value)
    else params.delete(name)
  return params.size > 0 ? `?${params}` : ''
}

/** The days to ask for, which may be left out: the last thirty. Undefined while the two days are no period. */
export function daysOf(
  { choice, from, to }: PeriodChoice,
  timeZone: string,
  flight?: () => Period,
): Period | undefined {
  if (choice === '7') return { from: dayAt(Date.now() - 6 * DAY_MS, timeZone) }
  if (choice === 'thisMonth' || choice === 'lastMonth') {
    const today = dayAt(Date.now(), timeZone)
    const { first, last } = daysOfPreset(choice, today)
    return { from: first, to: last < today ? last : today }
  }
  if (choice === 'flight' && flight) return flight()
  if (choice !== 'own') return {}
  return from !== '' && to !== '' && from <= to ? { from, to } : undefined
}

type Props = {
  value: PeriodChoice
  /** Whether days from the start of an ad until now can be chosen. */
  hasFlight?: boolean
  /** The days that are on the screen: the first ones of a period of one’s own. */
  shown: Required<Period> | undefined
  onChange: (next: PeriodChoice) => void
}

/** Which days a report shows. */
export function AdReportPeriod({ value, hasFlight = false, shown, onChange }: Props) {
  const { t } = useLingui()
  const { choice, from, to } = value
  const isBackwards = from !== '' && to !== '' && to < from
  const choose = (next: PeriodChoice['choice']) =>
    onChange({ choice: next, from: '', to: '', ...(next === 'own' && shown) })
  return (
    <Group gap="md" align="flex-start">
      <NativeSelect
        label={t`Period`}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value as PeriodChoice['choice'])}
        data={[
          { value: '7', label: t`Last 7 days` },
          { value: '30', label: t`Last 30 days` },
          { value: 'thisMonth', label: t(dayPresetNames.thisMonth) },
          { value: 'lastMonth', label: t(dayPresetNames.lastMonth) },
          ...(hasFlight ? [{ value: 'flight', label: t`From the start until now` }] : []),
          { value: 'own', label: t`From a day to a day` },
        ]}
      />
      {choice === 'own' && (
        <>
          <DateField
            label={t`From`}
            value={from || null}
            onChange={(day) => onChange({ ...value, from: day ?? '' })}
            startsFocused
          />
          <DateField
            label={t`To`}
            value={to || null}
            error={isBackwards && t`Before the first day`}
            onChange={(day) => onChange({ ...value, to: day ?? '' })}
          />
        </>
      )}
    </Group>
  )
}
