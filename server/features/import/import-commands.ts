import { sql, type RawBuilder } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ImportRun } from '#contract/import.ts'
import type { Db } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findImport } from './import-queries.ts'
import type { Sums } from './import-report.ts'
import type { MediaFolder } from './media-folder.ts'
import { loadWordpress } from './wordpress-file.ts'
import { importWordpress, type ImportResult } from './wordpress-import.ts'
import { MalformedFileError } from './xml-records.ts'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

const importKey = (id: string) => `import:${id}`
const fileKey = (id: string) => `imports/${id}.xml`

/** Keeps the uploaded file and plans its import; a job does it, on whichever process is free. */
export async function startImport(
  { db, storage }: Services,
  actor: Actor,
  { fileName, bytes, dryRun }: { fileName: string; bytes: Buffer; dryRun: boolean },
): Promise<ImportRun> {
  const id = uuidv7()
  await storage.put(fileKey(id), bytes)
  try {
    await db.transaction().execute(async (trx) => {
      await insertRun(trx, actor, { id, fileName, dryRun })
      await addJob(trx, 'import_wordpress', { run: id }, { key: importKey(id), maxAttempts: 5 })
    })
  } catch (error) {
    await storage.remove(fileKey(id))
    throw error
  }
  return theRun(db, id)
}

/** The job: may be called again after a crash, and then finds what is done or does it. */
export async function performImport(services: Services, id: string): Promise<void> {
  const { db, storage } = services
  const run = await findImport(db, id)
  if (run?.status === 'waiting' || run?.status === 'running') {
    const file = await storage.open(fileKey(id))
    const chunks: Chunks = file ? file.stream : []
    await carryOut(services, run, { chunks, actor: await importerOf(db, run) })
  }
  await storage.remove(fileKey(id))
}

/** An import from a file of this machine, done at once by the system. Used by `npm run import`. */
export async function importFromDisk(
  services: Services,
  given: { fileName: string; chunks: Chunks; dryRun: boolean; mediaFolder?: MediaFolder; onProgress?: Progress },
): Promise<{ run: ImportRun; items: ImportResult['items'] }> {
  const id = uuidv7()
  await insertRun(services.db, null, { id, fileName: given.fileName, dryRun: given.dryRun })
  const result = await carryOut(services, await theRun(services.db, id), { ...given, actor: null })
  return { run: await theRun(services.db, id), items: result?.items ?? [] }
}

const FORGOTTEN_AFTER_MS = 6 * 3_600_000

/**
 * An import that nobody carries out any more (its command line was killed, or its job ended with the process too often)
 * has failed, and files that no import waits for go.
 */
export async function sweepImports({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<void> {
  await sql`update import_run set status = 'failed', finished_at = now(),
      error = 'It was interrupted. Nothing was imported; import the file again.'
    where status in ('waiting', 'running') and created_at < now() - interval '6 hours' and not exists (
      select from graphile_worker.jobs where key = 'import:' || import_run.id and attempts < max_attempts)`.execute(db)
  for await (const { key, age } of storage.list()) {
    const id = /^imports\/([0-9a-f-]{36})\.xml/.exec(key)?.[1]
    if (!id || age < FORGOTTEN_AFTER_MS) continue
    const run = await findImport(db, id)
    if (run?.status !== 'waiting' && run?.status !== 'running') await storage.remove(key)
  }
}

type Progress = (done: number, total: number) => void
type Work = { chunks: Chunks; actor: Actor | null; mediaFolder?: MediaFolder; onProgress?: Progress }

/** Reads the whole file first, then writes all of it or nothing. A failure is told in the run, not thrown. */
async function carryOut(services: Services, run: ImportRun, work: Work): Promise<ImportResult | undefined> {
  const { db } = services
  const { id, dryRun } = run
  try {
    await setRun(db, id, { status: 'running', done: 0, error: '' })
    const file = await loadWordpress(work.chunks)
    const total = file.subjects.length
    await setRun(db, id, { total })
    const tell = throttled((done) => setRun(db, id, { done }))
    const result = await importWordpress(services, file, {
      dryRun,
      actor: work.actor,
      mediaFolder: work.mediaFolder,
      onProgress: async (done) => {
        work.onProgress?.(done, total)
        await tell(done)
      },
      atEnd: async (trx, report) => {
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
    if (isDatabaseUnavailable(error)) throw error
    await setRun(db, id, { status: 'failed', finishedAt: sql<string>`now()`, error: sentenceOf(error) })
    return undefined
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof MalformedFileError) return `${error.message}. Nothing was imported.`
  if (error instanceof ProblemError) return `${error.details.detail ?? error.message}. Nothing was imported.`
  return `Something unexpected went wrong, and nothing was imported: ${error instanceof Error ? error.message : String(error)}`
}

async function insertRun(db: Db, actor: Actor | null, run: { id: string; fileName: string; dryRun: boolean }) {
  await db
    .insertInto('importRun')
    .values({ ...run, source: 'wordpress', createdBy: actor?.id ?? null })
    .execute()
}

type Columns = {
  status?: ImportRun['status']
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
  const rows = items.map(({ article, reasons, ...item }, position) => ({
    ...item,
    reasons: JSON.stringify(reasons),
    runId: id,
    position,
    articleId: article,
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('importItem')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  const counts = { done: items.length, total: items.length, sums: JSON.stringify(sums) }
  await db
    .updateTable('importRun')
    .set({ ...counts, status: 'done', finishedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

const TELL_EVERY_MS = 250

/** Progress goes out on a connection of its own, outside of the import's transaction, so that others see it. */
function throttled(tell: (done: number) => Promise<unknown>) {
  let last = 0
  return async (done: number) => {
    const now = performance.now()
    if (now - last < TELL_EVERY_MS) return
    last = now
    await tell(done)
  }
}

async function importerOf(db: Db, run: ImportRun): Promise<Actor | null> {
  if (!run.createdBy) return null
  const row = await db
    .selectFrom('userAccount')
    .select(['id', 'name', 'role'])
    .where('id', '=', run.createdBy.id)
    .executeTakeFirst()
  return row ? { ...row, sessionId: '', ip: '' } : null
}

async function theRun(db: Db, id: string): Promise<ImportRun> {
  const run = await findImport(db, id)
  if (!run) throw new ProblemError('not_found')
  return run
}
