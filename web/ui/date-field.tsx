import { useLingui } from '@lingui/react/macro'
import { DateEntry, type DateEntryProps } from './date-entry.tsx'
import { dayWords, isDay, readDay } from './date-text.ts'

type Props = DateEntryProps & {
  /** A day as `2026-03-29`; any other text is shown as it was typed. */
  value: string | null
  /** Null when the field is emptied, undefined while what is typed (`text`) is no date. */
  onChange: (day: string | null | undefined, text: string) => void
  /** Days before it are not offered in the calendar. */
  earliest?: string
  /** Without a calendar of its own, where one is on the screen already. */
  isTypedOnly?: boolean
}

/** A whole day, typed or chosen from a calendar, in the console's language. */
export function DateField({ value, earliest, isTypedOnly = false, ...rest }: Props) {
  const { t, i18n } = useLingui()
  const day = value !== null && isDay(value) ? value : null
  const example = dayWords('2026-03-29', i18n.locale)
  return (
    <DateEntry
      {...rest}
      value={day}
      unread={day === null && value ? value : undefined}
      words={(known) => dayWords(known, i18n.locale)}
      read={(text) => readDay(text, i18n.locale)}
      wrongText={t`Write a date like ${example}.`}
      {...(!isTypedOnly && {
        dropdown: ({ DayCalendar }, close) => (
          <DayCalendar
            value={day}
            earliest={earliest}
            onPick={(picked) => {
              rest.onChange(picked, picked)
              close()
            }}
          />
        ),
      })}
    />
  )
}
