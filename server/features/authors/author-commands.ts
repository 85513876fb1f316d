import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { authorEndpoints, Author } from '#contract/authors.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { leadOldPath } from '../catalogue/redirect-commands.ts'
import { holdMedia } from '../media/media-queries.ts'
import { findAuthor } from './author-queries.ts'

type AuthorCreate = z.output<typeof authorEndpoints.create.body>
type AuthorEdit = z.output<typeof authorEndpoints.edit.body>

/** @throws ProblemError slug_taken; forbidden (somebody else's account); invalid_input for an unknown picture or account */
export function createAuthor({ db }: Services, actor: Actor, input: AuthorCreate): Promise<Author> {
  const { user = null, avatar = null, links = [], slug, ...fields } = input
  const id = uuidv7()
  return nameRace(() =>
    db.transaction().execute(async (trx) => {
      await demandPointers(trx, actor, { user: null, avatar: null }, { user, avatar })
      const taken = async (slugs: string[]) => {
        const rows = await trx
          .selectFrom('author')
          .select('slug')
          .where('slug', 'in', slugs)
          .where('deletedAt', 'is', null)
          .execute()
        return new Set(rows.map((row) => row.slug))
      }
      const free = slug ?? (await claimFreeSlug(trx, 'author', makeSlug(input.displayName, 'author'), taken))
      await trx
        .insertInto('author')
        .values({
          ...fields,
          id,
          avatar,
          userId: user,
          links: JSON.stringify(links),
          slug: free,
          createdBy: actor.id,
          updatedBy: actor.id,
        })
        .execute()
      await leadOldPath(trx, 'author', id, undefined, free)
      const author = await replyWith(trx, id)
      await recordAudit(trx, actor, {
        action: 'create',
        entityType: 'author',
        entityId: id,
        entityTitle: author.displayName,
      })
      return author
    }),
  )
}

/**
 * Changes an author. Nothing is written where nothing changed.
 * @throws ProblemError not_found, stale_version, slug_taken, forbidden, invalid_input
 */
export function editAuthor(
  { db }: Services,
  actor: Actor,
  id: string,
  { version, ...given }: AuthorEdit,
): Promise<Author> {
  return nameRace(() =>
    db.transaction().execute(async (trx) => {
      const [row] = await holdAuthors(trx, [id])
      if (!row) throw new ProblemError('not_found')
      if (row.version !== version) {
        const current = await replyWith(trx, id)
        throw new ProblemError('stale_version', { current, changedBy: current.updatedBy?.name ?? null })
      }
      const before = { ...row, user: row.userId }
      const names = Object.keys(given) as (keyof typeof given)[]
      const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(given[name]))
      if (changed.length === 0) return replyWith(trx, id)
      const after = { ...before, ...given }
      await demandPointers(trx, actor, before, after)
      const { user, links, ...columns } = given
      await trx
        .updateTable('author')
        .set({
          ...columns,
          ...(user !== undefined && { userId: user }),
          ...(links && { links: JSON.stringify(links) }),
          version: version + 1,
          updatedAt: sql<string>`clock_timestamp()`,
          updatedBy: actor.id,
        })
        .where('id', '=', id)
        .execute()
      await leadOldPath(trx, 'author', id, row.slug, after.slug)
      // An address that is private stays out of the log, too.
      const part = (of: typeof before) =>
        Object.fromEntries(changed.map((name) => [name, name === 'email' ? '…' : of[name]]))
      await recordAudit(trx, actor, {
        action: 'save',
        entityType: 'author',
        entityId: id,
        entityTitle: after.displayName,
        before: part(before),
        after: part(after),
      })
      return replyWith(trx, id)
    }),
  )
}

/** These authors, locked, in one order for everybody; what is in the trash is not among them. */
export const holdAuthors = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('author')
    .selectAll()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export async function replyWith(trx: Db, id: string): Promise<Author> {
  const author = await findAuthor(trx, id)
  if (!author) throw new ProblemError('not_found')
  return author
}

type Pointers = { user: string | null; avatar: string | null }

/** A byline says whose articles are whose: only administrators may give one to somebody else, or take it away. */
async function demandPointers(trx: Db, actor: Actor, before: Pointers, after: Pointers): Promise<void> {
  if (after.avatar && after.avatar !== before.avatar && !(await holdMedia(trx, [after.avatar])).has(after.avatar))
    throw invalidField('avatar', 'unknown_id', 'there is no such picture')
  if (after.user === before.user) return
  demandOwnAccounts(actor, [before.user, after.user], 'user')
  if (!after.user) return
  const account = await trx.selectFrom('userAccount').select('id').where('id', '=', after.user).executeTakeFirst()
  if (!account) throw invalidField('user', 'unknown_id', 'there is no such account')
}

/** @param accounts those that are linked to an author, or no longer, by what this person wants to do */
export function demandOwnAccounts(actor: Actor, accounts: readonly (string | null)[], path?: string): void {
  if (may(actor, 'users.manage') || accounts.every((id) => id === null || id === actor.id)) return
  throw new ProblemError('forbidden', {
    detail: 'Only an administrator may link the account of somebody else',
    ...(path && { fields: [{ path, code: 'not_yours', message: 'is the account of somebody else' }] }),
  })
}

/** The indexes have the last word about slugs and accounts. */
async function nameRace<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const index = uniqueViolation(error)
    if (index === 'author_slug')
      throw new ProblemError('slug_taken', { fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }] })
    if (index === 'author_user') throw invalidField('user', 'taken', 'another author belongs to this account')
    throw error
  }
}
