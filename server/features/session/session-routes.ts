import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionEndpoints } from '#contract/session.ts'
import { plainAddress } from '../../http/network.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { signIn, signOut, type From } from './session-commands.ts'
import { viewSession, viewSetup } from './session-queries.ts'

// A reply with a secret in it is not compressed: its length would tell about it.
const secret = { compress: false } as const

export function sessionRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, sessionEndpoints.setup, async () => ({
    ...(await viewSetup(db)),
    editorHomeUrl: config.editorHomeUrl,
    version: version,
  }))
  serve(app, sessionEndpoints.signIn, ({ body, request }) => signIn(db, body, fromOf(request)), secret)
  serve(app, sessionEndpoints.view, async ({ actor }) => {
    const session = await viewSession(db, actor.sessionId)
    if (!session) throw new ProblemError('not_signed_in')
    return session
  })
  serve(app, sessionEndpoints.signOut, ({ actor }) => signOut(db, actor))
}

export const fromOf = (request: FastifyRequest): From => ({
  ip: plainAddress(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
})
