import { dayAfter, momentOf, wallTime } from './time-zone.ts'

export type TimeShortcut = { key: 'today' | 'tomorrow' | 'monday'; moment: Date }

const MONDAY = 1
const MORNING = 'T09:00:00'

/** Times that are planned for most often, on the clocks of the zone: the next full hour of today, and two mornings. */
export function timeShortcuts(now: Date, zone: string): TimeShortcut[] {
  const wall = wallTime(now, zone)
  const [day, hour] = [wall.slice(0, 10), Number(wall.slice(11, 13)) + 1]
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const toMonday = (MONDAY - weekday + 7) % 7 || 7
  const at = (text: string) => momentOf(text, zone)
  return [
    ...(hour < 24 ? [{ key: 'today' as const, moment: at(`${day}T${String(hour).padStart(2, '0')}:00:00`) }] : []),
    { key: 'tomorrow', moment: at(`${dayAfter(day)}${MORNING}`) },
    ...(toMonday > 1 ? [{ key: 'monday' as const, moment: at(`${dayAfter(day, toMonday)}${MORNING}`) }] : []),
  ]
}
