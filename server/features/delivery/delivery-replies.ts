import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { ChangeNotices } from '../../db/change-notices.ts'
import { invalidField } from '../../http/problem-error.ts'
import { createKeptReplies, type ReplyBytes } from './kept-replies.ts'

/** Readers may see a change this many seconds late, and a little longer while the new answer is fetched. */
const CACHE = 'public, max-age=30, stale-while-revalidate=300'

/** The answer, or 304 when the caller has it already. */
export const cached = <T extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: T,
  cacheControl = CACHE,
): T | FastifyReply => sendBody(request, reply, bodyOf(reply, answer), cacheControl)

/** As the schema of the route writes it. */
function bodyOf(reply: FastifyReply, answer: object): ReplyBytes {
  const bytes = Buffer.from(reply.serialize(answer) as string)
  return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
}

function sendBody(request: FastifyRequest, reply: FastifyReply, { etag, bytes }: ReplyBytes, cacheControl: string) {
  // What was read with a key is not for a shared cache.
  const cacheFor = request.headers.authorization ? cacheControl.replace('public', 'private') : cacheControl
  reply.headers({ etag, 'cache-control': cacheFor, 'cross-origin-resource-policy': 'cross-origin' })
  const sent = request.headers['if-none-match']
  const known = sent?.split(',').map((tag) => tag.trim().replace(/^(W\/)?/, 'W/'))
  if (known?.includes(etag) || known?.includes('W/*')) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}

/** Replies that this process keeps until something changes that readers see. */
export type DeliveryReplies = <T extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<T>,
) => Promise<T | FastifyReply>

const KEPT_MS = 30_000
const MOST_BYTES = 64 * 1024 * 1024
/** These change working copies only; all other writes to this process drop what is kept before they are answered. */
const UNSEEN = new Set(['POST /api/articles', 'PATCH /api/articles/:id'])

/**
 * Answers from memory while nothing has changed: without a query. A notice of the database drops everything, in every
 * process.
 * @param keeps false where a replica answers, which may not have the change yet that a notice tells of
 */
export function keepReplies(app: FastifyInstance, notices: ChangeNotices, keeps: boolean): DeliveryReplies {
  const kept = createKeptReplies(KEPT_MS, MOST_BYTES)
  // What was asked before a drop is not kept after it.
  let drops = 0
  const drop = () => {
    drops += 1
    kept.clear()
  }
  notices.on('delivery', drop)
  app.addHook('onSend', async ({ method, routeOptions: { url = '' } }) => {
    if (method !== 'GET' && method !== 'HEAD' && !url.startsWith('/content/') && !UNSEEN.has(`${method} ${url}`)) drop()
  })

  return async (request, reply, make) => {
    if (!keeps || !notices.isLive()) return cached(request, reply, await make())
    const known = kept.find(request.url)
    if (known) return sendBody(request, reply, known, CACHE)
    const before = drops
    const body = bodyOf(reply, await make())
    if (drops === before && notices.isLive()) kept.keep(request.url, body)
    return sendBody(request, reply, body, CACHE)
  }
}

/** The place that a cursor means. @throws ProblemError 400 for a cursor that is not one of ours */
export function placeOf<Place>(
  cursor: string | undefined,
  read: (cursor: string) => Place | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined
  const place = read(cursor)
  if (place === undefined) throw invalidField('cursor', 'invalid', 'is not one of ours')
  return place
}
