import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { EXPORT_KEPT_HOURS } from '#contract/site-exports.ts'
import { isDatabaseFull, isDatabaseUnavailable } from '../../db/errors.ts'
import type { BackgroundDetail } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { may } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { actorOf, beginBackgroundRun, failRun } from '../background/background-run-commands.ts'
import type { BackgroundRun } from '../background/background-run-queries.ts'
import { exportContent } from './copydesk-export.ts'
import { expectedItems } from './copydesk-export-rows.ts'
import { packExport } from './copydesk-folder.ts'
import { findExport } from './site-export-queries.ts'

type Port = Pick<Services, 'db' | 'storage' | 'config'>

const folderOf = ({ config }: Pick<Services, 'config'>) => join(config.dataDir, 'exports')
/** The file of an export, on the machine that made it. */
export const exportPath = (services: Pick<Services, 'config'>, id: string) => join(folderOf(services), `${id}.tar`)
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
  const [folder, path] = [join(folderOf(services), id), exportPath(services, id)]
  const clean = () => rm(folder, { recursive: true, force: true })
  try {
    if (!may(await actorOf(db, run), 'import.run')) throw new ProblemError('forbidden')
    await clean()
    await mkdir(folderOf(services), { recursive: true, mode: 0o700 })
    const report = progressOf(services, run)
    await report.now(0, await expectedItems(db, versions), false)
    let items = 0
    await exportContent({ db, storage }, folder, undefined, { versions, onItem: () => report.soon(++items) })
    await report.now(0, 1, true)
    await packExport(folder, path, (done, total) => report.soon(done, total))
    await clean()
    await complete(services, run, (await stat(path)).size)
  } catch (error) {
    await clean()
    await rm(path, { force: true })
    if (error instanceof Cancelled) return
    if (error instanceof ProblemError) return failRun(db, id, error)
    if (isDatabaseFull(error)) return failRun(db, id, new ProblemError('storage_full'))
    // Tried again as a whole when the database is back.
    if (!isDatabaseUnavailable(error)) await failRun(db, id, new ProblemError('unexpected'))
    throw error
  }
}

const TELL_EVERY_MS = 250

/** Tells how far it is, on a connection of its own; each time it learns whether it was cancelled. @throws Cancelled */
function progressOf({ db }: Port, { id, detail }: BackgroundRun) {
  let last = 0
  let total = 0
  let isPacking = false
  const tell = async (done: number) => {
    const now: BackgroundDetail = { export: { ...detail.export!, host: hostname(), isPacking } }
    const { numUpdatedRows } = await db
      .updateTable('backgroundRun')
      .set({ done: Math.min(done, total), total, detail: JSON.stringify(now) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Cancelled()
    last = performance.now()
  }
  return {
    now: (done: number, of: number, packing: boolean) => {
      total = of
      isPacking = packing
      return tell(done)
    },
    soon: async (done: number, of = total) => {
      total = of
      if (performance.now() - last >= TELL_EVERY_MS) await tell(done)
    },
  }
}

/** @throws Cancelled */
async function complete({ db }: Port, { id, detail }: BackgroundRun, bytes: number): Promise<void> {
  const done: BackgroundDetail = { export: { ...detail.export!, host: hostname(), isPacking: false, bytes } }
  const { numUpdatedRows } = await db
    .updateTable('backgroundRun')
    .set({ status: 'done', finishedAt: sql<string>`now()`, done: sql`total`, detail: JSON.stringify(done) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Cancelled()
}

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

/** Forgets exports whose day is over, and removes what this machine has of those that are not wanted any more. */
export async function sweepSiteExports(services: Port): Promise<void> {
  const { db } = services
  await sql`delete from background_run where action = 'export'
    and finished_at < now() - make_interval(hours => ${EXPORT_KEPT_HOURS})`.execute(db)
  const folder = folderOf(services)
  for (const name of await readdir(folder).catch(() => [])) {
    const id = /^[0-9a-f-]{36}/.exec(name)?.[0]
    const run = id && (await findExport(db, id))
    const isNeeded = run && (run.status === 'running' || (run.status === 'done' && name === `${id}.tar`))
    if (!isNeeded) await rm(join(folder, name), { recursive: true, force: true })
  }
}
