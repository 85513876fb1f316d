import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { ProblemError } from './problem-error.ts'

/** At most `max` in `seconds`. `of` says of what, in the plural: `calls of one session`. */
export type Limit = { max: number; seconds: number; of: string }

/** The refusal that says which limit was met. */
export const refusedBy = ({ max, seconds, of }: Limit, wait: number): ProblemError =>
  new ProblemError('too_many_requests', {
    detail: `At most ${max} ${of} in ${seconds} seconds`,
    retryAfter: Math.max(1, wait),
  })

type Row = { hits: number; wait: number }

/**
 * Counts one use of `key` by the database's clock, for all processes together.
 * @throws ProblemError too_many_requests with the seconds to wait
 */
export async function countHit(db: Db, key: string, limit: Limit): Promise<void> {
  const { max, seconds } = limit
  const over = sql`rate_limit.window_started_at <= now() - make_interval(secs => ${seconds})`
  // Losing a few counts in a power cut harms no one; waiting for the disk on every call would.
  const { rows } = await sql<Row>`
    insert into rate_limit (key)
    select ${key} from (select set_config('synchronous_commit', 'off', true)) quick
    on conflict (key) do update set
      hits = case when ${over} then 1 else rate_limit.hits + 1 end,
      window_started_at = case when ${over} then now() else rate_limit.window_started_at end
    returning hits, ceil(extract(epoch from window_started_at + make_interval(secs => ${seconds}) - now()))::int as wait
  `.execute(db)
  const row = rows[0]
  if (row && row.hits > max) throw refusedBy(limit, row.wait)
}

/** For a caller who decides what becomes of it: the refusal of a count, or undefined within the limit. */
export async function refusalOf(count: Promise<void>): Promise<ProblemError | undefined> {
  try {
    await count
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

/** Counts one use less: it was a good one. */
export async function forgiveHit(db: Db, key: string): Promise<void> {
  await sql`update rate_limit set hits = greatest(0, hits - 1) where key = ${key}`.execute(db)
}

/** Forgets what was counted for a key. */
export async function forgetHits(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rateLimit').where('key', '=', key).execute()
}

const FIRST_PAUSE = 8
const LONGEST_PAUSE = 300

/**
 * Counts one try of something that can be guessed. The first `max` in `seconds` are free; after that each try must
 * wait, 8 s at first, then twice as long each time, up to five minutes. Tries made too early are refused and not counted, so
 * hammering does not lengthen the pause.
 * @throws ProblemError too_many_requests with the seconds to wait
 */
export async function countTry(db: Db, key: string, limit: Limit): Promise<void> {
  const { max, seconds } = limit
  const pause = sql`make_interval(
    secs => least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * power(2, least(rate_limit.hits - ${max}, 10))))`
  const since = sql`rate_limit.window_started_at`
  const over = sql`${since} <= now() - make_interval(secs => ${seconds})`
  const { rows } = await sql`
    insert into rate_limit (key) values (${key})
    on conflict (key) do update set
      hits = case when ${over} then 1 else rate_limit.hits + 1 end,
      window_started_at = case when ${over} or rate_limit.hits + 1 >= ${max} then now() else ${since} end
    where ${over} or rate_limit.hits < ${max} or ${since} + ${pause} <= now()
    returning hits
  `.execute(db)
  if (rows.length > 0) return
  // Stored times are rounded to milliseconds: the beginning may be a little later than now.
  const waiting = await sql<{ wait: number }>`
    select ceil(extract(epoch from least(${pause}, ${since} + ${pause} - now())))::int as wait from rate_limit where key = ${key}
  `.execute(db)
  throw refusedBy(limit, waiting.rows[0]?.wait ?? 1)
}

/** Deletes rows that no limit reads any more; the longest window is an hour. */
export async function sweepRateLimits(db: Db): Promise<void> {
  await sql`delete from rate_limit where window_started_at < now() - interval '2 hours'`.execute(db)
}
