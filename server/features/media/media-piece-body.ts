import type { FastifyInstance } from 'fastify'
import { UPLOAD_PIECE_MAX_BYTES } from '#contract/media-uploads.ts'
import { ProblemError } from '../../http/problem-error.ts'

/** Pieces held in memory at once. */
const PIECES_MAX = 24

/** Raw bodies for this scope only, each read whole before anybody sees it: what is cut never arrives. */
export function acceptPieces(scope: FastifyInstance) {
  let receiving = 0
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: UPLOAD_PIECE_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.actor) return done(null, payload)
    if (receiving >= PIECES_MAX) return done(new ProblemError('busy', { retryAfter: 2 }))
    receiving += 1
    reply.raw.once('close', () => (receiving -= 1))
    done(null, payload)
  })
}

/** @throws ProblemError unsupported_media_type, invalid_input */
export function pieceOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new ProblemError('unsupported_media_type')
  if (body.length === 0)
    throw new ProblemError('invalid_input', {
      fields: [{ path: 'file', code: 'empty', message: 'the piece is empty' }],
    })
  return body
}
