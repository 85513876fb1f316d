import { useMemo, useSyncExternalStore } from 'react'
import { daysOfPreset, isDayPreset } from './data-table/day-presets.ts'
import type { Days } from './data-table/day-presets.ts'
import type { FilterValues, ListShape, ListState } from './list-address.ts'
import { dayAfter, momentOf, useTimeZone, wallTime } from './time-zone.ts'

/** The days as two moments of a time zone, the second one excluded; empty where the range is open. */
export const momentsOf = ({ first, last }: Days, zone: string) => ({
  from: first && momentOf(first, zone).toISOString(),
  to: last && momentOf(dayAfter(last), zone).toISOString(),
})

/** A list that stays open over midnight moves on with the calendar. */
function everyMinute(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, 60_000)
  return () => clearInterval(timer)
}
const never = () => () => {}

const todayIn = (zone: string) => wallTime(new Date(), zone).slice(0, 10)

/** The day that clocks of the zone show now, as `2026-12-31`. `follows`: whether it is told when that day ends. */
export const useToday = (zone: string, follows = true): string =>
  useSyncExternalStore(follows ? everyMinute : never, () => todayIn(zone))

/** Whose days a filter has, by its name, where they are not the person's own. */
export type DayZones = Readonly<Record<string, string>>

/** What the filters by days mean to the server: a preset of the address becomes two moments, and stays in the address. */
export function useDayMoments<A extends FilterValues, S extends string, O extends FilterValues>(
  { days }: ListShape<A, S, O>,
  { filters }: ListState<A, S, O>,
  zones?: DayZones,
): Partial<A> {
  const own = useTimeZone()
  // The own one first.
  const todays = useSyncExternalStore(days ? everyMinute : never, () =>
    [own, ...Object.values(zones ?? {})].map(todayIn).join(' '),
  )
  return useMemo(() => {
    const values: Partial<FilterValues> = filters
    const found: Record<PropertyKey, string> = {}
    for (const [name, { from, to }] of Object.entries(days ?? {})) {
      const preset = values[name]
      if (!isDayPreset(preset)) continue
      const at = Object.keys(zones ?? {}).indexOf(name)
      const moments = momentsOf(daysOfPreset(preset, todays.split(' ')[at + 1]!), zones?.[name] ?? own)
      found[from] = moments.from
      found[to] = moments.to
    }
    return found as Partial<A>
  }, [filters, days, own, zones, todays])
}
