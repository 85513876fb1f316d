import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { statusOf, type Endpoint } from '#contract/endpoint.ts'
import { retryRead } from '../db/errors.ts'
import type { Tables } from '../db/tables.ts'
import { requirePermission, type Actor } from './actor.ts'
import { withinTime } from './handler-time-limit.ts'
import { soonOrLate } from './late-reply.ts'
import { readFrom } from './read-source.ts'
import { replySchema } from './reply-serializer.ts'
import { withSearchSlot } from './search-slots.ts'

type Part<T> = T extends z.ZodType ? z.output<T> : undefined
type Asked<E extends Endpoint> = {
  params: Part<E['params']>
  query: Part<E['query']>
  body: Part<E['body']>
  actor: E['access'] extends 'public' ? Actor | null : Actor
  request: FastifyRequest
  reply: FastifyReply
}
type AskedToRead<E extends Endpoint> = Asked<E> & {
  /** The replica or the primary; what it answers may be some seconds old, but never lacks the caller's own changes. */
  db: Kysely<Tables>
}
type Answer<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : void
type Handler<E extends Endpoint> = (asked: Asked<E>) => Promise<Answer<E> | FastifyReply>
type Reader<E extends Endpoint> = (asked: AskedToRead<E>) => Promise<Answer<E> | FastifyReply>
export type Limits = {
  bodyLimit?: number
  handlerTimeout?: number
  /** How long a client may stop reading a long reply before the connection is closed. */
  silentTimeout?: number
  config?: { bodySeconds?: number; changesNoReads?: true }
  compress?: false
  /** Before the body is read. @throws ProblemError to refuse the call */
  onCall?: (request: FastifyRequest) => void
  /** Before the body is read, after `onCall`: the call may be made to wait. */
  preParsing?: () => Promise<void>
  /** A call with invalid input is not refused: its handler has `request.validationError`, and the input as it came. */
  attachValidation?: true
  onResponse?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The handler needs several connections and takes a search turn for each. */
  takesTurns?: true
}

const known = new Set(Object.values(allEndpoints).flatMap((group) => Object.values(group)))
/** How long a handler may work. Uploads ask for more. */
const HANDLER_TIMEOUT = 15_000
/** Changing ten thousand articles takes seconds, several hundred thousand minutes; others save meanwhile. */
const ASYNC_TIMEOUT = 1_200_000
const nothing = z.strictObject({})
/** Compiled replies are not compared with their schema; tests do. */
const checksReplies = process.env['NODE_ENV'] === 'test'
/** A list that can be searched may cost a whole statement time limit. */
const isSearch = (e: Endpoint) => e.method === 'GET' && e.path.startsWith('/api/') && 'q' in (e.query?.shape ?? {})

/**
 * Mounts one contract endpoint: permission first, then input (400 with the field named), one call,
 * and a reply that cannot carry more than its schema.
 */
export function serve<E extends Endpoint>(app: FastifyInstance, e: E, handle: Handler<E>, limits: Limits = {}) {
  if (!known.has(e)) throw new Error(`${e.method} ${e.path} is not in allEndpoints`)
  const status = statusOf(e)
  const { respondsAsync = false } = e
  const ownTimeout = respondsAsync ? ASYNC_TIMEOUT : HANDLER_TIMEOUT
  const { handlerTimeout = ownTimeout, silentTimeout, takesTurns = false, onCall, ...routeOptions } = limits
  const searches = isSearch(e) && !takesTurns
  const written = e.reply && replySchema(e.reply)
  app.route({
    method: e.method,
    url: e.path,
    ...routeOptions,
    ...(written && { serializerCompiler: written.serializerCompiler }),
    schema: {
      ...(e.params && { params: e.params }),
      querystring: e.query ?? nothing,
      ...(e.body && { body: e.body }),
      ...(written && { response: { [status]: written.schema } }),
    },
    onRequest: (request, _reply, done) => {
      requirePermission(request, e.access)
      onCall?.(request)
      done()
    },
    handler: async (request, reply) => {
      const { params, query, body, actor } = request
      const asked = { params, query, body, actor, request, reply } as Asked<E>
      // A GET only reads. Unless its reply has begun, it may run again.
      const once = () => handle(asked)
      const run = () => (e.method === 'GET' ? retryRead(once) : once())
      const work = () => (searches ? withSearchSlot(actor?.id ?? request.ip, run) : run())
      const answer = await (respondsAsync
        ? soonOrLate(request, reply, withinTime(handlerTimeout, work), (answer) => ({
            status,
            body: written ? written.serializerCompiler({ method: e.method, url: e.path })(answer) : null,
          }))
        : withinTime(handlerTimeout, work, reply.raw, silentTimeout))
      if (reply.sent) return reply
      if (answer === reply) return reply
      if (reply.statusCode === 200) reply.code(status)
      if (checksReplies && e.reply) z.encode(e.reply, answer as never)
      return e.reply ? answer : reply.send()
    },
  })
}

/** As `serve`, for a read that a replica may answer: lists, searches, and what the outside site reads. It must not write. */
export function serveRead<E extends Endpoint & { method: 'GET' }>(
  app: FastifyInstance,
  e: E,
  handle: Reader<E>,
  limits: Limits = {},
) {
  const part = e.path.startsWith('/content/') ? 'deliveryDb' : 'db'
  serve(app, e, (asked) => readFrom(asked.request, part, (db) => handle({ ...asked, db })), limits)
}
