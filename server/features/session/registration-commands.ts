import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import type { Locale } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import { networkOf } from '../../http/network.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { countHit } from '../../http/rate-limit.ts'
import { hashToken } from '../../http/session-token.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit, strangerAt } from '../audit/audit-commands.ts'
import { registrationMode, siteLocale } from '../settings/setting-queries.ts'
import { giveBylineOrNew } from '../authors/author-account-commands.ts'
import { emailKeyOf, hasAdministrator, mayBeUsed } from '../users/user-queries.ts'
import { hashPassword } from './password-hash.ts'
import { passwordProblem } from './password-rules.ts'
import { forgetSetupCode, lockSetup, setupCode } from './setup-commands.ts'

const PER_NETWORK = { max: 5, seconds: 3600, of: 'registrations from one network' }
const INVITATIONS_PER_NETWORK = { max: 30, seconds: 3600, of: 'opened invitations from one network' }

type Registration = {
  email: string
  name: string
  password: string
  setupCode?: string
  invitation?: string
  locale?: Locale
  timeZone?: string
}
type Applicant = { email: string; name: string; passwordHash: string; locale: Locale; timeZone: string | null }
type Registered = { status: 'active' | 'pending' }

/**
 * Three ways in: the setup code for the very first, an invitation, or the open door if there is one.
 * A known address gets the very same answer as a new one; its owner gets a mail that says so.
 * @throws ProblemError wrong_setup_code, registration_closed, link_expired, invalid_input, too_many_requests, busy
 */
export async function register(
  db: Services['db'],
  given: Registration,
  from: { ip: string; locale: Locale },
): Promise<Registered> {
  await countHit(db, `register:${networkOf(from.ip)}`, PER_NETWORK)
  const needsSetup = !(await hasAdministrator(db))
  if (given.setupCode !== undefined || needsSetup) await requireSetupCode(db, given.setupCode)
  else {
    const open = given.invitation === undefined ? ['approval'] : ['approval', 'invitation']
    if (!open.includes(await registrationMode(db))) throw new ProblemError('registration_closed')
  }
  requireGoodPassword(given.password, given)

  const { email, name, timeZone } = given
  const locale = given.locale ?? (await siteLocale(db)) ?? from.locale
  const passwordHash = await hashPassword(given.password)
  const applicant = { email, name, passwordHash, locale, timeZone: timeZone ?? null }
  return db.transaction().execute((trx) => {
    if (given.setupCode !== undefined) return registerFirst(trx, applicant, given.setupCode, from.ip)
    if (given.invitation !== undefined) return registerInvited(trx, applicant, given.invitation, from.ip)
    return registerForApproval(trx, applicant, from.ip)
  })
}

/** Whom an invitation is for, from whom and as what, for whoever has its secret. @throws ProblemError link_expired, too_many_requests */
export async function viewInvitation(db: Db, token: string, ip: string) {
  await countHit(db, `invitation:${networkOf(ip)}`, INVITATIONS_PER_NETWORK)
  const invitation = await db
    .selectFrom('invitation')
    .innerJoin('userAccount as inviter', 'inviter.id', 'invitation.createdBy')
    .select(['invitation.email', 'invitation.role', 'inviter.name as invitedBy'])
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where(mayBeUsed)
    .executeTakeFirst()
  if (!invitation) throw new ProblemError('link_expired')
  return invitation
}

/** @throws ProblemError invalid_input with the field `password` */
export function requireGoodPassword(password: string, person: { email: string; name: string }): void {
  const problem = passwordProblem(password, person)
  if (problem) throw invalidField('password', 'common_password', problem)
}

async function requireSetupCode(db: Db, given = ''): Promise<void> {
  const code = await setupCode(db)
  const plain = (value: string) => hashToken(value.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  if (!code || !timingSafeEqual(plain(code), plain(given))) throw new ProblemError('wrong_setup_code')
}

/** Whoever comes second finds no code any more. */
async function registerFirst(trx: Db, applicant: Applicant, code: string, ip: string): Promise<Registered> {
  await lockSetup(trx)
  await requireSetupCode(trx, code)
  await insertUser(trx, applicant, ip, 'administrator', 'active')
  await forgetSetupCode(trx)
  return { status: 'active' }
}

async function registerInvited(trx: Db, applicant: Applicant, token: string, ip: string): Promise<Registered> {
  const invitation = await trx
    .updateTable('invitation')
    .set({ usedAt: sql<string>`now()` })
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where(mayBeUsed)
    .where(sql`lower(email)`, '=', emailKeyOf(applicant.email))
    .returning(['role', 'givesByline', 'byline'])
    .executeTakeFirst()
  const id = invitation && (await insertUser(trx, applicant, ip, invitation.role, 'active'))
  if (!id) throw new ProblemError('link_expired')
  const { role, givesByline, byline } = invitation
  const person = { id, name: applicant.name }
  if (givesByline) await giveBylineOrNew(trx, { ...person, role, sessionId: '', ip }, person, byline)
  return { status: 'active' }
}

async function registerForApproval(trx: Db, applicant: Applicant, ip: string): Promise<Registered> {
  const userId = await insertUser(trx, applicant, ip, 'viewer', 'pending')
  await queueMail(trx, 'registration', emailKeyOf(applicant.email), { userId: userId ?? '' })
  return { status: 'pending' }
}

/** Answers undefined when the address has an account. */
async function insertUser(trx: Db, applicant: Applicant, ip: string, role: Role, status: 'active' | 'pending') {
  const user = { id: uuidv7(), ...applicant, emailKey: emailKeyOf(applicant.email), role, status }
  const created = await trx
    .insertInto('userAccount')
    .values(user)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  // A line for the known address too: what is written must not tell which it was by the time it takes.
  await recordAudit(trx, strangerAt(ip), {
    action: created ? 'register' : 'register_again',
    entityType: 'user',
    entityId: user.id,
    entityTitle: applicant.name,
    after: { role, status },
  })
  return created?.id
}
