import type { FastifyInstance } from 'fastify'
import { adEndpoints } from '#contract/ads.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actOnAd, purgeAd } from './ad-action-commands.ts'
import { bulkAds } from './ad-bulk-commands.ts'
import { createAd, editAd } from './ad-commands.ts'
import { duplicateAd } from './ad-duplicate-commands.ts'
import { adTable } from './ad-export-queries.ts'
import { FILE_ADS_MOST, findAdvertisers, listAds } from './ad-list-queries.ts'
import { findAd, findAdRow } from './ad-queries.ts'
import { restoreAdRevision } from './ad-revision-commands.ts'
import { findAdRevision, listAdRevisions } from './ad-revision-queries.ts'
import { adViewer } from './ad-viewer-queries.ts'
import { sendCsv } from '../../http/csv-rules.ts'

export function adRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  const viewerOf = (actor: Actor) => adViewer(services, actor)
  const requireAd = async (id: string) => {
    if (!(await findAdRow(db, id))) throw new ProblemError('not_found')
  }
  const e = adEndpoints

  serveRead(app, e.list, async ({ actor, query, db: from }) => listAds(from, await viewerOf(actor), query))
  serveRead(app, e.exportList, async ({ actor, query: { locale, ...filter }, reply, db: from }) => {
    const rows = await adTable(from, await viewerOf(actor), filter, locale)
    if (!rows) throw tooManyAds()
    return sendCsv(reply, 'ads', rows)
  })
  serveRead(app, e.advertisers, async ({ query, db: from }) => ({ items: await findAdvertisers(from, query.q ?? '') }))
  const view = async (actor: Actor, id: string) => {
    const ad = await findAd(db, await viewerOf(actor), id)
    if (!ad) throw new ProblemError('not_found')
    return ad
  }
  serve(app, e.view, ({ actor, params }) => view(actor, params.id))
  serveCreate(app, e.create, { create: (actor, body, id) => createAd(services, actor, body, id), view })
  serve(app, e.edit, ({ actor, params, body }) => editAd(services, actor, params.id, body))
  serve(app, e.remove, async ({ actor, params }) => {
    await actOnAd(services, actor, params.id, 'trash')
  })
  for (const action of [
    'submit',
    'withdraw',
    'approve',
    'discard',
    'pause',
    'resume',
    'end',
    'archive',
    'trash',
    'restore',
  ] as const)
    serve(app, e[action], ({ actor, params, body }) => actOnAd(services, actor, params.id, action, body))
  serve(app, e.reject, ({ actor, params, body }) => actOnAd(services, actor, params.id, 'reject', body))
  serve(app, e.extend, ({ actor, params, body }) => actOnAd(services, actor, params.id, 'extend', body))
  serveCreate(app, e.duplicate, {
    create: (actor, { name }, copyId, { id }) => duplicateAd(services, actor, id, { name, copyId }),
    view,
  })
  serve(app, e.bulk, ({ actor, body }) => bulkAds(services, actor, body))
  serve(app, e.purge, ({ actor, params, body }) => purgeAd(services, actor, params.id, body.version))
  serve(app, e.revisions, async ({ params }) => {
    await requireAd(params.id)
    return { items: await listAdRevisions(db, params.id) }
  })
  serve(app, e.revision, async ({ params }) => {
    const revision = await findAdRevision(db, params.id, params.revision)
    if (!revision) throw new ProblemError('not_found')
    return revision
  })
  serve(app, e.restoreRevision, ({ actor, params, body }) =>
    restoreAdRevision(services, actor, params.id, params.revision, body.version),
  )
}

/** A file or a report leaves out none of the ads. */
export const tooManyAds = () =>
  invalidField('q', 'too_many_matches', `more than ${FILE_ADS_MOST} ads match; ask for fewer`)
