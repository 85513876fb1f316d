import { sql } from 'kysely'
import type { DatabaseConnection } from '#contract/health.ts'
import type { Services } from '../../services.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findDatabaseConnection } from './database-connection-queries.ts'

const END_MS = 1000
/** SQLSTATE insufficient_privilege. */
const NO_PRIVILEGE = '42501'

/**
 * Ends a connection to the database. The log is written after that: the connection may be what holds the log back.
 * @param db the connections that measure: those of requests may all be waiting for this one
 * @throws ProblemError not_found when it is gone, connection_protected when the database role lacks the right
 */
export function endDatabaseConnection(
  db: Services['db'],
  actor: Actor,
  named: Pick<DatabaseConnection, 'processId' | 'connectedAt'>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const found = await findDatabaseConnection(trx, named)
    if (!found) throw new ProblemError('not_found')
    const { processId, application, user, address, state, since } = found
    await sql`select pg_terminate_backend(${processId}, ${END_MS})`.execute(trx).catch((error: unknown) => {
      throw (error as { code?: string }).code === NO_PRIVILEGE ? new ProblemError('connection_protected') : error
    })
    await recordAudit(trx, actor, {
      action: 'end',
      entityType: 'connection',
      entityId: null,
      entityTitle: application || user || String(processId),
      before: { processId, user, application, address, state, since },
    })
  })
}
