import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { DateEntry, type DateEntryProps } from './date-entry.tsx'
import { dayTimeWords, readDayTime } from './date-text.ts'
import { TimeZoneContext, wallTime } from './time-zone.ts'

type Props = DateEntryProps & {
  /** `2026-03-29T09:30`, as a clock in the zone shows it; null while there is none. */
  value: string | null
  /** Null when the field is emptied, undefined while what is typed is no date and time. */
  onChange: (wall: string | null | undefined) => void
  /** IANA name of the time zone that the field belongs to. */
  zone: string
}

/** The time of day that a day chosen from the calendar begins with. */
const MORNING = '09:00'

/** A day with a time on the clocks of a given zone, which need not be that of the person. */
export function WallTimeField({ value, onChange, zone, ...rest }: Props) {
  const { t, i18n } = useLingui()
  const example = dayTimeWords('2026-03-29T09:30', i18n.locale)
  const today = () => wallTime(new Date(), zone).slice(0, 10)
  return (
    <DateEntry
      {...rest}
      value={value}
      words={(known) => dayTimeWords(known, i18n.locale)}
      read={(text) => readDayTime(text, i18n.locale, wallTime(new Date(), zone).slice(0, 16))}
      wrongText={t`Write date and time like ${example}.`}
      onChange={(next) => onChange(next)}
      dropdown={({ DayCalendar, TimeOfDay }, close) => (
        <TimeZoneContext value={zone}>
          <DayCalendar
            value={value ? value.slice(0, 10) : null}
            onPick={(day) => onChange(`${day}T${value ? value.slice(11) : MORNING}`)}
          />
          <TimeOfDay
            value={value ? value.slice(11) : ''}
            onChange={(time) => onChange(`${value ? value.slice(0, 10) : today()}T${time}`)}
          >
            <Button size="sm" onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </TimeOfDay>
        </TimeZoneContext>
      )}
    />
  )
}
