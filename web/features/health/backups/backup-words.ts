import { useLingui } from '@lingui/react/macro'
import type { Backup, BackupFailure, TrialFailure } from '#contract/backups.ts'
import type { Tone } from '../../../ui/status-dot.tsx'

type Words = { tone: Tone; text: string }

/** What became of a backup, and whether it can be restored. */
export function useBackupWords() {
  const { t } = useLingui()
  const state = ({ state: made, verified }: Pick<Backup, 'state' | 'verified'>): Words => {
    if (made === 'running') return { tone: 'waiting', text: t`Under way` }
    if (made === 'failed') return { tone: 'bad', text: t`Failed` }
    if (verified === 'passed') return { tone: 'good', text: t`Verified` }
    if (verified === 'failed') return { tone: 'bad', text: t`Unusable` }
    if (verified === 'running') return { tone: 'waiting', text: t`Verifying` }
    return { tone: 'neutral', text: t`Not verified` }
  }
  const kinds: Record<Backup['kind'], string> = {
    recorded: t`Recorded by another program`,
    command: t`By npm run backup`,
    request: t`Asked for here`,
    schedule: t`Daily`,
  }
  const failures: Record<BackupFailure, string> = {
    no_folder: t`The folder of backups cannot be made or written to. Set BACKUP_DIR to one that the server may write to.`,
    no_room: t`The disk has no room for the backup. Make room, or keep fewer backups.`,
    not_writable: t`The file could not be written.`,
    database_away: t`The database could not be reached.`,
    storage_away: t`The storage of pictures could not be reached.`,
    interrupted: t`The server was stopped in the middle of it.`,
    unexpected: t`Something unexpected went wrong.`,
  }
  const trialFailures: Record<TrialFailure, string> = {
    damaged: t`The file is damaged or was cut short. Make another backup, and check the disk.`,
    other_rows: t`What was restored is not what the backup says. Make another backup. If its trial fails, too, it is a fault of Copydesk: report it. The table:`,
    no_right: t`The database role of Copydesk may not create databases. Grant it CREATEDB.`,
    too_many_connections: t`The database had no connection free for it.`,
    no_room: t`The disk of the database has no room for it.`,
    no_such_database: t`The new database could not be reached. Behind a connection pooler, set an address that leads to PostgreSQL itself.`,
    interrupted: failures.interrupted,
    unexpected: failures.unexpected,
  }
  return {
    state,
    kind: (kind: Backup['kind']) => kinds[kind],
    failure: (code: BackupFailure) => failures[code],
    trialFailure: (code: TrialFailure) => trialFailures[code],
  }
}
