import { sql } from 'kysely'
import type { Reply } from '#contract/endpoint.ts'
import { RELEVANCE } from '#contract/list.ts'
import { rolesWith } from '#contract/permissions.ts'
import type { Me } from '#contract/session.ts'
import type { Invitation, OpenReset, User, userEndpoints, UserListQuery } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import { before, filterCondition, type FilterConditions } from '../../db/list-filter.ts'
import { listPage } from '../../db/list-page.ts'
import { containsUnpaired } from '../../db/substring-search.ts'
import { matchScore, rankedByName } from '../../db/match-score.ts'
import { siteTimeZone } from '../settings/setting-queries.ts'

/** One address, however it is written: what sign-in, limits and uniqueness go by. */
export const emailKeyOf = (email: string): string => email.toLowerCase()

const bylineOf = sql<User['byline']>`(select json_build_object('id', author.id, 'displayName', display_name)
  from author where user_id = user_account.id and author.deleted_at is null)`.as('byline')

const meColumns = ['id', 'version', 'email', 'name', 'role', 'locale'] as const
/** The person's own time zone, else the site's. */
const zone = sql<string>`coalesce(user_account.time_zone, ${siteTimeZone})`.as('timeZone')
const hasOwnZone = sql<boolean>`user_account.time_zone is not null`.as('ownTimeZone')

export const findMe = (db: Db, id: string): Promise<Me | undefined> =>
  db
    .selectFrom('userAccount')
    .where('id', '=', id)
    .where('status', '!=', 'removed')
    .select(meColumns)
    .select([zone, hasOwnZone, bylineOf])
    .executeTakeFirst()

export const hasAdministrator = async (db: Db): Promise<boolean> =>
  Boolean(
    await db.selectFrom('userAccount').where('role', '=', 'administrator').select('id').limit(1).executeTakeFirst(),
  )

const userColumns = [...meColumns, 'createdAt', 'updatedAt', 'lastSeenAt', 'lastSignInAt'] as const
// Removed accounts are never read as accounts.
const status = sql<User['status']>`status`.as('status')
const hasSecondStep = sql<boolean>`second_step_since is not null`.as('secondStep')

/** An account; undefined for one that was removed. */
export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  db
    .selectFrom('userAccount')
    .where('id', '=', id)
    .where('status', '!=', 'removed')
    .select(userColumns)
    .select([status, zone, bylineOf, hasSecondStep])
    .executeTakeFirst()

/** Whether whoever sent an invitation may still invite: it ends with that right, permanently. */
export const mayBeUsed = sql<boolean>`invitation.ended_at is null and exists (select from user_account as sender
  where sender.id = invitation.created_by and sender.status = 'active'
    and sender.role = any(${sql.val(rolesWith('users.manage'))}::text[]))`

/** Whether who made a reset link for another person may still make one; a link that was mailed has no one who made it. */
export const issuerMayStill = sql<boolean>`(password_reset.issued_by is null or exists (select from user_account as issuer
  where issuer.id = password_reset.issued_by and issuer.status = 'active'
    and issuer.role = any(${sql.val(rolesWith('users.manage'))}::text[])))`

const filters: FilterConditions<UserListQuery> = {
  status: (status) => sql`status = ${status}`,
  role: (role) => sql`role = ${role}`,
  secondStep: (has) => sql`(second_step_since is not null) = ${has}`,
  awayFor: (age) => sql`coalesce(last_sign_in_at < ${before(new Date(), age)}, true)`,
}

/** One page of accounts; the search looks at names and addresses. */
export async function listUsers(
  db: Db,
  query: UserListQuery,
  read = listPage,
): Promise<Reply<typeof userEndpoints.list>> {
  const { q, sort } = query
  const listed = db
    .selectFrom('userAccount')
    .select('id')
    .where('status', '!=', 'removed')
    .where(filterCondition(query, filters, undefined))
  const rows = q ? listed.where(containsUnpaired(sql`lower(name || ' ' || email)`, q)) : listed
  // Who never signed in comes first when the longest absent do.
  const lastSignInAt = sql`coalesce(last_sign_in_at, '-infinity')`
  const keys = { name: sql`lower(name)`, email: sql`email_key`, createdAt: sql`created_at`, lastSignInAt }
  const load = (ids: string[]) =>
    db
      .selectFrom('userAccount')
      .where('id', 'in', ids)
      .select(userColumns)
      .select([status, zone, bylineOf, hasSecondStep])
      .execute()
  if (q && sort === RELEVANCE) {
    const score = sql<number>`greatest(${matchScore(keys.name, q)}, ${matchScore(keys.email, q)})`
    const byName = { by: keys.name, direction: 'asc' } as const
    return read(db, rows, byName, query, load, rankedByName(db, listed, keys.name, q, byName, { score }))
  }
  const by = keys[sort.replace('-', '') as keyof typeof keys]
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return read(db, rows, { by, direction }, query, load)
}

const invitationState = sql<Invitation['state']>`case when not (${mayBeUsed}) then 'ended'
  when invitation.expires_at <= now() then 'expired' else 'open' end`

const INVITATIONS_MAX = 500

/** Invitations that no one has used, the newest first; not those to an address that has an account by now. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .leftJoin('userAccount as inviter', 'inviter.id', 'invitation.createdBy')
    .where('invitation.usedAt', 'is', null)
    .where(sql<boolean>`not exists (select from user_account where email_key = lower(invitation.email))`)
    .select(['invitation.id', 'invitation.email', 'invitation.role', 'invitation.createdAt', 'invitation.expiresAt'])
    .select(['inviter.id as inviterId', 'inviter.name as inviterName', invitationState.as('state')])
    .orderBy('invitation.createdAt', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(INVITATIONS_MAX)
    .execute()
  return rows.map(({ inviterId, inviterName, ...invitation }) => ({
    ...invitation,
    invitedBy: inviterId ? { id: inviterId, name: inviterName ?? '' } : null,
  }))
}

/** People who asked for a new password and have not set it, while their link works. */
export async function listOpenResets(db: Db): Promise<OpenReset[]> {
  const rows = await db
    .selectFrom('passwordReset as reset')
    .innerJoin('userAccount as person', 'person.id', 'reset.userId')
    .where('reset.usedAt', 'is', null)
    .where('reset.asked', '=', true)
    .where('reset.expiresAt', '>', sql<string>`now()`)
    .where('person.status', '!=', 'suspended')
    .select(['reset.id', 'reset.createdAt', 'reset.expiresAt', 'person.id as userId', 'person.name', 'person.email'])
    .orderBy('reset.createdAt', 'desc')
    .orderBy('reset.id')
    .limit(INVITATIONS_MAX)
    .execute()
  return rows.map(({ userId, name, ...reset }) => ({ ...reset, user: { id: userId, name } }))
}
