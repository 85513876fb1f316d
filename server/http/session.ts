import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { unlessDatabaseFull } from '../db/errors.ts'
import type { Actor } from './actor.ts'
import { plainAddress } from './network.ts'
import { countHit } from './rate-limit.ts'
import { hashToken, looksLikeToken } from './session-token.ts'

const API_LIMIT = { max: 600, seconds: 60 }

/**
 * Finds out who asks, before any route runs. The Authorization header is the only identity there is: no cookie, no
 * query string. Anything that cannot be a token is "not signed in" and costs no query.
 */
export function authenticate(app: FastifyInstance, db: Db) {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    const token = bearerOf(request)
    if (!token || !/^\/(api|content)\//.test(request.routeOptions.url ?? '')) return
    const session = await findSession(db, token)
    if (!session) return
    const { stale, ...actor } = session
    request.actor = { ...actor, ip: plainAddress(request.ip) }
    await unlessDatabaseFull(async () => {
      await countHit(db, `api:${actor.sessionId}`, API_LIMIT)
      if (stale) await touchSession(db, actor)
    })
  })
}

function bearerOf(request: FastifyRequest): string | undefined {
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  return looksLikeToken(token) ? token : undefined
}

type Found = Omit<Actor, 'ip'> & { stale: boolean }

/** Idle for an hour, twelve hours old, or the person is not active any more: no session. The database's clock counts. */
async function findSession(db: Db, token: string): Promise<Found | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .where('session.lastSeenAt', '>', sql<string>`now() - interval '1 hour'`)
    .where('userAccount.status', '=', 'active')
    .select(['userAccount.id', 'userAccount.name', 'userAccount.role', 'session.id as sessionId'])
    .select(sql<boolean>`session.last_seen_at < now() - interval '1 minute'`.as('stale'))
    .executeTakeFirst()
}

/** The person first, then the session: the order in which everything else that locks both takes them. */
async function touchSession(db: Db, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>): Promise<void> {
  await sql`
    with person as (update user_account set last_seen_at = now() where id = ${id} returning id)
    update session set last_seen_at = now() from person where session.id = ${sessionId} and session.user_id = person.id
  `.execute(db)
}
