import { momentOf, wallTimeAt, zoneOffsetAt } from '#contract/zoned-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** An hour of the day on the clocks of a time zone. */
export type DailyHour = { hour: number; zone: string }

/** The newest moment at which a backup was due. */
export const lastDue = (daily: DailyHour, now: Date): Date =>
  new Date(Math.max(...momentsAround(daily, now).filter((moment) => moment <= now.valueOf())))

/** The next moment at which a backup is due. */
export const nextDue = (daily: DailyHour, now: Date): Date =>
  new Date(Math.min(...momentsAround(daily, now).filter((moment) => moment > now.valueOf())))

/**
 * The moments of some days before and after. An hour that comes twice counts once, the first time; one that clocks skip is
 * replaced by the hour that they show then. Two days each way, because a zone may leave out a whole day.
 */
function momentsAround({ hour, zone }: DailyHour, now: Date): number[] {
  const today = Date.parse(`${wallTimeAt(now.valueOf(), zone).slice(0, 10)}T00:00:00Z`)
  return [-2, -1, 0, 1, 2].map((days) => {
    const asUtc = today + days * DAY_MS + hour * HOUR_MS
    const wall = new Date(asUtc).toISOString().slice(0, 16)
    return momentOf(wall, zone) ?? asUtc - zoneOffsetAt(asUtc - DAY_MS, zone)
  })
}

/** `copydesk-2026-11-22-0200.backup`: the time is UTC, to the second where it was asked for. */
export const backupFileName = (at: Date): string =>
  `copydesk-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup`

type Kept = { id: string; path: string; verified: string }
/**
 * Those of the plan that are no longer kept, of a list with the newest first. Backups whose trial restore failed do not count
 * as kept, and are deleted when they are older than the last one that counts.
 */
export function superfluous<Row extends Kept>(newestFirst: readonly Row[], keep: number): Row[] {
  let counted = 0
  return newestFirst.filter(({ verified }) => {
    const isOld = counted >= keep
    if (verified !== 'failed') counted++
    return isOld
  })
}
