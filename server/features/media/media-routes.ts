import type { FastifyInstance } from 'fastify'
import { Media, mediaEndpoints } from '#contract/media.ts'
import { reach } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { askerOf, editMedia, removeMedia, storeImage } from './media-commands.ts'
import { findMedia, listMedia } from './media-queries.ts'
import { acceptUploads, withUpload } from './media-upload.ts'
import { findMediaUses } from './media-use-queries.ts'

export function mediaRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, mediaEndpoints.list, ({ query, actor }) => listMedia(db, query, askerOf(actor)))
  serve(app, mediaEndpoints.view, async ({ params, actor }) => {
    const media = await findMedia(db, params.id, askerOf(actor))
    if (!media) throw new ProblemError('not_found')
    return media
  })
  serve(app, mediaEndpoints.uses, async ({ params, actor }) => {
    if (!(await findMedia(db, params.id, askerOf(actor)))) throw new ProblemError('not_found')
    return findMediaUses(db, params.id, { id: actor.id, scope: reach(actor, 'articles.read') })
  })
  serve(app, mediaEndpoints.edit, ({ params, body, actor }) => editMedia(db, actor, params.id, body))
  serve(app, mediaEndpoints.remove, ({ params, actor }) => removeMedia(db, actor, params.id))

  app.register(async (scope) => {
    await acceptUploads(scope)
    serve(
      scope,
      mediaEndpoints.upload,
      ({ actor, request, reply }) =>
        withUpload(request, reply, async (image) => {
          const { media, existing } = await storeImage(services, actor, image)
          // serve() takes an answer without a status for a new entity, so this one leaves by itself.
          return existing ? reply.code(200).send(Media.parse({ ...media, existing })) : media
        }),
      { handlerTimeout: 180_000, config: { bodySeconds: 120 } },
    )
  })
}
