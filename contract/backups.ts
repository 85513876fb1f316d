import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { Version } from './version.ts'

export const BACKUPS_KEPT = { least: 1, most: 365 } as const

/** When backups are made by themselves. */
export const BackupPlan = z.strictObject({
  enabled: z.boolean(),
  /** The hour of the day, on the clocks of the site's time zone. */
  hour: z.int().min(0).max(23),
  /** Of those made by the plan so many are kept; older ones are deleted. */
  keep: z.int().min(BACKUPS_KEPT.least).max(BACKUPS_KEPT.most),
})
export type BackupPlan = z.output<typeof BackupPlan>

export const SavedBackupPlan = z.object({
  ...BackupPlan.shape,
  version: Version,
  updatedBy: PersonRef.nullable(),
})
export type SavedBackupPlan = z.output<typeof SavedBackupPlan>

/** `recorded`: made by a program of others, of which only time and size are known. `command`: by `npm run backup`. */
export const backupKinds = ['recorded', 'command', 'request', 'schedule'] as const
/** What the trial restore found; `not_possible`: it could not be tried, which is not the same as `failed`. */
export const backupVerifications = ['no', 'running', 'passed', 'failed', 'not_possible'] as const

/** Why a backup failed. */
export const backupFailures = [
  /** The folder of backups can be neither made nor written to. */
  'no_folder',
  /** The disk is full, or has less room than the backup before needed. */
  'no_room',
  /** The file cannot be written. */
  'not_writable',
  'database_away',
  'storage_away',
  /** The process was stopped or killed. */
  'interrupted',
  'unexpected',
] as const
export type BackupFailure = (typeof backupFailures)[number]

/** Why a trial restore failed, or could not be made. */
export const trialFailures = [
  /** The file was changed or cut short. */
  'damaged',
  /** What was restored is not what the backup says. */
  'other_rows',
  /** The role may not make a database. */
  'no_right',
  'too_many_connections',
  /** On the disk of the database. */
  'no_room',
  /** The new database is not reached, as behind some poolers. */
  'no_such_database',
  'interrupted',
  'unexpected',
] as const
export type TrialFailure = (typeof trialFailures)[number]

export const Backup = z.object({
  id: Id,
  kind: z.enum(backupKinds),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  bytes: z.int().nullable(),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  /** Files that the database names and the storage did not have. */
  missingFiles: z.int().nullable(),
  /** The name of the file and the machine it is on; empty for what others recorded. */
  fileName: z.string(),
  host: z.string(),
  /** Null for one that did not fail, or is older than these codes. */
  failure: z.enum(backupFailures).nullable(),
  /** What the system said of it, in its own words. */
  error: z.string(),
  verified: z.enum(backupVerifications),
  verifiedAt: z.iso.datetime().nullable(),
  verifyFailure: z.enum(trialFailures).nullable(),
  verifyDetail: z.string(),
  createdBy: PersonRef.nullable(),
  /** Its file is in the folder of backups of the machine that answers. */
  isHere: z.boolean(),
})
export type Backup = z.output<typeof Backup>

const Backups = z.object({
  plan: SavedBackupPlan,
  /** When the plan makes the next one; null while it is off. */
  nextAt: z.iso.datetime().nullable(),
  /** A backup is waiting for a job that makes it. */
  isWaiting: z.boolean(),
  /** Files are encrypted with BACKUP_PASSPHRASE. */
  isEncrypted: z.boolean(),
  /** The folder of backups, on each machine that runs jobs. */
  folder: z.string(),
  /** The newest, at most a hundred. */
  items: z.array(Backup),
})
export type Backups = z.output<typeof Backups>

export const backupEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/backups',
    summary: 'The newest backups, and when they are made',
    access: 'settings.manage',
    reply: Backups,
  }),
  editPlan: endpoint({
    method: 'PUT',
    path: '/api/backups/plan',
    summary: 'Change when backups are made and how many are kept',
    access: 'settings.manage',
    /** Without a version, whatever was saved meanwhile is replaced. */
    body: BackupPlan.extend({ version: Version.optional() }),
    reply: SavedBackupPlan,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/backups',
    summary: 'Make a backup now; a job does it',
    access: 'settings.manage',
    status: 202,
  }),
  /** A POST, because it leaves a line in the audit log. */
  download: endpoint({
    method: 'POST',
    path: '/api/backups/:id/download',
    summary: 'The file of a backup',
    access: 'settings.manage',
    params: ById,
    produces: 'application/octet-stream',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/backups/:id',
    summary: 'Delete a backup and its file',
    access: 'settings.manage',
    params: ById,
  }),
}
