import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { IMPORT_FILE_KEPT_HOURS, type ImportRun } from '#contract/import.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { formatOf } from './import-format.ts'
import { findImport } from './import-queries.ts'

/** The uploaded file of a run, and of those that import it again. In the storage, which all processes share. */
const fileKey = (uploadId: string) => `imports/${uploadId}.xml`

export type NewRun = { fileName: string; bytes: Buffer; dryRun: boolean; siteUrl: string }

/** Stores the uploaded file and plans its import; a job does it, on whichever process is free. */
export async function startImport(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  actor: Actor,
  { fileName, bytes, dryRun, siteUrl }: NewRun,
): Promise<ImportRun> {
  const id = uuidv7()
  await storage.put(fileKey(id), bytes)
  try {
    await db.transaction().execute(async (trx) => {
      const fileUntil = sql<string>`now() + make_interval(hours => ${IMPORT_FILE_KEPT_HOURS})`
      await trx
        .insertInto('importRun')
        .values({ id, source: formatOf(bytes), siteUrl, fileName, dryRun, createdBy: actor.id, fileUntil })
        .execute()
      await planImport(trx, actor, { id, fileName, dryRun })
    })
  } catch (error) {
    await storage.remove(fileKey(id))
    throw error
  }
  return getImport(db, id)
}

/**
 * Imports the file of an earlier run once more. Asked twice, the second one gets the import that is under way.
 * @throws ProblemError not_found, file_gone; in_progress where a trial is under way and an import is asked for, or the reverse
 */
export async function importAgain(
  db: Db,
  actor: Actor,
  earlier: string,
  { dryRun }: { dryRun: boolean },
): Promise<ImportRun> {
  const id = await db.transaction().execute(async (trx) => {
    const given = await trx.selectFrom('importRun').select('fileOf').where('id', '=', earlier).executeTakeFirst()
    if (!given) throw new ProblemError('not_found')
    const upload = await trx
      .selectFrom('importRun')
      .select(['id', 'fileName', 'source', 'siteUrl'])
      .select(sql<boolean>`coalesce(file_until > now(), false)`.as('isKept'))
      .where('id', '=', given.fileOf ?? earlier)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const underWay = await trx
      .selectFrom('importRun')
      .select(['id', 'dryRun'])
      .where((eb) => eb.or([eb('id', '=', upload.id), eb('fileOf', '=', upload.id)]))
      .where('status', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (underWay && underWay.dryRun !== dryRun) throw new ProblemError('in_progress')
    if (underWay) return underWay.id
    if (!upload.isKept) throw new ProblemError('file_gone')
    const next = uuidv7()
    await trx
      .insertInto('importRun')
      .values({
        id: next,
        source: upload.source,
        siteUrl: upload.siteUrl,
        fileName: upload.fileName,
        dryRun,
        createdBy: actor.id,
        fileOf: upload.id,
      })
      .execute()
    await planImport(trx, actor, { id: next, fileName: upload.fileName, dryRun })
    return next
  })
  return getImport(db, id)
}

/** @throws ProblemError not_found */
export async function getImport(db: Db, id: string): Promise<ImportRun> {
  const run = await findImport(db, id)
  if (!run) throw new ProblemError('not_found')
  return run
}

const importKey = (id: string) => `import:${id}`

/** What it imports is recorded when it is done; this records who asked for it, a trial included. */
async function planImport(
  trx: Db,
  actor: Actor,
  { id, fileName, dryRun }: Pick<NewRun, 'fileName' | 'dryRun'> & { id: string },
) {
  await addJob(trx, 'import_wordpress', { run: id }, { key: importKey(id), maxAttempts: 5 })
  await recordAsked(trx, actor, { id, fileName, dryRun })
}

export const recordAsked = (
  trx: Db,
  actor: Actor,
  { id, fileName, dryRun }: Pick<NewRun, 'fileName' | 'dryRun'> & { id: string },
) =>
  recordAudit(trx, actor, {
    action: 'create',
    entityType: 'import',
    entityId: id,
    entityTitle: fileName,
    after: { dryRun },
  })

export async function openImportFile({ db, storage }: Pick<Services, 'db' | 'storage'>, id: string) {
  return storage.open(fileKey(await uploadOf(db, id)))
}

/** Imported for real, or no good at all: nothing of it is needed any more. */
export async function removeImportFile({ db, storage }: Pick<Services, 'db' | 'storage'>, id: string): Promise<void> {
  const upload = await uploadOf(db, id)
  await db.updateTable('importRun').set({ fileUntil: null }).where('id', '=', upload).execute()
  await storage.remove(fileKey(upload))
}

async function uploadOf(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('importRun').select('fileOf').where('id', '=', id).executeTakeFirst()
  return row?.fileOf ?? id
}

/** A file whose run is not written yet may just be arriving. */
const ARRIVING_MS = 3_600_000

/** Removes the uploaded files whose day is over and that no import is going to read. */
export async function sweepImportFiles({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<void> {
  for await (const { key, age } of storage.list()) {
    const id = /^imports\/([0-9a-f-]{36})\.xml/.exec(key)?.[1]
    if (!id || age < ARRIVING_MS) continue
    const needed = await db
      .selectFrom('importRun')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', id), eb('fileOf', '=', id)]))
      .where(sql<boolean>`file_until > now() or status in ('waiting', 'running')`)
      .executeTakeFirst()
    if (!needed) await storage.remove(key)
  }
}
