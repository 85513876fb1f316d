import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../http/problem-error.ts'
import { readFrom } from '../../http/read-source.ts'
import type { Services } from '../../services.ts'
import { findMediaFile } from './media-queries.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The public bytes of pictures. An address that names the version of the file never changes its content and may be kept
 * forever; the bare address is asked again each time, so that a replaced picture is seen at once.
 */
export function serveMediaFiles(
  app: FastifyInstance,
  { deliveryDb: db, storage }: Pick<Services, 'deliveryDb' | 'storage'>,
) {
  app.get<{ Params: { id: string; file: string }; Querystring: { v?: unknown } }>(
    '/media/:id/:file',
    async (request, reply) => {
      const { id, file } = request.params
      // The row knows its file names; whatever else is asked for, a path up included, is not among them.
      const { v } = request.query
      const find = (on: Services['db']) => findMediaFile(on, id, file)
      const copied = ID.test(id) ? await readFrom(request, 'deliveryDb', find) : undefined
      // A picture that was stored just now is shown at once: its address names no person whose change it is.
      const isCurrent = copied && (v === undefined || v === String(copied.fileVersion))
      const found = isCurrent || !ID.test(id) ? copied : await find(db)
      if (!found) throw new ProblemError('not_found')

      const headers = {
        etag: found.etag,
        'cache-control': v === String(found.fileVersion) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        // The outside site shows these pictures, and so does the sandboxed preview.
        'cross-origin-resource-policy': 'cross-origin',
      }
      if (matches(request.headers['if-none-match'], found.etag)) return reply.headers(headers).code(304).send()
      const stored = await storage.open(found.key)
      if (!stored) {
        request.log.error({ key: found.key }, 'a media file is missing in storage')
        throw new ProblemError('not_found')
      }
      // Only now, so that a failure is not cached for a year.
      reply.headers(headers)
      return reply.type(found.type).header('content-length', stored.bytes).send(stored.stream)
    },
  )
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined && header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
