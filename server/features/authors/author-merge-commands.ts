import { sql } from 'kysely'
import type { Author } from '#contract/authors.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { nextVersion } from '../../db/row-change.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockUses } from '../taxonomy/lock-uses-commands.ts'
import { moveUses, recordTarget } from '../taxonomy/merge-commands.ts'
import { countArticlesOf } from '../taxonomy/merge-queries.ts'
import { lockForMerge, lockNames } from '../taxonomy/name-commands.ts'
import { requireOwnAccounts, replyWith } from './author-commands.ts'

type Merged = { entity: Author; moved: number; had: number; trashed: number; undo: UndoPointer }

/**
 * Makes other authors part of this one. An account that was linked to one of them is linked to this one, if it has none:
 * people keep the reach over their own articles.
 * @throws ProblemError not_found; forbidden, when it takes someone else's account away; invalid_input, with the author named that is gone or is the target itself
 */
export const mergeAuthors = ({ db }: Services, actor: Actor, id: string, from: readonly string[]): Promise<Merged> =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const { target, ...merge } = await whileExclusive(async () => {
      const locked = await lockForMerge(trx, 'author', id, from)
      for (const { id: one, userId } of locked.gone) requireOwnAccounts(actor, [userId], `from.${from.indexOf(one)}`)
      return { ...locked, articles: await lockUses(trx, 'author', from) }
    })
    const { gone } = merge
    const { articles, ...counts } = await moveUses(trx, actor, { noun: 'author', target: id, ...merge })
    const account = target.userId ?? gone.find(({ userId }) => userId)?.userId ?? null
    if (account !== target.userId)
      await recordTarget(trx, 'author', counts.undo, id, () =>
        trx
          .updateTable('author')
          .set({ userId: account, ...nextVersion(actor.id, target) })
          .where('id', '=', id)
          .execute(),
      )
    await recordAudit(trx, actor, {
      action: 'merge',
      entityType: 'author',
      entityId: id,
      entityTitle: target.displayName,
      after: { merged: gone.map(({ displayName }) => displayName), articles },
    })
    return { entity: await replyWith(trx, id), moved: articles, ...counts }
  })

/**
 * Deletes an author whom no article and no album outside the trash names.
 * @throws ProblemError not_found; forbidden, when the account of someone else is linked; in_use, with the counts
 */
export const deleteAuthor = ({ db }: Services, actor: Actor, id: string): Promise<{ undo: UndoPointer }> =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const { author, locked } = await whileExclusive(async () => {
      const [one] = await lockNames(trx, 'author', [id])
      if (!one) throw new ProblemError('not_found')
      requireOwnAccounts(actor, [one.userId])
      return { author: one, locked: await lockUses(trx, 'author', [id]) }
    })
    const { articles, published } = await countArticlesOf(trx, 'author', [id])
    const albums = await countAlbumsOf(trx, id)
    if (articles > 0 || published > 0 || albums > 0)
      throw new ProblemError('in_use', {
        reasons: [`articles: ${articles}`, `published: ${published}`, ...(albums > 0 ? [`albums: ${albums}`] : [])],
      })
    const { undo } = await moveUses(trx, actor, { noun: 'author', target: null, gone: [author], articles: locked })
    await recordAudit(trx, actor, {
      action: 'trash',
      entityType: 'author',
      entityId: id,
      entityTitle: author.displayName,
    })
    return { undo }
  })

/** Albums outside the trash whose photographer this is, also by a merge. */
async function countAlbumsOf(trx: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from album
    where deleted_at is null and photographer in (with recursive same (id) as (
      select ${id}::uuid union select author.id from same join author on merged_into = same.id
    ) select id from same)`.execute(trx)
  return rows[0]?.count ?? 0
}
