import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { type Backup, backupEndpoints } from '#contract/backups.ts'
import { partOf } from '../../backup/archive-writer.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { editBackupPlan } from './backup-plan-commands.ts'
import { backupPlan, nextBackupAt } from './backup-plan-queries.ts'
import { BACKUP_TASK, findBackup, isBackupWaiting, listBackups, type StoredBackup } from './backup-queries.ts'

export function backupRoutes(app: FastifyInstance, { db, config }: Services) {
  const isOurs = ({ path, host }: StoredBackup) => host === hostname() && dirname(path) === config.backupDir
  /** Only what is in the folder of backups is handed out, whatever path a row has. */
  const isHere = async (backup: StoredBackup) =>
    backup.state === 'done' && isOurs(backup) && ((await stat(backup.path).catch(() => undefined))?.isFile() ?? false)
  const view = async ({ path, ...backup }: StoredBackup): Promise<Backup> => ({
    ...backup,
    fileName: path && basename(path),
    isHere: await isHere({ path, ...backup }),
  })
  const requireBackup = async (id: string) => {
    const found = await findBackup(db, id)
    if (!found) throw new ProblemError('not_found')
    return found
  }
  const event = ({ id, path }: StoredBackup) =>
    ({ entityType: 'backup', entityId: id, entityTitle: basename(path) }) as const

  serve(app, backupEndpoints.list, async () => {
    const plan = await backupPlan(db)
    return {
      plan,
      nextAt: await nextBackupAt(db, plan),
      isWaiting: await isBackupWaiting(db),
      isEncrypted: config.backupPassphrase !== undefined,
      folder: config.backupDir,
      items: await Promise.all((await listBackups(db)).map(view)),
    }
  })
  serve(app, backupEndpoints.editPlan, ({ actor, body }) => editBackupPlan(db, actor, body))
  serve(app, backupEndpoints.create, ({ actor }) =>
    db.transaction().execute(async (trx) => {
      const id = uuidv7()
      // Asked twice before it began, one backup is made.
      const job = { kind: 'request', id, createdBy: actor.id }
      await addJob(trx, BACKUP_TASK, job, { key: 'backup:request', maxAttempts: 2 })
      await recordAudit(trx, actor, { action: 'create', entityType: 'backup', entityId: id, entityTitle: '' })
    }),
  )
  serve(
    app,
    backupEndpoints.download,
    async ({ actor, params, reply }) => {
      const found = await requireBackup(params.id)
      if (!(await isHere(found))) throw new ProblemError('file_gone')
      await recordAudit(db, actor, { action: 'export', ...event(found) })
      return reply
        .type('application/octet-stream')
        .header('x-accel-buffering', 'no')
        .header('content-length', (await stat(found.path)).size)
        .header('content-disposition', `attachment; filename="${basename(found.path)}"`)
        .send(createReadStream(found.path))
    },
    { compress: false },
  )
  serve(app, backupEndpoints.remove, async ({ actor, params }) => {
    const found = await requireBackup(params.id)
    const own = await isHere(found)
    await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('backupRecord')
        .where('id', '=', found.id)
        .where('state', '<>', 'running')
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new ProblemError(found.state === 'running' ? 'in_progress' : 'not_found')
      await recordAudit(trx, actor, { action: 'delete', ...event(found) })
      if (own) await rm(found.path, { force: true })
      // That of the command is replaced by the next one, which may be under way.
      if (isOurs(found) && found.kind !== 'command') await rm(partOf(found.path), { force: true })
    })
  })
}
