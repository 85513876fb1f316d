import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Seen = { userId: string; sessionId: string }

/** When sessions were last used, collected in this process and written by `flush`. */
export type SessionActivity = {
  note: (session: Seen) => void
  flush: (db: Db) => Promise<void>
}

/**
 * Calls only note that a session is in use. A session ends after an hour without use, so some seconds until that is
 * written make no difference.
 */
export function createSessionActivity(): SessionActivity {
  let seen = new Map<string, Seen>()
  return {
    note: (session) => seen.set(session.sessionId, session),
    async flush(db) {
      if (seen.size === 0) return
      const noted = seen
      seen = new Map()
      try {
        await writeLastSeen(db, [...noted.values()])
      } catch (error) {
        seen = new Map([...noted, ...seen])
        throw error
      }
    },
  }
}

/** People first, then sessions, each in the order of their ids: the order in which everything else locks both. */
async function writeLastSeen(db: Db, seen: readonly Seen[]): Promise<void> {
  const users = seen.map(({ userId }) => userId)
  const sessions = seen.map(({ sessionId }) => sessionId)
  await sql`
    with locked as materialized (
      select id from user_account where id = any(${users}::uuid[]) order by id for no key update
    ), people as (
      update user_account set last_seen_at = now() where id in (select id from locked) returning id
    ), held as materialized (
      select session.id from session where session.id = any(${sessions}::uuid[])
        and user_id in (select id from people) order by session.id for no key update
    )
    update session set last_seen_at = now() where id in (select id from held)`.execute(db)
}
