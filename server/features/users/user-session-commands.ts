import type { SessionInfo } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { listSessions } from '../session/session-queries.ts'
import { findUser } from './user-queries.ts'

/** Where a person is signed in, the newest first. @throws ProblemError not_found */
export async function listUserSessions(db: Db, actor: Actor, id: string): Promise<SessionInfo[]> {
  if (!(await findUser(db, id))) throw new ProblemError('not_found')
  return listSessions(db, id, actor.sessionId)
}

/**
 * Ends one session of a person, or all of them; of one's own, all others. Their next call is answered with 401.
 * @param session only this one; it must be that person's
 * @throws ProblemError not_found
 */
export async function endUserSessions(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  session?: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = await findUser(trx, id)
    if (!person) throw new ProblemError('not_found')
    const ended = await trx
      .deleteFrom('session')
      .where('userId', '=', id)
      .$if(session !== undefined, (all) => all.where('id', '=', session ?? ''))
      .$if(session === undefined, (all) => all.where('id', '!=', actor.sessionId))
      .executeTakeFirst()
    const sessions = Number(ended.numDeletedRows)
    if (session !== undefined && sessions === 0) throw new ProblemError('not_found')
    if (sessions === 0) return
    await recordAudit(trx, actor, {
      action: 'end_user_sessions',
      entityType: 'user',
      entityId: id,
      entityTitle: person.name,
      after: { sessions },
    })
  })
}
