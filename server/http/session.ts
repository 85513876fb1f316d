import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { healthEndpoints } from '#contract/health.ts'
import type { ChangeNotices } from '../db/change-notices.ts'
import type { Db } from '../db/database.ts'
import { retryRead } from '../db/errors.ts'
import type { Actor } from './actor.ts'
import { createCallCounts } from './call-counts.ts'
import { plainAddress } from './network.ts'
import { flushPeriodically } from './periodic-flush.ts'
import { createSessionActivity } from './session-activity.ts'
import { createSessionCache } from './session-cache.ts'
import { hashToken, looksLikeToken } from './session-token.ts'

const API_LIMIT = { max: 600, seconds: 60, of: 'calls of one session' }
const FLUSH_SECONDS = 5

/** What the server knows by itself, and is asked for when the database is away. */
const ANSWERED_WHILE_AWAY: ReadonlySet<string> = new Set(
  [healthEndpoints.view, healthEndpoints.live, healthEndpoints.samples].map(({ path }) => path),
)

/**
 * Finds out who asks, before any route runs. The Authorization header is the only identity there is: no cookie, no
 * query string. Anything that cannot be a token is "not signed in" and costs no query. A session is kept for some
 * seconds. A call writes nothing: its count and the time of the session are written every few seconds.
 * @param hasReplica no session is kept then
 */
export function authenticate(app: FastifyInstance, db: Db, notices: ChangeNotices, hasReplica = false) {
  const kept = createSessionCache<Found>(app, notices)
  const calls = createCallCounts()
  const activity = createSessionActivity()
  flushPeriodically(app, FLUSH_SECONDS, async () => {
    await activity.flush(db)
    await calls.share(db)
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('sessionLacks', null)
  app.addHook('onRequest', async (request) => {
    const token = bearerOf(request)
    const url = request.routeOptions.url ?? ''
    if (!token || !/^\/(api|content)\//.test(url)) return
    const find = ANSWERED_WHILE_AWAY.has(url) ? kept.findOrLast : kept.find
    // With a replica, each call has to know what this session wrote last, perhaps in another process.
    const session = await (hasReplica
      ? retryRead(() => findSession(db, token))
      : find(hashToken(token).toString('base64'), () => retryRead(() => loadSession(db, token))))
    if (!session) return
    const { stale, isComplete, wroteLsn, ...actor } = session
    if (!isComplete) {
      request.sessionLacks = 'second_step_required'
      return
    }
    request.wroteLsn = wroteLsn
    request.actor = { ...actor, ip: plainAddress(request.ip) }
    calls.count(`api:${actor.sessionId}`, API_LIMIT)
    if (stale) activity.note({ userId: actor.id, sessionId: actor.sessionId })
  })
}

function bearerOf(request: FastifyRequest): string | undefined {
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  return looksLikeToken(token) ? token : undefined
}

type Found = Omit<Actor, 'ip'> & { stale: boolean; isComplete: boolean; wroteLsn: string | null }

/**
 * Idle for an hour, twelve hours old, or the person is not active any more: no session. The database's clock counts. The
 * last call may not have been written yet, so a session lives some seconds longer than the hour.
 */
const openSessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .where('expiresAt', '>', sql<string>`now()`)
    .where('session.lastSeenAt', '>', sql<string>`now() - interval '1 hour 10 seconds'`)
    .where('userAccount.status', '=', 'active')

/** A session that a password alone opened is no longer enough once the person has a second step, or their role needs one. */
const hasSecondStepIfNeeded = sql<boolean>`(session.second_step or (user_account.second_step_since is null
  and not exists (select from setting where key = 'secondStep' and value -> 'roles' ? user_account.role)))`

const sessionOf = (db: Db, token: string) =>
  openSessions(db)
    .where('tokenHash', '=', hashToken(token))
    .select(['userAccount.id', 'userAccount.name', 'userAccount.role', 'session.id as sessionId', 'wroteLsn'])
    .select(hasSecondStepIfNeeded.as('isComplete'))
    .select(sql<boolean>`session.last_seen_at < now() - interval '1 minute'`.as('stale'))

const findSession = (db: Db, token: string): Promise<Found | undefined> => sessionOf(db, token).executeTakeFirst()

async function loadSession(db: Db, token: string) {
  const left = sql<number>`extract(epoch from least(expires_at,
    session.last_seen_at + interval '1 hour 10 seconds') - now())::float8`
  const found = await sessionOf(db, token).select(left.as('secondsLeft')).executeTakeFirst()
  if (!found) return undefined
  const { secondsLeft, ...session } = found
  return { session, userId: session.id, secondsLeft }
}

/**
 * The role that a session has now, for what stays open longer than a call; undefined when the session is over.
 * @throws when the database does not answer
 */
export async function roleOfSession(db: Db, sessionId: string): Promise<Actor['role'] | undefined> {
  const found = await openSessions(db)
    .where('session.id', '=', sessionId)
    .where(hasSecondStepIfNeeded)
    .select('userAccount.role')
    .executeTakeFirst()
  return found?.role
}
