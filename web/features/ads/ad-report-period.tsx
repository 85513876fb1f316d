import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Ad } from '#contract/ads.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import { DateField } from '../../ui/date-field.tsx'
import type { Period } from './ad-api.ts'

const DAY_MS = 86_400_000
const dayOf = (time: number, zone: string) => wallTimeAt(time, zone).slice(0, 10)
type Choice = '7' | '30' | 'flight' | 'own'
type Props = {
  ad: Ad
  /** Told of the days to show, which may be left out: the last thirty. */
  onChange: (period: Period) => void
}

/** Which days a report shows, on the calendar of the ad’s time zone. */
export function AdReportPeriod({ ad, onChange }: Props) {
  const { t } = useLingui()
  const { timeZone, startsAtTime, endsAtTime, approvedAt, createdAt } = ad
  const [choice, setChoice] = useState<Choice>('30')
  const [own, setOwn] = useState<{ from: string; to: string }>({ from: '', to: '' })
  const isBackwards = own.from !== '' && own.to !== '' && own.to < own.from

  const daysOf: Record<Exclude<Choice, 'own'>, () => Period> = {
    '7': () => ({ from: dayOf(Date.now() - 6 * DAY_MS, timeZone) }),
    '30': () => ({}),
    flight: () => {
      const today = dayOf(Date.now(), timeZone)
      const end = endsAtTime ? dayOf(Date.parse(endsAtTime) - 1, timeZone) : today
      const start = dayOf(Date.parse(startsAtTime ?? approvedAt ?? createdAt), timeZone)
      const to = end < today ? end : today
      return { from: start < to ? start : to, to }
    },
  }
  const choose = (next: Choice) => {
    setChoice(next)
    if (next !== 'own') onChange(daysOf[next]())
  }
  const chooseDay = (name: 'from' | 'to', day: string | null | undefined) => {
    if (day === undefined) return
    const next = { ...own, [name]: day ?? '' }
    setOwn(next)
    if (next.from !== '' && next.to !== '' && next.from <= next.to) onChange(next)
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
          { value: 'flight', label: t`From the start until now` },
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
