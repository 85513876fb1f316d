import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { dropWaitingMail, queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { issueReset } from './link-commands.ts'

/**
 * A new reset link for 10 minutes, to hand over by other means than a mail, for someone who asked for one and whose link
 * works still; every earlier link ends. A mail that still waits is not sent, because it would end this link.
 * The person is told by mail.
 * @throws ProblemError not_found when it was used, ran out, or the person is suspended
 */
export async function linkOfReset({ db, config }: Pick<Services, 'db' | 'config'>, actor: Actor, id: string) {
  return db.transaction().execute(async (trx) => {
    const asked = trx
      .selectFrom('passwordReset as reset')
      .innerJoin('userAccount as person', 'person.id', 'reset.userId')
      .select(['person.id', 'person.name', 'person.emailKey'])
      .where('reset.id', '=', id)
      .where('reset.usedAt', 'is', null)
      .where('reset.expiresAt', '>', sql<string>`now()`)
      .where('person.status', '!=', 'suspended')
    const person = await asked.executeTakeFirst()
    if (!person) throw new ProblemError('not_found')
    await lockForLink(trx, person)
    // Used meanwhile: there is nothing to issue a link for.
    if (!(await asked.forUpdate('reset').executeTakeFirst())) throw new ProblemError('not_found')
    return issueLink(trx, config, actor, person)
  })
}

/**
 * A reset link for 10 minutes, to hand over to someone who did not ask for one, or asked when no one could hand it over. The
 * person is told by mail.
 * @throws ProblemError not_found when the account is not active; forbidden for the own one, whose password the profile changes
 */
export async function passwordLinkOf({ db, config }: Pick<Services, 'db' | 'config'>, actor: Actor, userId: string) {
  if (actor.id === userId) throw new ProblemError('forbidden')
  return db.transaction().execute(async (trx) => {
    const asked = trx
      .selectFrom('userAccount')
      .select(['id', 'name', 'emailKey'])
      .where('id', '=', userId)
      .where('status', '=', 'active')
    const person = await asked.executeTakeFirst()
    if (!person) throw new ProblemError('not_found')
    await lockForLink(trx, person)
    if (!(await asked.executeTakeFirst())) throw new ProblemError('not_found')
    return issueLink(trx, config, actor, person)
  })
}

type Person = { id: string; name: string; emailKey: string }

/** The mail first, then the account, then the link: the order in which everything takes them that changes several. */
async function lockForLink(trx: Db, { id, emailKey }: Person): Promise<void> {
  await dropWaitingMail(trx, 'password_reset', emailKey)
  await trx.selectFrom('userAccount').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

async function issueLink(trx: Db, config: Services['config'], actor: Actor, person: Person) {
  const token = await issueReset(trx, person.id, actor.id)
  const { expiresAt } = await trx
    .selectFrom('passwordReset')
    .select('expiresAt')
    .where('userId', '=', person.id)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await recordAudit(trx, actor, {
    action: 'copy_reset_link',
    entityType: 'user',
    entityId: person.id,
    entityTitle: person.name,
  })
  await queueMail(trx, 'password_link_made', person.emailKey)
  return { url: `${config.publicUrl}/forget#token=${token}`, expiresAt }
}
