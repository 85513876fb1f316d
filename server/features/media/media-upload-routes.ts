import type { FastifyInstance } from 'fastify'
import { mediaUploadEndpoints } from '#contract/media-uploads.ts'
import { Media } from '#contract/media.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { finishUpload } from './media-finish-commands.ts'
import { acceptPieces, withPiece } from './media-piece-body.ts'
import { appendPiece, beginUpload, cancelUpload, findUpload } from './media-piece-commands.ts'
import { longRunning } from './media-routes.ts'
import { underWay, uploadFolder } from './upload-slots.ts'

export function mediaUploadRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, mediaUploadEndpoints.begin, ({ actor, body }) => beginUpload(services, actor, body))
  serve(app, mediaUploadEndpoints.view, ({ actor, params }) => findUpload(db, actor, params.id))
  serve(app, mediaUploadEndpoints.cancel, ({ actor, params }) => cancelUpload(db, actor, params.id))
  serve(
    app,
    mediaUploadEndpoints.finish,
    ({ actor, params, reply }) =>
      underWay(actor, async () => {
        const { media, existing } = await finishUpload(services, actor, params.id)
        // As with an upload in one request: what is there already is no new entity.
        return existing ? reply.code(200).send(Media.parse({ ...media, existing })) : media
      }),
    longRunning,
  )
  app.register(async (scope) => {
    acceptPieces(scope)
    serve(
      scope,
      mediaUploadEndpoints.append,
      ({ actor, params, query, request }) =>
        withPiece({ actor, body: request.body, folder: uploadFolder(services) }, (piece) =>
          appendPiece(services, actor, params.id, query.offset, piece),
        ),
      { handlerTimeout: 150_000, config: { bodySeconds: 120 } },
    )
  })
}
