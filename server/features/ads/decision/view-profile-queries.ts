import type { EventStore } from '../../../events/event-store.ts'
import { HOUR, profileOf, type ViewProfile } from './pacing-rules.ts'

/** How far back usual views are looked at. */
export const PROFILE_DAYS = 28
const KNOWN_FOR_MS = 600_000
const known = new WeakMap<object, { until: number; profile: Promise<ViewProfile> }>()

/** The full hours of the last four weeks, or of as much of them as there are counts. */
export async function profilePeriod(store: EventStore, now: number): Promise<{ from: number; to: number }> {
  const to = Math.floor(now / HOUR) * HOUR
  const first = (await store.firstHour())?.getTime() ?? to
  return { from: Math.min(to, Math.max(first, to - PROFILE_DAYS * 24 * HOUR)), to }
}

/** The usual week of the site, counted again every ten minutes. @param key what the answer is remembered for: the database */
export function usualWeek(key: object, store: EventStore, now = Date.now()): Promise<ViewProfile> {
  const found = known.get(key)
  if (found && found.until > now) return found.profile
  const profile = loadProfile(store, now)
  known.set(key, { until: now + KNOWN_FOR_MS, profile })
  // A failure is not remembered.
  profile.catch(() => known.delete(key))
  return profile
}

async function loadProfile(store: EventStore, now: number): Promise<ViewProfile> {
  const period = await profilePeriod(store, now)
  const views = await store.pageViews({ from: new Date(period.from), to: new Date(period.to) })
  return profileOf(views, period)
}
