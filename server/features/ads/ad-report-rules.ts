import { momentOf, wallTimeAt } from '#contract/zoned-time.ts'

const DAY_MS = 86_400_000
const DAYS_SHOWN = 30
/** Longer periods are asked for in parts. */
const DAYS_MOST = 800

/** The first and the last day of a report, `YYYY-MM-DD`. */
export type ReportDays = { from: string; to: string }
type Fault = { path: string; code: string; message: string }

/** The days that are asked for, thirty until today where one is left out, and what is wrong with them. */
export function reportDays(
  given: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
  now: number,
): ReportDays & { fault: Fault | undefined } {
  const to = given.to ?? wallTimeAt(now, timeZone).slice(0, 10)
  const last = Date.parse(`${to}T00:00:00Z`)
  const from = given.from ?? new Date(last - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10)
  const days = (last - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
  const fault =
    days < 1
      ? { path: 'to', code: 'before_start', message: 'must not be before the first day' }
      : days > DAYS_MOST
        ? { path: 'from', code: 'too_long', message: `a period has at most ${DAYS_MOST} days` }
        : undefined
  return { from, to, fault }
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
/** The days from the first to the last one. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}
/** When a day begins, in ms since 1970. A day that begins within the hour that is skipped begins an hour later. */
export const startOfDay = (day: string, zone: string): number =>
  momentOf(`${day}T00:00`, zone) ?? momentOf(`${day}T01:00`, zone) ?? 0
