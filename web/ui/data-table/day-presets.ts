import { dayAfter } from '../time-zone.ts'

/** Whole days as `YYYY-MM-DD`, both included; empty where the range is open. */
export type Days = { first: string; last: string }

/** Ranges of days that move with the calendar. */
export const dayPresets = [
  'today',
  'yesterday',
  'last7days',
  'last30days',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const
/** Those of what is planned. */
export const planPresets = [
  'today',
  'tomorrow',
  'next7days',
  'thisMonth',
  'yesterday',
  'last7days',
  'last30days',
  'lastMonth',
] as const
/** Those of publication: what goes live, and what is online for years. */
export const publishPresets = [...planPresets, 'thisYear', 'lastYear'] as const
export type DayPreset = (typeof dayPresets)[number] | (typeof publishPresets)[number]

/** Whether a value of the address names one. */
export const isDayPreset = (value: string | undefined): value is DayPreset =>
  ([...dayPresets, ...publishPresets] as readonly (string | undefined)[]).includes(value)

/** Its first and last day; `today` is `YYYY-MM-DD` in the person's time zone. “Last 7 days” ends with today, “next 7 days” begins with it. */
export function daysOfPreset(preset: DayPreset, today: string): Days {
  const year = today.slice(0, 4)
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const endOfLastMonth = dayAfter(firstOfMonth, -1)
  const lastYear = String(Number(year) - 1).padStart(4, '0')
  switch (preset) {
    case 'today':
      return { first: today, last: today }
    case 'tomorrow':
      return { first: dayAfter(today), last: dayAfter(today) }
    case 'yesterday':
      return { first: dayAfter(today, -1), last: dayAfter(today, -1) }
    case 'next7days':
      return { first: today, last: dayAfter(today, 6) }
    case 'last7days':
      return { first: dayAfter(today, -6), last: today }
    case 'last30days':
      return { first: dayAfter(today, -29), last: today }
    case 'thisMonth':
      return { first: firstOfMonth, last: dayAfter(`${dayAfter(firstOfMonth, 31).slice(0, 7)}-01`, -1) }
    case 'lastMonth':
      return { first: `${endOfLastMonth.slice(0, 7)}-01`, last: endOfLastMonth }
    case 'thisYear':
      return { first: `${year}-01-01`, last: `${year}-12-31` }
    case 'lastYear':
      return { first: `${lastYear}-01-01`, last: `${lastYear}-12-31` }
  }
}
