import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { importFailures, ImportFault, ImportReason } from './import-reasons.ts'
import { PersonRef } from './list.ts'
import { problemCodes } from './problems.ts'
import { WebUrl } from './text.ts'
import { UndoPointer } from './undo.ts'
import { INTEGER_MAX } from './version.ts'

export const IMPORT_MAX_BYTES = 256 * 1024 * 1024
/** The address of the site that was exported; empty where it is not given. */
export const SiteUrl = z.union([WebUrl, z.literal('')])
/** How long an uploaded file is kept, so that what was tried can be imported without choosing it again. */
export const IMPORT_FILE_KEPT_HOURS = 24
/** What wrote the files that can be imported. */
export const importFormats = ['wordpress', 'ghost'] as const
export const importOutcomes = ['created', 'merged', 'unchanged', 'skipped'] as const

/** One item of the source file and what became of it. */
export const ImportItem = z.object({
  /** author, category, tag, article, attachment, menu item, comment … as the source calls it. */
  kind: z.string(),
  sourceId: z.string(),
  title: z.string(),
  outcome: z.enum(importOutcomes),
  /** Why it was skipped or merged; what the schema could not hold. */
  reasons: z.array(ImportReason),
  article: Id.nullable(),
})
export type ImportItem = z.output<typeof ImportItem>

export const ImportRun = z.object({
  id: Id,
  source: z.enum(importFormats),
  fileName: z.string(),
  dryRun: z.boolean(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef.nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Items read and items in the file, for the progress bar. */
  done: z.int(),
  total: z.int(),
  /** Why it failed; names the line of a malformed file. */
  error: z.string(),
  /** Why it failed, as a code; null for an import that did not, or that is older than these codes. */
  failure: z.enum(importFailures).nullable(),
  /** What is wrong with a malformed file, and where. */
  fault: ImportFault.nullable(),
  /** What said no to one that was refused. */
  problem: z.enum(problemCodes).nullable(),
  /** Until when the uploaded file can be imported again; null while it is being imported, and when it is gone. */
  fileKeptUntil: z.iso.datetime().nullable(),
  /** The import for real of the file that was tried here. */
  importedBy: Id.nullable(),
  /** Per kind: in the file, and per outcome; the outcomes add up to `inFile`. */
  sums: z.array(
    z.object({
      kind: z.string(),
      inFile: z.int(),
      created: z.int(),
      merged: z.int(),
      unchanged: z.int(),
      skipped: z.int(),
    }),
  ),
})
export type ImportRun = z.output<typeof ImportRun>

/** `clean_up`: moves them to the trash; `undo`: brings them back. */
const CleanUpRun = z.object({ action: z.enum(['clean_up', 'undo']), done: z.int(), total: z.int() })

/** What moving to the trash what an import made would do now. */
export const ImportCleanUp = z.object({
  /** The articles that it created and that no one changed or published since; not those in the trash. */
  articles: z.int(),
  /** Those of them that readers see. */
  published: z.int(),
  /** Created by it, and changed or published since: they are left. */
  changed: z.int(),
  /** Created by it, and by now in the trash or deleted permanently. */
  gone: z.int(),
  /** The last time that it was done, as long as the person who asks can undo it, and nothing is under way. */
  undo: UndoPointer.nullable(),
  /** How many the last time moved, as far as it is known. */
  moved: z.int(),
  /** What a job does with them now; meanwhile the counts above are only of what it moves. `stop`: the person who asks began to move them. */
  running: CleanUpRun.extend({ can: z.object({ stop: z.boolean() }) }).nullable(),
  /** The last time, where it stopped before the end. */
  stopped: CleanUpRun.extend({ code: z.enum(problemCodes) }).nullable(),
})
export type ImportCleanUp = z.output<typeof ImportCleanUp>

export const importEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/imports',
    summary: 'Imports, newest first',
    access: 'import.run',
    reply: z.object({ items: z.array(ImportRun) }),
  }),
  /**
   * multipart/form-data: text parts `dryRun` (true/false) and, for a file that does not say it, `siteUrl`, the address of the old
   * site, and then one part `file`. Runs as a job.
   */
  start: endpoint({
    method: 'POST',
    path: '/api/imports',
    summary: 'Import an export file of WordPress or Ghost',
    access: 'import.run',
    reply: ImportRun,
    status: 201,
  }),
  /** The uploaded file of an earlier run once more, for real or as a trial; the one under way if there is one of this kind, else in_progress. */
  again: endpoint({
    method: 'POST',
    path: '/api/imports/:id/again',
    summary:
      'Import the file of an earlier import again; 410 when it is no longer kept, 409 while the other kind is under way',
    access: 'import.run',
    params: ById,
    body: z.strictObject({ dryRun: z.boolean() }),
    reply: ImportRun,
    status: 201,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/imports/:id',
    summary: 'One import and its progress',
    access: 'import.run',
    params: ById,
    reply: ImportRun,
  }),
  cleanUpPreview: endpoint({
    method: 'GET',
    path: '/api/imports/:id/clean-up',
    summary: 'How much of what an import made would be moved to the trash',
    access: 'import.run',
    params: ById,
    reply: ImportCleanUp,
  }),
  cleanUp: endpoint({
    method: 'POST',
    path: '/api/imports/:id/clean-up',
    summary:
      'Move the articles that an import made, and no one changed or published since, to the trash; a job does it',
    access: 'import.run',
    params: ById,
    body: z.strictObject({
      /** How many the person saw. */
      expectedCount: z.int().min(1).max(INTEGER_MAX),
    }),
    reply: ImportCleanUp,
    status: 202,
  }),
  stopCleanUp: endpoint({
    method: 'POST',
    path: '/api/imports/:id/clean-up/stop',
    summary: 'Stop moving them to the trash, which the person who asks began; what is moved by then can be undone',
    access: 'import.run',
    params: ById,
    reply: ImportCleanUp,
  }),
  items: endpoint({
    method: 'GET',
    path: '/api/imports/:id/items',
    summary: 'The report, item by item',
    access: 'import.run',
    params: ById,
    query: z.strictObject({
      outcome: z.enum(importOutcomes).optional(),
      kind: z.string().max(40).optional(),
      page: z.coerce.number<string | number>().int().min(1).max(10_000).default(1),
    }),
    reply: z.object({ items: z.array(ImportItem), total: z.int() }),
  }),
}
