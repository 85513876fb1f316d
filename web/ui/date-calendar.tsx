import { useLingui } from '@lingui/react/macro'
import { DatePicker, DatesProvider, MonthPicker, TimePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './date-calendar.module.css'
import { dayWords } from './date-text.ts'
import { firstWeekdayOf } from './first-weekday.ts'
import { hasHalves } from './formats.ts'
import { dayAfter, useTimeZone, wallTime } from './time-zone.ts'

// Loaded on requirePermission through calendar-loader.ts: the library and its styles are no part of the first load.

/** What the library shows in the console's language: month and week names, first day of the week, labels of buttons. */
function useCalendarTexts() {
  const { t, i18n } = useLingui()
  const isChinese = i18n.locale === 'zh-CN'
  const zone = useTimeZone()
  const [opened] = useState(() => Date.now())
  const today = wallTime(new Date(opened), zone).slice(0, 10)
  return {
    settings: { locale: isChinese ? 'zh-cn' : 'en', firstDayOfWeek: firstWeekdayOf(i18n.locale) },
    today,
    common: {
      size: 'sm' as const,
      classNames: { day: classes.day! },
      fullWidth: true,
      highlightToday: true,
      monthLabelFormat: isChinese ? 'YYYY年M月' : 'MMMM YYYY',
      yearLabelFormat: isChinese ? 'YYYY年' : 'YYYY',
      weekdayFormat: 'dd',
      getDayAriaLabel: (day: string) => dayWords(day, i18n.locale),
      ariaLabels: {
        previousMonth: t`Previous month`,
        nextMonth: t`Next month`,
        previousYear: t`Previous year`,
        nextYear: t`Next year`,
        previousDecade: t`Previous ten years`,
        nextDecade: t`Next ten years`,
      },
    },
  }
}

type DayProps = {
  value: string | null
  /** Days before it cannot be chosen. */
  earliest?: string | undefined
  onPick: (day: string) => void
}

/** One month of days to choose one from. Takes the focus when it appears. */
export function DayCalendar({ value, earliest, onPick }: DayProps) {
  const { settings, today, common } = useCalendarTexts()
  const place = useRef<HTMLDivElement>(null)
  const start = value ?? today
  useLayoutEffect(() => {
    // The popover is placed after this; focusing sooner would scroll the page to where it is not.
    place.current?.querySelector<HTMLElement>('[data-start]')?.focus({ preventScroll: true })
  }, [])
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        {...common}
        ref={place}
        value={value}
        defaultDate={start}
        {...(earliest && { minDate: earliest })}
        getDayProps={(day) => ({
          // The library's own idea of today is the browser's, not the person's; it would take undefined for nothing said.
          ...({ 'data-today': day === today || null, 'data-start': day === start || undefined } as object),
          'aria-current': day === today ? ('date' as const) : undefined,
          'aria-pressed': day === value,
        })}
        onChange={(day) => day && onPick(day)}
      />
    </DatesProvider>
  )
}

type RangeProps = {
  first: string | null
  last: string | null
  onPick: (first: string | null, last: string | null) => void
}

/** One month of days to choose a first and a last one from. */
export function RangeCalendar({ first, last, onPick }: RangeProps) {
  const { settings, today, common } = useCalendarTexts()
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        {...common}
        type="range"
        allowSingleDateInRange
        value={[first, last]}
        defaultDate={first ?? last ?? today}
        getDayProps={(day) => ({
          ...({ 'data-today': day === today || null } as object),
          'aria-current': day === today ? ('date' as const) : undefined,
          'aria-pressed':
            day === first || day === last || (first !== null && last !== null && first < day && day < last),
        })}
        onChange={([from, to]) => onPick(from, to)}
      />
    </DatesProvider>
  )
}

type MonthProps = { first: string | null; last: string | null; onPick: (first: string, last: string) => void }

/** One year of months to choose a whole one from. */
export function MonthCalendar({ first, last, onPick }: MonthProps) {
  const { settings, today, common } = useCalendarTexts()
  return (
    <DatesProvider settings={settings}>
      <MonthPicker
        size="sm"
        fullWidth
        yearLabelFormat={common.yearLabelFormat}
        monthsListFormat={settings.locale === 'en' ? 'MMMM' : 'M月'}
        ariaLabels={common.ariaLabels}
        defaultDate={first ?? today}
        getMonthControlProps={(month) => ({
          'aria-pressed':
            month.slice(0, 7) === first?.slice(0, 7) && last === lastOfMonth(first) && first.endsWith('-01'),
        })}
        onChange={(month) => month && onPick(`${month.slice(0, 7)}-01`, lastOfMonth(month))}
      />
    </DatesProvider>
  )
}

const lastOfMonth = (day: string) => dayAfter(`${dayAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1)

type TimeProps = { value: string; onChange: (time: string) => void; children?: ReactNode }

/** Hours and minutes under a calendar, by the clock of the language. */
export function TimeOfDay({ value, onChange, children }: TimeProps) {
  const { t, i18n } = useLingui()
  return (
    <div className={classes.time}>
      <TimePicker
        size="sm"
        label={t`Time`}
        format={hasHalves(i18n.locale) ? '12h' : '24h'}
        value={value}
        hoursInputLabel={t`Hours`}
        minutesInputLabel={t`Minutes`}
        amPmInputLabel={t`AM or PM`}
        onChange={(time) => time && onChange(time.slice(0, 5))}
      />
      {children}
    </div>
  )
}
