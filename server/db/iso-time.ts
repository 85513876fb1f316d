const SPACE = ' '.charCodeAt(0)

/** A time as PostgreSQL writes it, `2026-11-22 23:49:32.123456+00`, as an ISO string in UTC with milliseconds. */
export function isoTime(text: string): string {
  // Any other zone, and years before 1 or after 9999, are left to Date, which takes ten times as long.
  if (text.charCodeAt(10) !== SPACE || !text.endsWith('+00')) return new Date(text).toISOString()
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
