import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { wallTimeAt } from '#contract/zoned-time.ts'
import { DateField } from '../../ui/date-field.tsx'
import type { Period } from './ad-api.ts'

const DAY_MS = 86_400_000
/** The day that a calendar in this zone shows. */
export const dayAt = (time: number, zone: string): string => wallTimeAt(time, zone).slice(0, 10)
type Choice = '7' | '30' | 'flight' | 'own'
type Props = {
  /** Whose calendar the days are on. */
  timeZone: string
  /** The days from the start of an ad until now; left out where there are several ads. */
  flight?: () => Period
  /** The days that are on the screen: the first ones of a period of one’s own. */
  shown: Required<Period> | undefined
  /** Called with the days to show, which may be left out: the last thirty. Undefined while the two days are no period. */
  onChange: (period: Period | undefined) => void
}

/** Which days a report shows. */
export function AdReportPeriod({ timeZone, flight, shown, onChange }: Props) {
  const { t } = useLingui()
  const [choice, setChoice] = useState<Choice>('30')
  const [own, setOwn] = useState<{ from: string; to: string }>({ from: '', to: '' })
  const isBackwards = own.from !== '' && own.to !== '' && own.to < own.from

  const choose = (next: Choice) => {
    setChoice(next)
    if (next === '7') onChange({ from: dayAt(Date.now() - 6 * DAY_MS, timeZone) })
    if (next === '30') onChange({})
    if (next === 'flight' && flight) onChange(flight())
    if (next === 'own' && shown) {
      setOwn(shown)
      onChange(shown)
    }
  }
  const chooseDay = (name: 'from' | 'to', day: string | null | undefined) => {
    const next = { ...own, [name]: day ?? '' }
    setOwn(next)
    onChange(next.from !== '' && next.to !== '' && next.from <= next.to ? next : undefined)
  }
  return (
    <Group gap="md" align="flex-start">
      <NativeSelect
        label={t`Period`}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value as Choice)}
        data={[
          { value: '7', label: t`Last 7 days` },
          { value: '30', label: t`Last 30 days` },
          ...(flight ? [{ value: 'flight', label: t`From the start until now` }] : []),
          { value: 'own', label: t`From a day to a day` },
        ]}
      />
      {choice === 'own' && (
        <>
          <DateField
            label={t`From`}
            value={own.from || null}
            onChange={(day) => chooseDay('from', day)}
            startsFocused
          />
          <DateField
            label={t`To`}
            value={own.to || null}
            error={isBackwards && t`Before the first day`}
            onChange={(day) => chooseDay('to', day)}
          />
        </>
      )}
    </Group>
  )
}
