import type { ArticleFilter } from '#contract/article-list.ts'

const DAY_MS = 86_400_000

/** When what is asked for was last changed: `olderThan` is one more end of the time. */
export function changedBetween(
  { from, to, olderThan }: ArticleFilter,
  now = new Date(),
): { from?: string; to?: string } {
  const old = olderThan && before(now, olderThan)
  const end = old && to ? (old < to ? old : to) : (old ?? to)
  return { ...(from && { from }), ...(end && { to: end }) }
}

/** So many days, weeks, months or years before `now`; a month before the 31st is the last day of the month before. */
export function before(now: Date, age: string): string {
  const [count, unit] = [Number(age.slice(0, -1)), age.at(-1)]
  if (unit === 'd' || unit === 'w')
    return new Date(now.getTime() - count * (unit === 'w' ? 7 : 1) * DAY_MS).toISOString()
  const months = unit === 'y' ? count * 12 : count
  const then = new Date(now)
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const days = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(now.getUTCDate(), days))
  // No calendar of PostgreSQL has a year 0.
  return then.getUTCFullYear() < 1 ? '0001-01-01T00:00:00.000Z' : then.toISOString()
}
