/** What a person typed for a day or a time, read in the forms that English and Chinese writers use. */

import { dateFormat } from './formats.ts'
import { dayAfter } from './time-zone.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const DAY_FORMS = [
  /^(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/,
  /^(?<y>\d{4}) ?年 ?(?<m>\d{1,2}) ?月 ?(?<d>\d{1,2}) ?[日号]/,
  /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})(?!\d)/,
  /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})(?!\d)/,
  /^(?<name>[a-z]{3,9})\.? (?<d>\d{1,2})(?:st|nd|rd|th)?,? (?<y>\d{4})(?!\d)/i,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)? (?<name>[a-z]{3,9})\.?,? (?<y>\d{4})(?!\d)/i,
]
const TIME_FORM =
  /^(?<before>凌晨|清晨|早晨|早上|早|上午|中午|下午|傍晚|晚上|晚)? ?(?<h>\d{1,2})(?:[:点时] ?(?:(?<min>\d{2})?(?::\d{2}(?:\.\d+)?)?分?|(?<few>\d)分|(?<part>半|一刻|三刻)|钟|整))? ?(?<after>[ap]\.?m\.?)?$/i
const PARTS: Record<string, string> = { 半: '30', 一刻: '15', 三刻: '45' }

const tidy = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()
const two = (value: number | string) => String(value).padStart(2, '0')

/** A whole day, in the order of the language's region where that matters, as `2026-03-29`, or undefined where the text is none. */
export function readDay(text: string, locale = 'en'): string | undefined {
  const found = startOfDay(tidy(text), locale)
  return found?.rest === '' ? found.day : undefined
}

/**
 * A day with a time as `2026-03-29T09:30`, or undefined where the text is none.
 * @param now what the clock of the field shows, in the same form; without it, the text must name its day and its year
 */
export function readDayTime(text: string, locale = 'en', now?: string): string | undefined {
  const tidied = tidy(text)
  const found = startOfDay(tidied, locale) ?? (now && startOfNearDay(tidied, now.slice(0, 10)))
  if (found) {
    const time = readTime(found.rest.replace(/^(?:T|,? ?at |, ?| )/i, ''))
    return time && `${found.day}T${time}`
  }
  const time = now && readTime(tidied)
  return time && nextAt(time, now)
}

/** A time alone is the next one: of today, or of tomorrow once it is past. */
function nextAt(time: string, now: string): string {
  const [today, clock] = [now.slice(0, 10), now.slice(11, 16)]
  return `${time > clock ? today : dayAfter(today)}T${time}`
}

/** Whether a text is a whole day as `readDay` gives it. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && readDay(text) === text

/** Whether the region writes 29/3/2026; of other languages than English, none that the console knows does. */
const isDayFirst = (locale: string) =>
  locale.startsWith('en') &&
  dateFormat(locale, { month: 'numeric', day: 'numeric' })
    .formatToParts(0)
    .find(({ type }) => type !== 'literal')?.type === 'day'

function startOfDay(text: string, locale: string): { day: string; rest: string } | undefined {
  for (const form of DAY_FORMS) {
    const found = form.exec(text)
    if (!found?.groups) continue
    const { y, d, name } = found.groups
    const month = name ? monthOf(name) : Number(found.groups['m'])
    const hasSlashes = !name && found[0].includes('/') && !found[0].startsWith(y!)
    // 29/3/2026 cannot be month first, nor 3/29/2026 day first.
    const swapped = hasSlashes && (isDayFirst(locale) ? Number(d) <= 12 : month > 12)
    const day = swapped ? dayOf(y!, Number(d), month) : dayOf(y!, month, Number(d))
    if (day) return { day, rest: text.slice(found[0].length).trimEnd() }
  }
  return undefined
}

const NEAR_DAYS: readonly [RegExp, number][] = [
  [/^(?:today(?![a-z])|今天)/i, 0],
  [/^(?:tomorrow(?![a-z])|明天)/i, 1],
  [/^今(?=[早晚])/, 0],
  [/^明(?=[早晚])/, 1],
  [/^后天/, 2],
  [/^大后天/, 3],
]
const DAYS_OF_ANY_YEAR = [
  /^(?<name>[a-z]{3,9})\.? (?<d>\d{1,2})(?:st|nd|rd|th)?(?![\w:])/i,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)? (?<name>[a-z]{3,9})(?![a-z])\.?/i,
  /^(?<m>\d{1,2}) ?月 ?(?<d>\d{1,2}) ?[日号]/,
]
/** A day that was named without its year may be so many days ago; else it is the next one. */
const AGO_MOST = 30
/** A leap day may be so many years ahead. */
const YEARS_MOST = 8

/** A day by its distance from today, or without its year. */
function startOfNearDay(text: string, today: string): { day: string; rest: string } | undefined {
  const restAfter = (found: string) => text.slice(found.length).trimEnd()
  for (const [form, days] of NEAR_DAYS) {
    const found = form.exec(text)
    if (found) return { day: dayAfter(today, days), rest: restAfter(found[0]) }
  }
  for (const form of DAYS_OF_ANY_YEAR) {
    const found = form.exec(text)
    if (!found?.groups) continue
    const { d, m, name } = found.groups
    const day = nextDay(name ? monthOf(name) : Number(m), Number(d), today)
    if (day) return { day, rest: restAfter(found[0]) }
  }
  return undefined
}

function nextDay(month: number, day: number, today: string): string | undefined {
  const earliest = dayAfter(today, -AGO_MOST)
  const first = Number(earliest.slice(0, 4))
  for (let year = first; year <= first + YEARS_MOST; year += 1) {
    const found = dayOf(String(year), month, day)
    if (found && found >= earliest) return found
  }
  return undefined
}

const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

function dayOf(year: string, month: number, day: number): string | undefined {
  const text = `${year}-${two(month)}-${two(day)}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

function readTime(text: string): string | undefined {
  const { before, h, min, few, part, after } = TIME_FORM.exec(text)?.groups ?? {}
  const minutes = part ? PARTS[part] : (min ?? few)
  // A bare number is no time: it may be the beginning of one.
  if (h === undefined || (minutes === undefined && !before && !after && !/[点时]/.test(text))) return undefined
  const hour = Number(h)
  if (after && (hour < 1 || hour > 12)) return undefined
  const full = before && hour <= 12 ? hourOfHalf(before, hour) : after ? inHalf(hour, /^p/i.test(after)) : hour
  return full !== undefined && full < 24 && Number(minutes ?? 0) < 60 ? `${two(full)}:${two(minutes ?? 0)}` : undefined
}

const inHalf = (hour: number, isLater: boolean) => (hour % 12) + (isLater ? 12 : 0)

/** The hour of a part of the day; undefined where people do not agree on the day, as for 晚上12点. */
function hourOfHalf(part: string, hour: number): number | undefined {
  if (part === '中午') return hour < 10 ? hour + 12 : hour
  if (!/^[下傍晚]/.test(part)) return inHalf(hour, false)
  return part.startsWith('晚') && (hour === 12 || hour < 5) ? undefined : inHalf(hour, true)
}

/** `2026-03-29` as the language writes it. */
export function dayWords(day: string, locale: string): string {
  return words(`${day}T00:00`, locale, { dateStyle: 'medium' })
}

/** `2026-03-29T09:30` as the language writes it. */
export function dayTimeWords(wall: string, locale: string): string {
  return words(wall, locale, { dateStyle: 'medium', timeStyle: 'short' })
}

function words(wall: string, locale: string, style: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(locale, { ...style, timeZone: 'UTC' }).format(new Date(`${wall}:00Z`))
  // Some versions put a narrow space before AM and PM, which no one types.
  return text.replace(/\u202f/g, ' ')
}
