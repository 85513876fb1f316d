import { sql, type RawBuilder } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ImportRun } from '#contract/import.ts'
import type { ImportFailure, ImportFault } from '#contract/import-reasons.ts'
import type { ProblemCode } from '#contract/problems.ts'
import type { Db } from '../../db/database.ts'
import { isDatabaseFull, isDatabaseUnavailable } from '../../db/errors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { ThreadLimitError } from '../../threads/limited-thread.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findActor } from '../background/background-run-commands.ts'
import {
  getImport,
  openImportFile,
  recordAsked,
  removeImportFile,
  startImport,
  sweepImportFiles,
  type NewRun as Upload,
} from './import-file-commands.ts'
import { formatOf } from './import-format.ts'
import { findImport } from './import-queries.ts'
import type { Sums } from './import-report.ts'
import { openImportThread, type ImportLimits } from './import-thread.ts'
import type { MediaFolder } from './media-folder.ts'
import { loadSite } from './import-file.ts'
import { importSite, type ImportResult } from './import-site.ts'
import { MalformedFileError } from './malformed-file.ts'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Runs of this process whose database went away in the middle: they may go on when it is back. */
const interrupted = new Set<string>()

/** With the same file they come again. */
const LASTING = new Set<ImportFailure>(['malformed_file', 'other_file', 'file_too_complex'])

/**
 * An upload. Of a Ghost site, whose export holds passwords and keys, only what the import reads is stored: so it is read here
 * once, and a malformed one fails at once.
 */
export async function receiveImport(services: Services, actor: Actor, upload: Upload): Promise<ImportRun> {
  const { db } = services
  const { fileName, dryRun, siteUrl } = upload
  if (formatOf(upload.bytes) !== 'ghost') return startImport(services, actor, upload)
  const thread = openImportThread()
  let bytes: Buffer
  try {
    bytes = await thread.strip(upload.bytes)
  } catch (error) {
    const id = uuidv7()
    await db.transaction().execute(async (trx) => {
      await insertRun(trx, actor, { id, fileName, dryRun, siteUrl, source: 'ghost' })
      await recordAsked(trx, actor, { id, fileName, dryRun })
      await fail(trx, id, failureOf(error))
    })
    return getImport(db, id)
  } finally {
    await thread.close()
  }
  return startImport(services, actor, { ...upload, bytes })
}

/**
 * The job. Called again after its process ended in the middle, it does not try once more what may have been the cause:
 * the import has failed, and a person may start it again.
 */
export async function performImport(services: Services, id: string): Promise<void> {
  const { db } = services
  const run = await findImport(db, id)
  if (run?.status === 'running' && !interrupted.delete(id))
    return void (await fail(db, id, {
      failure: 'process_ended',
      sentence: 'The server stopped in the middle of it. Nothing was imported.',
    }))
  if (run?.status !== 'waiting' && run?.status !== 'running') return
  const actor = await importerOf(db, run)
  if (!actor) return void (await fail(db, id, NOT_ALLOWED))
  const file = await openImportFile(services, id)
  if (!file)
    return void (await fail(db, id, {
      failure: 'file_gone',
      sentence: 'The uploaded file is no longer there. Nothing was imported.',
    }))
  const { siteUrl } = await db.selectFrom('importRun').select('siteUrl').where('id', '=', id).executeTakeFirstOrThrow()
  await carryOut(services, run, { chunks: file.stream, siteUrl, actor })
  const { status, failure } = await getImport(db, id)
  const isOver = status === 'done' ? !run.dryRun : failure !== null && LASTING.has(failure)
  if (isOver) await removeImportFile(services, id)
}

/** An import from a file of this machine, done at once by the system. Used by `npm run import`. */
export async function importFromDisk(
  services: Services,
  given: { fileName: string; dryRun: boolean; source?: ImportRun['source'] } & Omit<Work, 'actor'>,
): Promise<{ run: ImportRun; items: ImportResult['items'] }> {
  const id = uuidv7()
  const { fileName, dryRun, source = 'wordpress', siteUrl = '' } = given
  await insertRun(services.db, null, { id, fileName, dryRun, source, siteUrl })
  const result = await carryOut(services, await getImport(services.db, id), { ...given, actor: null })
  return { run: await getImport(services.db, id), items: result?.items ?? [] }
}

/**
 * An import that is not going to be carried out any more (its command line was killed, or its job ended with the process too
 * often) has failed, and uploaded files go when their day is over.
 */
export async function sweepImports(services: Pick<Services, 'db' | 'storage'>): Promise<void> {
  await sql`update import_run set status = 'failed', finished_at = now(), failure = 'process_ended',
      error = 'It was interrupted. Nothing was imported; import the file again.'
    where status in ('waiting', 'running') and created_at < now() - interval '6 hours' and not exists (
      select from graphile_worker.jobs where key = 'import:' || import_run.id and attempts < max_attempts)`.execute(
    services.db,
  )
  await sweepImportFiles(services)
}

type Progress = (done: number, total: number) => void
type Work = {
  chunks: Chunks
  /** Of the old site, for a file that does not say it. */
  siteUrl?: string
  actor: Actor | null
  mediaFolder?: MediaFolder | undefined
  onProgress?: Progress
  limits?: ImportLimits
}

/** Reads the whole file first, then writes all of it or nothing. A failure is told in the run, not thrown. */
async function carryOut(services: Services, run: ImportRun, work: Work): Promise<ImportResult | undefined> {
  const { db } = services
  const { id, dryRun } = run
  const thread = openImportThread(work.limits)
  try {
    await setRun(db, id, { status: 'running', done: 0, error: '', failure: null, fault: null, problem: null })
    const file = await loadSite(work.chunks, thread, work.siteUrl)
    const total = file.subjects.length
    await setRun(db, id, { total })
    const reportProgress = throttled((done) => setRun(db, id, { done }))
    const result = await importSite(services, file, {
      dryRun,
      thread,
      actor: work.actor,
      mediaFolder: work.mediaFolder,
      onProgress: async (done) => {
        work.onProgress?.(done, total)
        await reportProgress(done)
      },
      atEnd: async (trx, report) => {
        if (work.actor && !(await importerOf(trx, run))) throw new ProblemError('forbidden')
        const [items, sums] = [report.items(), report.sums()]
        await writeReport(trx, id, { items, sums })
        await recordAudit(trx, work.actor, {
          action: 'import',
          entityType: 'import',
          entityId: id,
          entityTitle: run.fileName,
          after: sums,
        })
      },
    })
    if (dryRun) await db.transaction().execute((trx) => writeReport(trx, id, result))
    return result
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      interrupted.add(id)
      throw error
    }
    const isAllowed = !work.actor || (await importerOf(db, run))
    await fail(db, id, isAllowed ? failureOf(error) : NOT_ALLOWED)
    return undefined
  } finally {
    await thread.close()
  }
}

type Failure = { failure: ImportFailure; sentence: string; fault?: ImportFault; problem?: ProblemCode }

const fail = (db: Db, id: string, { failure, sentence, fault, problem }: Failure) =>
  setRun(db, id, {
    status: 'failed',
    finishedAt: sql<string>`now()`,
    failure,
    error: sentence,
    fault: fault ? JSON.stringify(fault) : null,
    problem: problem ?? null,
  })

const NOT_ALLOWED: Failure = {
  failure: 'not_allowed',
  sentence: 'Whoever started it may not import any more. Nothing was imported.',
}

function failureOf(error: unknown): Failure {
  if (error instanceof MalformedFileError)
    return {
      failure: error.isOther ? 'other_file' : 'malformed_file',
      fault: error.fault,
      sentence: `${error.message}. Nothing was imported.`,
    }
  if (error instanceof ThreadLimitError)
    return {
      failure: 'file_too_complex',
      sentence: `Reading the file needs more ${error.limit} than an import may use. Nothing was imported.`,
    }
  if (error instanceof ProblemError)
    return {
      failure: 'refused',
      problem: error.code,
      sentence: `${error.details.detail ?? error.message}. Nothing was imported.`,
    }
  if (isDatabaseFull(error))
    return { failure: 'refused', problem: 'storage_full', sentence: 'The disk is full. Nothing was imported.' }
  if (error instanceof Error && error.name === 'AbortError')
    return { failure: 'process_ended', sentence: 'It was stopped. Nothing was imported.' }
  const said = error instanceof Error ? error.message : String(error)
  return { failure: 'unexpected', sentence: said }
}

type NewRun = Pick<ImportRun, 'id' | 'fileName' | 'dryRun' | 'source'> & { siteUrl: string }

async function insertRun(db: Db, actor: Actor | null, run: NewRun) {
  await db
    .insertInto('importRun')
    .values({ ...run, createdBy: actor?.id ?? null })
    .execute()
}

type Columns = {
  status?: ImportRun['status']
  failure?: ImportFailure | null
  /** An ImportFault as JSON. */
  fault?: string | null
  problem?: ProblemCode | null
  done?: number
  total?: number
  error?: string
  finishedAt?: RawBuilder<string>
}

const setRun = (db: Db, id: string, columns: Columns) =>
  db.updateTable('importRun').set(columns).where('id', '=', id).execute()

const ROWS_AT_ONCE = 500

async function writeReport(db: Db, id: string, { items, sums }: { items: ImportResult['items']; sums: Sums }) {
  await db.deleteFrom('importItem').where('runId', '=', id).execute()
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
    const rows = items.slice(at, at + ROWS_AT_ONCE).map(({ article, reasons, ...item }, index) => ({
      ...item,
      reasons: JSON.stringify(reasons),
      runId: id,
      position: at + index,
      articleId: article,
    }))
    await db.insertInto('importItem').values(rows).execute()
  }
  const counts = { done: items.length, total: items.length, sums: JSON.stringify(sums) }
  await db
    .updateTable('importRun')
    .set({ ...counts, status: 'done', finishedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

const TELL_EVERY_MS = 250

/** Progress goes out on a connection of its own, outside of the import's transaction, so that others see it. */
function throttled(reportProgress: (done: number) => Promise<unknown>) {
  let last = 0
  return async (done: number) => {
    const now = performance.now()
    if (now - last < TELL_EVERY_MS) return
    last = now
    await reportProgress(done)
  }
}

/** Whoever started it, with the rights of now; undefined when they may not import any more. */
async function importerOf(db: Db, { createdBy }: ImportRun): Promise<Actor | undefined> {
  const actor = await findActor(db, { actorId: createdBy?.id ?? null, ip: '' })
  return actor && may(actor, 'import.run') ? actor : undefined
}
