import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { BackupPlan, SavedBackupPlan } from '#contract/backups.ts'
import type { Actor } from '../../http/actor.ts'
import { staleVersion } from '../../http/problem-error.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { siteZone } from '../settings/setting-queries.ts'
import { writeSettingRow } from '../settings/setting-row-commands.ts'
import { backupPlan, PLAN_KEY } from './backup-plan-queries.ts'
import { lastDue } from './backup-plan-rules.ts'
import { BACKUP_TASK, installationTimes, isCovered } from './backup-queries.ts'

const ATTEMPTS = 3

/**
 * Changes when backups are made; what stays the same leaves no trace.
 * @throws ProblemError stale_version
 */
export const editBackupPlan = (
  db: Services['db'],
  actor: Actor,
  { version: expected, ...plan }: BackupPlan & { version?: number | undefined },
): Promise<SavedBackupPlan> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('copydesk settings'))`.execute(trx)
    const now = await backupPlan(trx)
    const { version, updatedBy: _, ...before } = now
    if (expected !== undefined && expected !== version) throw staleVersion(now)
    if (isDeepStrictEqual(before, plan)) return now
    await writeSettingRow(trx, PLAN_KEY, plan, actor.id)
    await recordAudit(trx, actor, {
      action: 'edit',
      entityType: 'setting',
      entityId: null,
      entityTitle: PLAN_KEY,
      before,
      after: plan,
    })
    return backupPlan(trx)
  })

/**
 * The job that checks, every few minutes, whether a backup is due. Of those that were missed while no process ran one is made;
 * one that failed is tried three times a day.
 */
export async function planBackup(db: Services['db']): Promise<void> {
  const { enabled, hour } = await backupPlan(db)
  if (!enabled) return
  const { installed, now } = await installationTimes(db)
  const due = lastDue({ hour, zone: await siteZone(db) }, now)
  if (due < installed || (await isCovered(db, due))) return
  await addJob(db, BACKUP_TASK, { kind: 'schedule' }, { key: 'backup:schedule', maxAttempts: ATTEMPTS })
}
