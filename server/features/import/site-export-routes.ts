import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { siteExportEndpoints, type SiteExport } from '#contract/site-exports.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { exportFileName, exportPath, removeSiteExport, startSiteExport } from './site-export-commands.ts'
import { findExport, listExports, type StoredExport } from './site-export-queries.ts'

export function siteExportRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  // By the file: a container that was made again has another name and may have the same volume.
  const sizeHere = async ({ id, status, detail }: StoredExport) => {
    const size = status === 'done' ? (await stat(exportPath(services, id)).catch(() => undefined))?.size : undefined
    return size === detail.export?.bytes ? size : undefined
  }
  const view = async (run: StoredExport): Promise<SiteExport> => {
    const { id, status, createdAt, actorId, actorName, finishedAt, detail, done, total, until, failure } = run
    const { versions, isPacking, bytes, host } = detail.export!
    return {
      id,
      status,
      createdAt,
      createdBy: actorId ? { id: actorId, name: actorName ?? '' } : null,
      finishedAt,
      versions,
      isPacking,
      done,
      total,
      fileName: exportFileName(run),
      bytes,
      until: until && new Date(until).toISOString(),
      host,
      isHere: (await sizeHere(run)) !== undefined,
      code: failure,
    }
  }
  serve(app, siteExportEndpoints.list, async () => ({ items: await Promise.all((await listExports(db)).map(view)) }))
  serve(app, siteExportEndpoints.start, async ({ actor, body }) => {
    const run = await findExport(db, await startSiteExport(services, actor, body.versions))
    if (!run) throw new ProblemError('not_found')
    return view(run)
  })
  serve(
    app,
    siteExportEndpoints.download,
    async ({ actor, params, reply }) => {
      const run = await findExport(db, params.id)
      const bytes = run && (await sizeHere(run))
      if (!run || bytes === undefined) throw new ProblemError('file_gone')
      const name = exportFileName(run)
      await recordAudit(db, actor, {
        action: 'export',
        entityType: 'site_export',
        entityId: run.id,
        entityTitle: name,
      })
      return (
        reply
          .type('application/octet-stream')
          .header('cache-control', 'no-store')
          // A proxy that buffers the reply reads nothing for minutes: that looks like a client that went away.
          .header('x-accel-buffering', 'no')
          .header('content-length', bytes)
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(createReadStream(exportPath(services, run.id)))
      )
    },
    { compress: false },
  )
  serve(app, siteExportEndpoints.remove, ({ actor, params }) => removeSiteExport(services, actor, params.id))
}
