import type { FastifyInstance } from 'fastify'
import { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import { Media, mediaEndpoints } from '#contract/media.ts'
import { may, reach } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { writeManyTexts } from './media-bulk-commands.ts'
import { storeFromAddress } from './media-address-commands.ts'
import { editMedia, storeImage } from './media-commands.ts'
import { replaceWithUpload } from './media-finish-commands.ts'
import { listMedia } from './media-list-queries.ts'
import { askerOf } from './media-row-commands.ts'
import { transformMedia } from './media-transform-commands.ts'
import { purgeMedia, restoreMedia, trashManyMedia, trashMedia } from './media-trash-commands.ts'
import { acceptUploads, withUpload } from './media-upload.ts'
import { findPreviewFile } from './media-queries.ts'
import { findMediaUses } from './media-use-queries.ts'
import { findMediaOrTrashed } from './media-view-queries.ts'
import { underWay, uploadFolder } from './upload-slots.ts'

/** Fifty megapixels may wait their turn behind others. */
export const longRunning = { handlerTimeout: 180_000, config: { bodySeconds: 120 } }

export function mediaRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serveRead(app, mediaEndpoints.list, ({ query, actor, db }) => listMedia(db, query, askerOf(actor)))
  serve(app, mediaEndpoints.view, async ({ params, actor }) => {
    const media = await findMediaOrTrashed(db, params.id, askerOf(actor))
    if (!media) throw new ProblemError('not_found')
    return media
  })
  serve(app, mediaEndpoints.preview, async ({ params, query, actor, reply }) => {
    const file = await findPreviewFile(db, params.id, query.size, askerOf(actor))
    const stored = file && (await services.storage.open(file.key))
    if (!file || !stored) throw new ProblemError('not_found')
    return reply
      .headers({
        // What is in the trash must not be cached, by this browser or a proxy.
        'cache-control': 'private, no-store',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-length': stored.bytes,
      })
      .type(file.type)
      .send(stored.stream)
  })
  serve(app, mediaEndpoints.uses, async ({ params, actor }) => {
    if (!(await findMediaOrTrashed(db, params.id, askerOf(actor)))) throw new ProblemError('not_found')
    return findMediaUses(db, params.id, {
      id: actor.id,
      scope: reach(actor, 'articles.read'),
      readsAds: may(actor, 'ads.write'),
    })
  })
  serve(
    app,
    mediaEndpoints.fromAddress,
    ({ actor, body, reply }) =>
      underWay(actor, async () => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort(new ProblemError('invalid_input', { detail: 'The sender is gone' })))
        const { media, existing } = await storeFromAddress(services, actor, body.address, gone.signal)
        return existing ? reply.code(200).send(Media.parse({ ...media, existing })) : media
      }),
    longRunning,
  )
  serve(app, mediaEndpoints.edit, ({ params, body, actor }) => editMedia(db, actor, params.id, body))
  serve(
    app,
    mediaEndpoints.replace,
    ({ params, body, actor }) =>
      underWay(actor, () => replaceWithUpload(services, actor, { id: params.id, ...body }, body.upload)),
    longRunning,
  )
  serve(
    app,
    mediaEndpoints.transform,
    ({ params, body, actor }) => underWay(actor, () => transformMedia(services, actor, params.id, body)),
    longRunning,
  )
  serve(app, mediaEndpoints.remove, async ({ params, actor }) => {
    await trashMedia(services, actor, params.id)
  })
  serve(app, mediaEndpoints.trash, ({ params, body, actor }) => trashMedia(services, actor, params.id, body.version))
  serve(app, mediaEndpoints.restore, ({ params, body, actor }) =>
    restoreMedia(services, actor, params.id, body.version),
  )
  serve(app, mediaEndpoints.purge, ({ params, body, actor }) => purgeMedia(services, actor, params.id, body.version))
  serve(app, mediaBulkEndpoints.texts, ({ body, actor }) => writeManyTexts(services, actor, body))
  serve(app, mediaBulkEndpoints.trash, ({ body, actor }) => trashManyMedia(services, actor, body.ids))

  app.register(async (scope) => {
    await acceptUploads(scope)
    serve(
      scope,
      mediaEndpoints.upload,
      ({ actor, request, reply }) =>
        withUpload({ actor, request, reply, folder: uploadFolder(services) }, async (image) => {
          const { media, existing } = await storeImage(services, actor, image)
          // serve() takes an answer without a status for a new entity, so this one leaves by itself.
          return existing ? reply.code(200).send(Media.parse({ ...media, existing })) : media
        }),
      longRunning,
    )
  })
}
