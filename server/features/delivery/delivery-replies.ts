import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { invalidField } from '../../http/problem-error.ts'

/** Readers may see a change this many seconds late, and a little longer while the new answer is fetched. */
const CACHE = 'public, max-age=30, stale-while-revalidate=300'

/** The answer, or 304 when the caller has it already. */
export function cached<T extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: T,
  cacheControl = CACHE,
): T | FastifyReply {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 27)}"`
  // What was read with a key is not for a shared cache.
  const cacheFor = request.headers.authorization ? cacheControl.replace('public', 'private') : cacheControl
  reply.headers({ etag, 'cache-control': cacheFor, 'cross-origin-resource-policy': 'cross-origin' })
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^(W\/)?/, 'W/'))
  return known.includes(etag) || known.includes('W/*') ? reply.code(304).send() : answer
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
