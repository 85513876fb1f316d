import type { FastifyInstance } from 'fastify'
import { albumEndpoints, type Album } from '#contract/albums.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { followMerges } from '../taxonomy/merge-queries.ts'
import { actOnAlbum, purgeAlbum } from './album-action-commands.ts'
import { bulkAlbums } from './album-bulk-commands.ts'
import { createAlbum, editAlbum } from './album-commands.ts'
import { movePhotos, sortPhotos } from './album-order-commands.ts'
import { addPhotos, removePhotos } from './album-photo-commands.ts'
import { listPhotos } from './album-photo-queries.ts'
import { findAlbum, findAlbumVersion, listAlbums } from './album-queries.ts'
import { editPhoto, writeTexts } from './album-text-commands.ts'
import { transferPhotos } from './album-transfer-commands.ts'
import { findAlbumUses } from './album-use-queries.ts'

export function albumRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  const view = async (actor: Actor, id: string): Promise<Album> => {
    const album = await findAlbum(db, actor, id)
    if (!album) throw new ProblemError('not_found')
    return album
  }
  const e = albumEndpoints

  serveRead(app, e.list, async ({ actor, query, db }) => {
    // A filter that was kept may name an author who was merged since.
    const [photographer] = query.photographer ? await followMerges(db, 'author', [query.photographer]) : []
    return listAlbums(db, actor, { ...query, ...(photographer && { photographer }) })
  })
  serve(app, e.view, ({ actor, params }) => view(actor, params.id))
  serveCreate(app, e.create, { create: (actor, body, id) => createAlbum(services, actor, body, id), view })
  serve(app, e.edit, ({ actor, params, body }) => editAlbum(services, actor, params.id, body))
  serve(app, e.remove, async ({ actor, params }) => {
    await actOnAlbum(services, actor, params.id, 'trash')
  })
  for (const action of ['publish', 'unpublish', 'archive', 'trash', 'restore'] as const)
    serve(app, e[action], ({ actor, params, body }) => actOnAlbum(services, actor, params.id, action, body.version))
  serve(app, e.bulk, ({ actor, body }) => bulkAlbums(services, actor, body))
  serve(app, e.purge, ({ actor, params, body }) => purgeAlbum(services, actor, params.id, body.version))
  serve(app, e.uses, async ({ actor, params }) => {
    await view(actor, params.id)
    return findAlbumUses(db, params.id, actor)
  })

  serve(app, e.photos, ({ actor, params, query }) =>
    // One snapshot, so that the version is that of these photos.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const version = await findAlbumVersion(trx, actor, params.id)
        if (version === undefined) throw new ProblemError('not_found')
        return { version, ...(await listPhotos(trx, params.id, query.after, query.limit)) }
      }),
  )
  serve(app, e.addPhotos, ({ actor, params, body }) => addPhotos(services, actor, params.id, body))
  serve(app, e.movePhotos, ({ actor, params, body }) => movePhotos(services, actor, params.id, body))
  serve(app, e.sortPhotos, ({ actor, params, body }) => sortPhotos(services, actor, params.id, body))
  serve(app, e.writeTexts, ({ actor, params, body }) => writeTexts(services, actor, params.id, body))
  serve(app, e.editPhoto, ({ actor, params, body }) => editPhoto(services, actor, params.id, params.photo, body))
  serve(app, e.removePhotos, ({ actor, params, body }) => removePhotos(services, actor, params.id, body.photos))
  serve(app, e.transferPhotos, ({ actor, params, body }) => transferPhotos(services, actor, params.id, body))
}
