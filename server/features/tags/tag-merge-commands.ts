import type { Tag } from '#contract/tags.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import { nextVersion } from '../../db/row-change.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit, recordAudits } from '../audit/audit-commands.ts'
import { absorbNames, searchTextOf } from '../taxonomy/absorb-rules.ts'
import { lockUses } from '../taxonomy/lock-uses-commands.ts'
import { moveUses, recordTarget } from '../taxonomy/merge-commands.ts'
import { requireAll, lockForMerge, lockNames } from '../taxonomy/name-commands.ts'
import { replyWith } from './tag-commands.ts'

type Merged = { entity: Tag; moved: number; had: number; trashed: number; undo: UndoPointer }

/**
 * Makes other tags part of this one. Their names become its synonyms, as far as there is room.
 * @throws ProblemError not_found; invalid_input, with the tag named that is gone or is the target itself
 */
export const mergeTags = ({ db }: Services, actor: Actor, id: string, from: readonly string[]): Promise<Merged> =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const { target, ...merge } = await whileExclusive(async () => ({
      ...(await lockForMerge(trx, 'tag', id, from)),
      articles: await lockUses(trx, 'tag', from),
    }))
    const { gone } = merge
    const { articles, ...counts } = await moveUses(trx, actor, { noun: 'tag', target: id, ...merge })
    const { synonyms } = absorbNames(target, gone)
    await recordTarget(trx, 'tag', counts.undo, id, () =>
      trx
        .updateTable('tag')
        .set({ synonyms, searchText: searchTextOf(target.name, synonyms), ...nextVersion(actor.id, target) })
        .where('id', '=', id)
        .execute(),
    )
    await recordAudit(trx, actor, {
      action: 'merge',
      entityType: 'tag',
      entityId: id,
      entityTitle: target.name,
      after: { merged: gone.map(({ name }) => name), articles },
    })
    return { entity: await replyWith(trx, id), moved: articles, ...counts }
  })

/**
 * Deletes tags and takes them off their articles.
 * @throws ProblemError not_found for one; invalid_input, with the tag named, for several
 */
export const deleteTags = ({ db }: Services, actor: Actor, ids: readonly string[], path?: string) =>
  withTaxonomyLock(db, async (trx, whileExclusive) => {
    const merge = await whileExclusive(async () => {
      const locked = await lockNames(trx, 'tag', ids)
      if (!path && locked.length === 0) throw new ProblemError('not_found')
      return { gone: requireAll(locked, ids, path ?? 'ids'), articles: await lockUses(trx, 'tag', ids) }
    })
    const { gone } = merge
    const { undo, articles } = await moveUses(trx, actor, { noun: 'tag', target: null, ...merge })
    await recordAudits(
      trx,
      actor,
      gone.map(({ id, name }) => ({ action: 'trash', entityType: 'tag', entityId: id, entityTitle: name })),
    )
    return { deleted: gone.length, articles, undo }
  })
