import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { ProblemError } from './problem-error.ts'
import type { Limit } from './rate-limit.ts'

/** Calls under one key in the current window: all that are known, and how many of them only this process knows. */
type Count = { limit: Limit; hits: number; unshared: number; endsAt: number }

export type CallCounts = {
  /**
   * Counts one call of `key` in this process, without a query.
   * @throws ProblemError too_many_requests with the seconds to wait
   */
  count: (key: string, limit: Limit) => void
  /** Adds what was counted here to the table `rate_limit`, and takes over what other processes counted there. */
  share: (db: Db) => Promise<void>
}

/** A key with fewer than this part of its limit is not shared: ordinary use then writes nothing at all. */
const SHARED_FROM = 0.1
const MOST_KEYS = 50_000

/**
 * Limits for calls that are frequent and cost little. Within one process they are exact; with several, a key may go over
 * its limit by what the other processes count between two calls of `share`. Use `countHit` where a limit must be exact.
 * @param now milliseconds of a clock that never goes back
 */
export function createCallCounts(now: () => number = () => performance.now()): CallCounts {
  const counts = new Map<string, Count>()
  const dropEnded = () => counts.forEach(({ endsAt }, key) => endsAt <= now() && counts.delete(key))

  function countOf(key: string, limit: Limit): Count {
    const known = counts.get(key)
    if (known && known.endsAt > now()) return known
    if (counts.size >= MOST_KEYS) dropEnded()
    // Only an attack from very many addresses gets here; the oldest count is the one that matters least.
    const [oldest] = counts.size >= MOST_KEYS ? counts.keys() : []
    if (oldest !== undefined) counts.delete(oldest)
    const fresh = { limit, hits: 0, unshared: 0, endsAt: now() + limit.seconds * 1000 }
    counts.delete(key)
    counts.set(key, fresh)
    return fresh
  }

  return {
    count(key, limit) {
      const counted = countOf(key, limit)
      counted.hits += 1
      counted.unshared += 1
      if (counted.hits <= limit.max) return
      throw new ProblemError('too_many_requests', { retryAfter: Math.max(1, secondsUntil(counted.endsAt, now())) })
    },
    async share(db) {
      dropEnded()
      const keys = [...counts].filter(
        ([, { hits, unshared, limit }]) => unshared > 0 && hits >= limit.max * SHARED_FROM,
      )
      if (keys.length === 0) return
      const sent = new Map(keys.map(([key, { unshared }]) => [key, unshared]))
      for (const { key, hits, left } of await addToShared(db, keys, now())) {
        const counted = counts.get(key)
        if (!counted) continue
        // What was counted while the query ran comes on top.
        counted.unshared -= sent.get(key) ?? 0
        counted.hits = hits + counted.unshared
        counted.endsAt = now() + left * 1000
      }
    },
  }
}

const secondsUntil = (end: number, now: number) => Math.ceil((end - now) / 1000)

type Shared = { key: string; hits: number; left: number }

async function addToShared(db: Db, keys: [string, Count][], now: number): Promise<Shared[]> {
  // In one order for every process, so that two of them never wait for each other.
  const sorted = keys.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const over = sql`rate_limit.window_started_at <= now() - make_interval(secs => given.seconds)`
  const { rows } = await sql<Shared>`
    with given as (
      select * from unnest(${sorted.map(([key]) => key)}::text[], ${sorted.map(([, { unshared }]) => unshared)}::int[],
        ${sorted.map(([, { limit }]) => limit.seconds)}::float8[],
        ${sorted.map(([, { limit, endsAt }]) => limit.seconds - (endsAt - now) / 1000)}::float8[]
      ) as given(key, hits, seconds, elapsed)
    ), ended as (
      select given.key from given join rate_limit using (key) where ${over}
    ), added as (
      insert into rate_limit (key, hits, window_started_at)
      select key, hits, now() - make_interval(secs => elapsed) from given
      on conflict (key) do update set
        hits = case when rate_limit.key in (select key from ended) then excluded.hits
          else rate_limit.hits + excluded.hits end,
        window_started_at = case when rate_limit.key in (select key from ended) then excluded.window_started_at
          else rate_limit.window_started_at end
      returning key, hits, window_started_at
    )
    select key, added.hits,
      extract(epoch from window_started_at + make_interval(secs => seconds) - now())::float8 as left
    from added join given using (key)`.execute(db)
  return rows
}
