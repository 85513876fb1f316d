import type { z } from 'zod'
import { type authorEndpoints, type Author, SORT_NAME_MAX } from '#contract/authors.ts'
import type { Db } from '../../db/database.ts'
import { changedFields, nextVersion } from '../../db/row-change.ts'
import { recordRename } from '../../db/undo-log.ts'
import { claimSlugIn } from '../../slugs/claim-slug.ts'
import { makePersonSlug, personSortName } from '../../slugs/make-slug.ts'
import { may, type Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { invalidField, ProblemError, staleVersion, takenField } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { lockNames, newName, recordCreated, recordUpdated } from '../taxonomy/name-commands.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import { findAuthor } from './author-queries.ts'

type AuthorCreate = z.output<typeof authorEndpoints.create.body>
type AuthorEdit = z.output<typeof authorEndpoints.edit.body>

const inUse = {
  author_slug: () => takenField('slug'),
  author_user: () => invalidField('user', 'taken', 'another author belongs to this account'),
}

/** @throws ProblemError slug_taken; forbidden (someone else's account); invalid_input for an unknown picture or account */
export const createAuthor = (
  { db }: Services,
  actor: Actor,
  { slug, ...given }: AuthorCreate,
  id?: string,
): Promise<Author> =>
  namingIndexes(inUse, () =>
    db.transaction().execute(async (trx) => {
      const { user = null, avatar = null, links = [], ...fields } = given
      await requirePointers(trx, actor, { user: null, avatar: null }, { user, avatar })
      const own = await newAuthor(trx, actor, given.displayName, slug, id)
      const sortName = fields.sortName || own.sortName
      await trx
        .insertInto('author')
        .values({ ...fields, ...own, sortName, avatar, userId: user, links: JSON.stringify(links) })
        .execute()
      await recordCreated(trx, actor, 'author', own, given.displayName)
      return replyWith(trx, own.id)
    }),
  )

/**
 * Changes an author. Nothing is written where nothing changed.
 * @throws ProblemError not_found, stale_version, slug_taken, forbidden, invalid_input
 */
export const editAuthor = ({ db }: Services, actor: Actor, id: string, edit: AuthorEdit): Promise<Author> =>
  namingIndexes(inUse, () => db.transaction().execute((trx) => editAuthorIn(trx, actor, id, edit)))

/** @param isUndo whether this undoes a renaming, which is no step of its own */
export async function editAuthorIn(
  trx: Db,
  actor: Actor,
  id: string,
  { version, ...asked }: AuthorEdit,
  isUndo = false,
): Promise<Author> {
  const [row] = await lockNames(trx, 'author', [id])
  if (!row) throw new ProblemError('not_found')
  if (row.version !== version) throw staleVersion(await replyWith(trx, id))
  const before = { ...row, user: row.userId }
  const given = { ...asked, ...ownSortName(row, asked) }
  const fields = changedFields(before, given)
  if (fields.length === 0) return replyWith(trx, id)
  const after = { ...before, ...given }
  await requirePointers(trx, actor, before, after)
  const { user, links, ...columns } = given
  await trx
    .updateTable('author')
    .set({
      ...columns,
      ...(user !== undefined && { userId: user }),
      ...(links && { links: JSON.stringify(links) }),
      ...nextVersion(actor.id, row),
    })
    .where('id', '=', id)
    .execute()
  // An address that is private stays out of the log, too.
  const change = { before, after, fields, title: after.displayName }
  await recordUpdated(trx, actor, 'author', change, { hidden: 'email', ...(isUndo && { action: 'undo' }) })
  if (fields.includes('displayName') && !isUndo)
    await recordRename(trx, actor.id, 'author', { before, after, fields, nameOf: ({ displayName }) => displayName })
  return replyWith(trx, id)
}

/** `newName` with the sorting name that an author has without one of their own. */
export async function newAuthor(trx: Db, actor: Actor, displayName: string, slug?: string, id?: string) {
  const free = slug ?? (await claimSlugIn(trx, 'author', makePersonSlug(displayName, 'author')))
  const name = await newName(trx, actor, 'author', displayName, free, id)
  return { ...name, sortName: sortNameOf(displayName) }
}

const sortNameOf = (displayName: string) => personSortName(displayName, SORT_NAME_MAX)

/** The sorting name follows the name, until it is one of its own. */
function ownSortName(before: Pick<Author, 'displayName' | 'sortName'>, given: Partial<Author>): { sortName?: string } {
  const { displayName, sortName } = { ...before, ...given }
  return sortName === '' || sortName === sortNameOf(before.displayName) ? { sortName: sortNameOf(displayName) } : {}
}

export async function replyWith(trx: Db, id: string): Promise<Author> {
  const author = await findAuthor(trx, id)
  if (!author) throw new ProblemError('not_found')
  return author
}

type Pointers = { user: string | null; avatar: string | null }

/** A byline says whose articles are whose: only administrators may give one to someone else, or take it away. */
async function requirePointers(trx: Db, actor: Actor, before: Pointers, after: Pointers): Promise<void> {
  if (
    after.avatar &&
    after.avatar !== before.avatar &&
    !(await lockMediaForShare(trx, [after.avatar])).has(after.avatar)
  )
    throw invalidField('avatar', 'unknown_id', 'there is no such picture')
  if (after.user === before.user) return
  requireOwnAccounts(actor, [before.user, after.user], 'user')
  if (!after.user) return
  const account = await trx
    .selectFrom('userAccount')
    .select('id')
    .where('id', '=', after.user)
    .where('status', '!=', 'removed')
    .executeTakeFirst()
  if (!account) throw invalidField('user', 'unknown_id', 'there is no such account')
}

/** @param accounts those that are linked to an author, or no longer, by what this person wants to do */
export function requireOwnAccounts(actor: Actor, accounts: readonly (string | null)[], path?: string): void {
  if (may(actor, 'users.manage') || accounts.every((id) => id === null || id === actor.id)) return
  throw new ProblemError('forbidden', {
    detail: 'Only an administrator may link the account of someone else',
    ...(path && { fields: [{ path, code: 'not_yours', message: 'is the account of someone else' }] }),
  })
}
