import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { connectForCopy } from '../../backup/snapshot.ts'
import { trialFailureOf, type Verification } from './backup-failure-rules.ts'

const SCRATCH = 'copydesk_trial_'

/**
 * Restores a backup into a database that is made for it on the same server and dropped again. Files are read and compared with
 * their checksums, and stored nowhere.
 */
export async function verifyBackup(
  connection: pg.ClientConfig,
  path: string,
  passphrase: string | undefined,
): Promise<Verification> {
  const name = `${SCRATCH}${randomBytes(8).toString('hex')}`
  const admin = await connectForCopy(connection, 'copydesk trial')
  try {
    await dropAbandoned(admin)
    await admin.query(`create database ${name} template template0`)
    try {
      await restoreBackup(
        path,
        { connection: onDatabase(connection, name), storage: undefined },
        { passphrase, isTrial: true },
      )
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
    }
    return { verified: 'passed', verifyFailure: null, verifyDetail: '' }
  } catch (error) {
    return trialFailureOf(error)
  } finally {
    await admin.end().catch(() => undefined)
  }
}

/** Left by a process that was killed in the middle of it; one that is used just now stays. */
async function dropAbandoned(admin: pg.ClientBase): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ $1 and pg_get_userbyid(datdba) = current_user
     and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [`^${SCRATCH}[0-9a-f]{16}$`],
  )
  for (const { name } of rows) await admin.query(`drop database if exists ${name}`).catch(() => undefined)
}

/** The same server, another database. */
function onDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  const { connectionString } = connection
  if (connectionString === undefined) return { ...connection, database }
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}
