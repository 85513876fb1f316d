import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionEndpoints, type Locale } from '#contract/session.ts'
import { withConstantTimePadding } from '../../http/constant-time-padding.ts'
import { plainAddress } from '../../http/network.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import type { NoteRefusal } from '../audit/audit-refusals.ts'
import { relyingPartyOf } from '../second-step/relying-party-rules.ts'
import { register, viewInvitation } from './registration-commands.ts'
import { confirmReset, requestReset } from './reset-commands.ts'
import { signIn, signOut, type From } from './session-commands.ts'
import { viewSession, viewSetup } from './session-queries.ts'

// A reply with a secret in it is not compressed: its length would tell about it.
const secret = { compress: false } as const

export function sessionRoutes(app: FastifyInstance, { db, config }: Services, noteRefusal: NoteRefusal) {
  const passkeyOrigin = relyingPartyOf(config)?.origin ?? null
  serve(app, sessionEndpoints.setup, async () => {
    const { setup, hasPasskeys } = await viewSetup(db)
    return {
      ...setup,
      sendsMail: config.smtpUrl !== undefined,
      editorHomeUrl: config.editorHomeUrl,
      passkeyOrigin: hasPasskeys ? passkeyOrigin : null,
      version,
    }
  })
  serve(
    app,
    sessionEndpoints.signIn,
    ({ body, request }) => withConstantTimePadding(() => signIn(db, body, fromOf(request), noteRefusal, passkeyOrigin)),
    secret,
  )
  serve(app, sessionEndpoints.view, async ({ actor }) => {
    const session = await viewSession(db, actor.sessionId)
    if (!session) throw new ProblemError('not_signed_in')
    return session
  })
  serve(app, sessionEndpoints.signOut, ({ actor }) => signOut(db, actor))
  serve(app, sessionEndpoints.register, ({ body, request }) =>
    withConstantTimePadding(() => register(db, body, { ip: request.ip, locale: localeOf(request) })),
  )
  serve(
    app,
    sessionEndpoints.invitation,
    ({ body, request }) => viewInvitation(db, body.invitation, request.ip),
    secret,
  )
  serve(app, sessionEndpoints.requestReset, async ({ body, request }) => {
    await withConstantTimePadding(() => requestReset(db, body.email, request.ip))
    return {}
  })
  serve(app, sessionEndpoints.confirmReset, ({ body, request }) =>
    confirmReset(db, body.token, body.password, request.ip),
  )
}

export const fromOf = (request: FastifyRequest): From => ({
  ip: plainAddress(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
})

/** What the browser asks for first; people change it in their profile. */
const localeOf = (request: FastifyRequest): Locale =>
  /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh-CN' : 'en'
