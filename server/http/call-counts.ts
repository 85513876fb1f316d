import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isConnectionLost } from '../db/errors.ts'
import { refusedBy, type Limit } from './rate-limit.ts'

/**
 * Calls under one key in the current window: all that are known, and how many of them only this process knows. Times of
 * windows are those of the database: of the shared window that these calls belong to, and of the one before.
 */
type Count = {
  limit: Limit
  hits: number
  unshared: number
  endsAt: number
  window: string | null
  previous: string | null
}

export type CallCounts = {
  /**
   * Counts one call of `key` in this process, without a query.
   * @throws ProblemError too_many_requests with the limit and the seconds to wait
   */
  count: (key: string, limit: Limit) => void
  /** Adds what was counted here to the table `rate_limit`, and takes over what other processes counted there. */
  share: (db: Db) => Promise<void>
}

/** A key with fewer than this part of its limit is not shared: ordinary use then writes nothing at all. */
const SHARED_FROM = 0.1
const MOST_KEYS = 50_000
/** So long a process remembers which window it left: the database may end it a moment later. */
const REMEMBERED_MS = 10_000

/**
 * Limits for calls that are frequent and cost little. Within one process they are exact; with several, a key may go over
 * its limit by what the other processes count between two calls of `share`, but is never refused before it: only calls
 * of the same window are added up (decision 0135). Use `countHit` where a limit must be exact.
 * @param now milliseconds of a clock that never goes back
 */
export function createCallCounts(now: () => number = () => performance.now()): CallCounts {
  const counts = new Map<string, Count>()
  const dropEndedBefore = (time: number) => counts.forEach(({ endsAt }, key) => endsAt <= time && counts.delete(key))

  function countOf(key: string, limit: Limit): Count {
    const known = counts.get(key)
    if (known && known.endsAt > now()) return known
    if (counts.size >= MOST_KEYS) dropEndedBefore(now())
    // Only an attack from very many addresses gets here; the oldest count is the one that matters least.
    const [oldest] = counts.size >= MOST_KEYS ? counts.keys() : []
    if (oldest !== undefined) counts.delete(oldest)
    const previous = known?.window ?? known?.previous ?? null
    const fresh = { limit, hits: 0, unshared: 0, endsAt: now() + limit.seconds * 1000, window: null, previous }
    counts.delete(key)
    counts.set(key, fresh)
    return fresh
  }

  return {
    count(key, limit) {
      const counted = countOf(key, limit)
      counted.hits += 1
      counted.unshared += 1
      if (counted.hits > limit.max) throw refusedBy(limit, secondsUntil(counted.endsAt, now()))
    },
    async share(db) {
      const sentAt = now()
      dropEndedBefore(sentAt - REMEMBERED_MS)
      const sent = [...counts]
        .filter(
          ([, { hits, unshared, limit, endsAt }]) => unshared > 0 && endsAt > sentAt && hits >= limit.max * SHARED_FROM,
        )
        .map(([key, counted]) => ({ key, counted, unshared: counted.unshared }))
      if (sent.length === 0) return
      const rows = await addToShared(db, sent, sentAt).catch((error: unknown) => {
        // It may be written: sent again, these calls would count twice, and later ones be refused before the limit.
        if (isConnectionLost(error)) for (const { counted, unshared } of sent) counted.unshared -= unshared
        throw error
      })
      const shared = new Map(rows.map((row) => [row.key, row]))
      for (const { key, counted, unshared } of sent) {
        const row = shared.get(key)
        // A new window began here while the query ran.
        if (!row || counts.get(key) !== counted) continue
        if (row.isOver) counted.endsAt = Math.min(counted.endsAt, now())
        else {
          // What was counted while the query ran comes on top.
          counted.unshared -= unshared
          counted.hits = Math.max(counted.hits, row.hits + counted.unshared)
          counted.endsAt = Math.min(counted.endsAt, sentAt + row.left * 1000)
        }
        counted.window = row.window
      }
    },
  }
}

const secondsUntil = (end: number, now: number) => Math.ceil((end - now) / 1000)

type Sent = { key: string; counted: Count; unshared: number }
/** `isOver`: other processes are in a later window than the sender, whose calls were not added. */
type Shared = { key: string; hits: number; window: string; left: number; isOver: boolean }

/**
 * A process that has not shared in its window yet begins a new row where the stored window is over or is the one that it
 * left, and else joins the stored window, which then begins with the earlier of the two. Later on it adds to that window only.
 */
async function addToShared(db: Db, sent: Sent[], sentAt: number): Promise<Shared[]> {
  // In one order for every process, so that two of them never wait for each other.
  const sorted = sent.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const column = <Value>(of: (sent: Sent) => Value) => sorted.map((each) => of(each))
  // Read within the update, so of the row as it is once it is locked.
  const mine = (name: 'seconds' | 'joined' | 'previous') =>
    sql`(select ${sql.ref(name)} from given where given.key = rate_limit.key)`
  const length = sql`make_interval(secs => ${mine('seconds')})`
  const isEnded = sql`(rate_limit.window_started_at <= now() - ${length} or rate_limit.window_started_at > now() + ${length})`
  const joins = sql`${mine('joined')} is null`
  const begins = sql`${joins} and (${isEnded} or coalesce(rate_limit.window_started_at <= ${mine('previous')}, false))`
  const isLeft = sql`not ${joins} and (${isEnded} or rate_limit.window_started_at > ${mine('joined')})`
  const { rows } = await sql<Shared>`
    with given as (
      select * from unnest(${column(({ key }) => key)}::text[], ${column(({ unshared }) => unshared)}::int[],
        ${column(({ counted }) => counted.limit.seconds)}::float8[],
        ${column(({ counted: { limit, endsAt } }) => limit.seconds - (endsAt - sentAt) / 1000)}::float8[],
        ${column(({ counted }) => counted.window)}::timestamptz[], ${column(({ counted }) => counted.previous)}::timestamptz[]
      ) as given(key, hits, seconds, elapsed, joined, previous)
    ), added as (
      insert into rate_limit (key, hits, window_started_at)
      select key, hits, now() - make_interval(secs => elapsed) from given
      on conflict (key) do update set
        hits = case when ${begins} then excluded.hits when ${isLeft} then rate_limit.hits
          else rate_limit.hits + excluded.hits end,
        window_started_at = case when ${begins} then excluded.window_started_at
          when ${joins} then least(rate_limit.window_started_at, excluded.window_started_at)
          else rate_limit.window_started_at end
      returning key, hits, window_started_at
    )
    select key, added.hits, window_started_at::text as window,
      extract(epoch from window_started_at + make_interval(secs => seconds) - now())::float8 as left,
      coalesce(window_started_at > joined, false) as "isOver"
    from added join given using (key)`.execute(db)
  return rows
}
