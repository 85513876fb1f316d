const DAY_MS = 24 * 3_600_000

/** The newest moment at which a backup was due, for an hour of the day in UTC. */
export function lastDue(hour: number, now: Date): Date {
  const today = new Date(now)
  today.setUTCHours(hour, 0, 0, 0)
  return today <= now ? today : new Date(today.valueOf() - DAY_MS)
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
