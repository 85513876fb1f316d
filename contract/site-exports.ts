import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { problemCodes } from './problems.ts'

/** How long the file of an export is kept. */
export const EXPORT_KEPT_HOURS = 24

/** An export of all content, made by a job: the file that `npm run export` writes. */
export const SiteExport = z.object({
  id: Id,
  status: z.enum(['running', 'done', 'failed']),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef.nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Earlier versions of articles are in it. */
  versions: z.boolean(),
  /** Everything was read, and is being put into one file. */
  isPacking: z.boolean(),
  /** Items read, or files packed, of about so many. */
  done: z.int(),
  total: z.int(),
  fileName: z.string(),
  bytes: z.int().nullable(),
  /** Until when the file is kept; null where there is none. */
  until: z.iso.datetime().nullable(),
  /** The machine that has the file. */
  host: z.string(),
  /** The file is on the machine that answers. */
  isHere: z.boolean(),
  /** Why it failed; null where it did not. */
  code: z.enum(problemCodes).nullable(),
})
export type SiteExport = z.output<typeof SiteExport>

const access = 'import.run'
export const siteExportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/exports',
    summary: 'Exports of all content of the last day, the newest first',
    access,
    reply: z.object({ items: z.array(SiteExport) }),
  }),
  /** One at a time: in_progress. */
  start: endpoint({
    method: 'POST',
    path: '/api/exports',
    summary: 'Export all content into a file; a job does it',
    access,
    body: z.strictObject({ versions: z.boolean() }),
    reply: SiteExport,
    status: 202,
  }),
  /** A POST, because it leaves a line in the audit log. */
  download: endpoint({
    method: 'POST',
    path: '/api/exports/:id/download',
    summary: 'The file of an export; 410 when it is no longer kept, or on another machine',
    access,
    params: ById,
    produces: 'application/octet-stream',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/exports/:id',
    summary: 'Cancel an export that is under way, or delete its file',
    access,
    params: ById,
  }),
}
