import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DateEntry, type DateEntryProps } from './date-entry.tsx'
import { dayTimeWords, readDayTime } from './date-text.ts'
import { exactWords } from './relative-time.tsx'
import { momentOf, momentsAt, useTimeZone, wallTime } from './time-zone.ts'

type Props = DateEntryProps & {
  /** A moment in ISO 8601, or null while there is none. */
  value: string | null
  /** A moment in ISO 8601 (UTC), null when the field is emptied, undefined while what is typed is no date and time. */
  onChange: (moment: string | null | undefined) => void
  /** Days before it are not offered in the calendar. */
  earliest?: Date
}

/** The time of day that a day chosen from the calendar begins with. */
const MORNING = '09:00'

/** A day with a time, typed or chosen from a calendar, in the console's language and on the clocks of the person's zone. */
export function DateTimeField({ value, onChange, earliest, ...rest }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const example = dayTimeWords('2026-03-29T09:30', i18n.locale)
  /** As it was chosen, where clocks never show it. */
  const [asked, setAsked] = useState<string>()
  const clocksShow = (moment: Date) => wallTime(moment, zone).slice(0, 16)
  const readWall = (text: string) => readDayTime(text, i18n.locale, clocksShow(new Date()))
  const momentAt = (wall: string) => momentOf(`${wall}:00`, zone)
  const wall = value && clocksShow(new Date(value))
  const change = (next: string | null | undefined) => {
    setAsked(next ?? undefined)
    onChange(next && momentAt(next).toISOString())
  }
  const isSkipped = asked !== undefined && momentsAt(`${asked}:00`, zone).length === 0
  const isTwice = wall !== null && momentsAt(`${wall}:00`, zone).length > 1
  return (
    <DateEntry
      {...rest}
      value={wall}
      words={(known) => dayTimeWords(known, i18n.locale)}
      read={(text) => {
        const read = readWall(text)
        return read && clocksShow(momentAt(read))
      }}
      wrongText={t`Write date and time like ${example}.`}
      note={
        value && isSkipped && clocksShow(momentAt(asked)) === wall ? (
          <Trans>Clocks skip that hour. The time is now {exactWords(new Date(value), i18n.locale, zone)}.</Trans>
        ) : (
          value &&
          isTwice && (
            <Trans>
              Clocks show this time twice that day. It means {exactWords(new Date(value), i18n.locale, zone)}.
            </Trans>
          )
        )
      }
      onChange={(next, text) => change(next && (readWall(text) ?? next))}
      dropdown={({ DayCalendar, TimeOfDay }, close) => (
        <>
          <DayCalendar
            value={wall && wall.slice(0, 10)}
            earliest={earliest && clocksShow(earliest).slice(0, 10)}
            onPick={(day) => change(`${day}T${wall ? wall.slice(11) : MORNING}`)}
          />
          <TimeOfDay
            value={wall ? wall.slice(11) : ''}
            onChange={(time) => change(`${(wall ?? clocksShow(new Date())).slice(0, 10)}T${time}`)}
          >
            <Button size="sm" onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </TimeOfDay>
        </>
      )}
    />
  )
}
