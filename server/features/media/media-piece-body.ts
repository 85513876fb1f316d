import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { UPLOAD_PIECE_MAX_BYTES } from '#contract/media-uploads.ts'
import type { Actor } from '../../http/actor.ts'
import { createPersonQueue } from '../../http/person-queue.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { FileTooLargeError, receiveFile } from '../../storage/temporary-file.ts'
import { underWay } from './upload-slots.ts'

/** Pieces in memory at once; the driver holds each several times over. */
const withPieceSlot = createPersonQueue({ running: 4, runningEach: 2, waiting: 256, waitingEach: 64 })

/** Raw bodies for this scope only, handed on unread. */
export function acceptPieces(scope: FastifyInstance) {
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
}

/**
 * Receives the piece whole before anyone sees it: what is cut never arrives, and what comes slowly holds no turn.
 * @throws ProblemError unsupported_media_type, invalid_input, too_large, busy
 */
export async function withPiece<T>(
  { actor, body, folder }: { actor: Actor; body: unknown; folder: string },
  handle: (piece: Buffer) => Promise<T>,
): Promise<T> {
  if (!(body instanceof Readable)) throw new ProblemError('unsupported_media_type')
  return underWay(actor, async () => {
    const file = await receiveFile(body, { folder, maxBytes: UPLOAD_PIECE_MAX_BYTES }).catch((error: unknown) => {
      throw asProblem(error)
    })
    try {
      if (file.bytes === 0)
        throw new ProblemError('invalid_input', {
          fields: [{ path: 'file', code: 'empty', message: 'the piece is empty' }],
        })
      return await withPieceSlot(actor.id, async () => handle(await file.read()))
    } finally {
      await file.close()
    }
  })
}

function asProblem(error: unknown): unknown {
  if (error instanceof FileTooLargeError) return new ProblemError('too_large')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' ? new ProblemError('invalid_input', { detail: 'The sender is gone' }) : error
}
