import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { lateReplyEndpoints } from '#contract/late-replies.ts'
import type { Tables } from '../db/tables.ts'
import { ASK_AGAIN, GONE_AFTER } from './late-reply.ts'
import { ProblemError } from './problem-error.ts'
import { serve } from './serve.ts'

export function lateReplyRoutes(app: FastifyInstance, db: Kysely<Tables>) {
  app.decorate('lateWork', new Set<Promise<void>>())
  app.addHook('onClose', async () => void (await Promise.all(app.lateWork)))
  serve(app, lateReplyEndpoints.view, async ({ actor, params, reply }) => {
    const found = await db
      .selectFrom('lateReply')
      .select(['status', 'body', sql<boolean>`seen_at < now() - ${GONE_AFTER}`.as('isGone')])
      .where('id', '=', params.id)
      .where('userId', '=', actor.id)
      .executeTakeFirst()
    if (!found) throw new ProblemError('not_found')
    const { status, body, isGone } = found
    if (status === null) {
      if (isGone) throw new ProblemError('busy', { detail: 'The server ended while it worked on this' })
      return reply.code(202).header('retry-after', ASK_AGAIN).send()
    }
    if (body === null) return reply.code(status).send()
    return reply
      .code(status)
      .type(status < 400 ? 'application/json' : 'application/problem+json')
      .send(body)
  })
}
