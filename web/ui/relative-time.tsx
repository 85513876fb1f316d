import { useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useSyncExternalStore } from 'react'
import { useFocusStop } from './focus-stop.ts'
import classes from './text.module.css'
import { useTimeZone } from './time-zone.ts'
import { clockParts, dateFormat, numberFormat, relativeTimeFormat } from './formats.ts'

const MINUTE = 60_000
const listeners = new Set<() => void>()
let now = Date.now()
let ticking: ReturnType<typeof setInterval> | undefined

/** One clock for all times on the page; it is stopped while the page is hidden. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (ticking === undefined) {
    // The clock was stopped: React compares the snapshot again after subscribing, so the first reader gets the current time.
    now = Date.now()
    ticking = setInterval(() => {
      now = Date.now()
      for (const tell of listeners) tell()
    }, MINUTE)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

const units = [
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/** “3 hours ago”, “in 2 days”; beyond a week the date, with the year unless it is this one. */
export function relativeWords(time: Date, from: Date, locale: string, zone: string): string {
  let amount = (time.getTime() - from.getTime()) / MINUTE
  const words = relativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  if (Math.abs(amount) < 1) return words.format(0, 'second')
  for (const [unit, size] of units) {
    if (Math.abs(amount) < size) return words.format(Math.trunc(amount), unit)
    amount /= size
  }
  const year = (date: Date) => dateFormat('en', { year: 'numeric', timeZone: zone }).format(date)
  return dateFormat(locale, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    ...(year(time) !== year(from) && { year: 'numeric' }),
  }).format(time)
}

/** “in 25 min.”, “tomorrow 9:15 AM”, “Fri 9:15 AM”, “Dec 3 9:15 AM”, “Jan 2, 2027 9:15 AM”: to the minute. */
export function plannedWords(time: Date, from: Date, locale: string, zone: string): string {
  if (time.getTime() - from.getTime() < 60 * MINUTE) return relativeWords(time, from, locale, zone)
  const dayOf = (date: Date) => Date.parse(dateFormat('en-CA', { timeZone: zone }).format(date))
  const days = Math.round((dayOf(time) - dayOf(from)) / (24 * 60 * MINUTE))
  const words = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone: zone, ...options }).format(time)
  const clock = words(clockParts(locale))
  if (days < 2) return `${relativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(days, 'day')} ${clock}`
  if (days < 7) return `${words({ weekday: 'short' })} ${clock}`
  const year = (date: Date) => dateFormat('en', { year: 'numeric', timeZone: zone }).format(date)
  const otherYear = year(time) !== year(from) && ({ year: 'numeric' } as const)
  return `${words({ month: 'short', day: 'numeric', ...otherYear })} ${clock}`
}

/** The day and the minute, whatever time it is now; the year unless it is this one. */
export function dayTimeWords(time: Date, from: Date, locale: string, zone: string): string {
  const year = (date: Date) => dateFormat('en', { year: 'numeric', timeZone: zone }).format(date)
  return dateFormat(locale, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    ...clockParts(locale),
    ...(year(time) !== year(from) && { year: 'numeric' }),
  }).format(time)
}

/** “5 minutes”, “12 days”: how long it is since then. */
export function durationWords(time: Date, from: Date, locale: string): string {
  const minutes = Math.max(1, Math.trunc((from.getTime() - time.getTime()) / MINUTE))
  const [unit, amount] =
    minutes < 60 ? ['minute', minutes] : minutes < 2 * 24 * 60 ? ['hour', minutes / 60] : ['day', minutes / 60 / 24]
  return numberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    Math.trunc(Number(amount)),
  )
}

/** The exact time in the person's zone, with the zone's name. */
export function exactWords(time: Date, locale: string, zone: string): string {
  const clock = dateFormat(locale, {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    ...clockParts(locale),
  }).format(time)
  // Chinese formats would put the zone between day and time.
  const name = dateFormat(locale, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')
  return name ? `${clock} ${name.value}` : clock
}

/**
 * A time as people say it; the exact one on hover and on focus. `value` is ISO 8601. Only what is `planned` can lie in
 * the future: anything else that seems to is newer than the last tick, or comes from a server whose clock is ahead.
 */
export function RelativeTime({ value, planned = false }: { value: string; planned?: boolean }) {
  return <TimeInWords value={value} planned={planned} wordsOf={relativeWords} />
}

/**
 * When something is going to happen, to the minute: what follows each other by a quarter of an hour can be told apart.
 * @param overdue what to say in a few words when it should have happened two minutes ago or earlier
 */
export function PlannedTime({ value, overdue }: { value: string; overdue?: string }) {
  return <TimeInWords value={value} planned wordsOf={plannedWords} overdue={overdue} />
}

/** How long it is since then, without “ago”. */
export function Duration({ since }: { since: string }) {
  return <TimeInWords value={since} planned={false} wordsOf={durationWords} />
}

/** “Nov 30, 9:15 AM”: every time in the same style, where people compare them. */
export function DayTime({ value }: { value: string }) {
  return <TimeInWords value={value} planned wordsOf={dayTimeWords} />
}

type TimeInWordsProps = {
  value: string
  planned: boolean
  wordsOf: typeof relativeWords
  overdue?: string | undefined
}

function TimeInWords({ value, planned, wordsOf, overdue }: TimeInWordsProps) {
  const { i18n } = useLingui()
  const zone = useTimeZone()
  const stop = useFocusStop()
  const current = useSyncExternalStore(subscribe, () => now)
  const time = new Date(value)
  const from = new Date(planned ? current : Math.max(time.getTime(), current))
  // Only when someone is about to see it (before `Hints` reads it, which listens further out): its formats are the most expensive of a list.
  const giveHint = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    Object.assign(currentTarget.dataset, { hint: exactWords(time, i18n.locale, zone) })
  const isOverdue = overdue !== undefined && current - time.getTime() >= 2 * MINUTE
  return (
    // It does nothing but to be pointed at.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <time
      dateTime={value}
      className={classes.time}
      data-overdue={isOverdue || undefined}
      onPointerEnter={giveHint}
      onFocus={giveHint}
      {...stop}
    >
      {wordsOf(time, from, i18n.locale, zone)}
      {isOverdue && ` · ${overdue}`}
    </time>
  )
}
