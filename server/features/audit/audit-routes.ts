import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { auditEndpoints, type AuditEvent } from '#contract/audit.ts'
import { asCsvFile, csvParts, type CsvRow } from '../../http/csv-rules.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from './audit-commands.ts'
import { auditPages, findAudit, findAuditChain, listAudit } from './audit-queries.ts'
import { checkAudit, sealAudit } from './audit-seal-commands.ts'

/** The check reads the whole log. */
const CHECK_MS = 120_000

export function auditRoutes(app: FastifyInstance, { db }: Services) {
  serveRead(app, auditEndpoints.list, ({ query, db: from }) => listAudit(from, query))
  serveRead(app, auditEndpoints.chain, ({ db: from }) => findAuditChain(from))
  serve(
    app,
    auditEndpoints.check,
    async () => {
      await sealAudit(db)
      await checkAudit(db)
      return findAuditChain(db)
    },
    { handlerTimeout: CHECK_MS },
  )
  serve(app, auditEndpoints.export, async ({ actor, body, reply }) => {
    await recordAudit(db, actor, {
      action: 'export',
      entityType: 'audit_log',
      entityId: null,
      entityTitle: '',
      after: body,
    })
    return asCsvFile(reply, 'audit').send(Readable.from(csvParts(csvRows(auditPages(db, body)))))
  })
  serveRead(app, auditEndpoints.one, async ({ params, db: from }) => {
    const found = await findAudit(from, params.id)
    if (!found) throw new ProblemError('not_found')
    return found
  })
}

const HEAD: CsvRow = ['time', 'person', 'personId', 'action', 'type', 'item', 'itemId', 'address', 'details']

async function* csvRows(pages: AsyncIterable<AuditEvent[]>): AsyncGenerator<CsvRow[]> {
  yield [HEAD]
  for await (const events of pages)
    yield events.map(({ at, actor, action, type, title, entityId, ip, details }) => [
      at,
      actor?.name ?? null,
      actor?.id ?? null,
      action,
      type,
      title,
      entityId,
      ip,
      // As JSON: what the sentence of the list says beyond the action has other names for each of them.
      Object.keys(details).length > 0 ? JSON.stringify(details) : null,
    ])
}
