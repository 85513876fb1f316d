import { mkdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import type { BackgroundDetail } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { may } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { hasRoom } from '../../storage/disk-room.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { actorOf, beginBackgroundRun, endFailedRun } from '../background/background-run-commands.ts'
import type { BackgroundRun } from '../background/background-run-queries.ts'
import { exportContent } from './copydesk-export.ts'
import { expectedItems } from './copydesk-export-rows.ts'
import { packExport } from './copydesk-folder.ts'
import { findExport } from './site-export-queries.ts'

type Port = Pick<Services, 'db' | 'storage' | 'config'>

/** The folder of the exports that this machine has. */
export const exportFolder = ({ config }: Pick<Services, 'config'>) => join(config.dataDir, 'exports')
/** The file of an export, on the machine that made it. */
export const exportPath = (services: Pick<Services, 'config'>, id: string) => join(exportFolder(services), `${id}.tar`)
/** What the file is called outside. */
export const exportFileName = ({ createdAt }: Pick<BackgroundRun, 'createdAt'>) =>
  `copydesk-export-${new Date(createdAt).toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.tar`

/** Plans an export of all content. @throws ProblemError in_progress */
export const startSiteExport = ({ db }: Port, actor: Actor, versions: boolean): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const id = await beginBackgroundRun(trx, actor, {
      action: 'export',
      stepId: null,
      total: 0,
      detail: { export: { versions, isPacking: false, host: '', bytes: null } },
    })
    await recordAudit(trx, actor, {
      action: 'create',
      entityType: 'site_export',
      entityId: id,
      entityTitle: '',
      after: { versions: String(versions) },
    })
    return id
  })

/** Its row is gone: nothing of it is wanted any more. */
class Cancelled extends Error {}

/** The job. One whose process ended in the middle begins again; whatever ends it early leaves no file. */
export async function performSiteExport(services: Port, id: string): Promise<void> {
  const { db, storage } = services
  const run = await findExport(db, id)
  if (run?.status !== 'running') return
  const { versions } = run.detail.export!
  const [folder, path] = [join(exportFolder(services), id), exportPath(services, id)]
  const clean = () => rm(folder, { recursive: true, force: true })
  let older: string[]
  try {
    if (!may(await actorOf(db, run), 'import.run')) throw new ProblemError('forbidden')
    await clean()
    await mkdir(exportFolder(services), { recursive: true, mode: 0o700 })
    // The content is there twice while it is packed.
    await requireRoom(exportFolder(services), 2 * (await expectedBytes(db).catch(unknownBytes)))
    const report = progressOf(services, run)
    await report.now(0, await expectedItems(db, versions), false)
    let items = 0
    await exportContent({ db, storage }, folder, undefined, { versions, onItem: () => report.soon(++items) })
    await report.now(0, 1, true)
    await packExport(folder, path, (done, total) => report.soon(done, total))
    await clean()
    older = await complete(services, run, (await stat(path)).size)
  } catch (error) {
    await clean()
    await rm(path, { force: true })
    if (error instanceof Cancelled) return
    return endFailedRun(db, id, error)
  }
  for (const one of older) await rm(exportPath(services, one), { force: true })
}

/** @throws ProblemError storage_full */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  if (!(await hasRoom(folder, bytes))) throw new ProblemError('storage_full')
}

/** It is only a forecast, and the room that is left is looked at with each progress. */
function unknownBytes(error: unknown): number {
  if (!isDatabaseUnavailable(error)) throw error
  return 0
}

/** What the pictures have, or all of the export before, and a tenth more. */
async function expectedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select greatest(
      (select sum(bytes) from media where deleted_at is null),
      (select max((detail->'export'->>'bytes')::bigint) from background_run where action = 'export' and status = 'done')
    )::float8 as bytes`.execute(db)
  return (rows[0]?.bytes ?? 0) * 1.1
}

const TELL_EVERY_MS = 250

/**
 * Tells how far it is, on a connection of its own; each time it learns whether it was cancelled, and whether there is room left.
 * @throws Cancelled; ProblemError storage_full
 */
function progressOf(services: Port, { id, detail }: BackgroundRun) {
  const { db } = services
  let last = 0
  let total = 0
  let isPacking = false
  const tell = async (done: number) => {
    last = performance.now()
    await requireRoom(exportFolder(services), 0)
    const now: BackgroundDetail = { export: { ...detail.export!, host: hostname(), isPacking } }
    const { numUpdatedRows } = await db
      .updateTable('backgroundRun')
      .set({ done: Math.min(done, total), total, detail: JSON.stringify(now) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Cancelled()
  }
  return {
    now: (done: number, of: number, packing: boolean) => {
      total = of
      isPacking = packing
      return tell(done)
    },
    soon: async (done: number, of = total) => {
      total = of
      if (performance.now() - last < TELL_EVERY_MS) return
      // An hour of work is not given up for one number: the next one tells it.
      await tell(done).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error
      })
    },
  }
}

/** Ends it; exports before it are not kept any longer. @returns their ids @throws Cancelled */
const complete = ({ db }: Port, { id, detail }: BackgroundRun, bytes: number): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const done: BackgroundDetail = { export: { ...detail.export!, host: hostname(), isPacking: false, bytes } }
    const { numUpdatedRows } = await trx
      .updateTable('backgroundRun')
      .set({ status: 'done', finishedAt: sql<string>`now()`, done: sql`total`, detail: JSON.stringify(done) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Cancelled()
    const older = await trx
      .deleteFrom('backgroundRun')
      .where('action', '=', 'export')
      .where('status', '!=', 'running')
      .where('id', '!=', id)
      .returning('id')
      .execute()
    return older.map((one) => one.id)
  })

/** Cancels an export that is under way: its job ends and removes what it wrote. Of one that is done, deletes the file. */
export async function removeSiteExport(services: Port, actor: Actor, id: string): Promise<void> {
  const { db } = services
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('backgroundRun')
      .where('id', '=', id)
      .where('action', '=', 'export')
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new ProblemError('not_found')
    await recordAudit(trx, actor, { action: 'delete', entityType: 'site_export', entityId: id, entityTitle: '' })
  })
  await rm(exportPath(services, id), { force: true })
}
