import { sql } from 'kysely'
import type { Tag } from '#contract/tags.ts'
import { holdCatalogueBriefly } from '../../db/catalogue-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { absorbNames, searchTextOf } from '../catalogue/absorb-rules.ts'
import { holdUses } from '../catalogue/hold-uses-commands.ts'
import { moveUses, rememberTarget } from '../catalogue/merge-commands.ts'
import { holdTags, replyWith } from './tag-commands.ts'

type Held = Awaited<ReturnType<typeof holdTags>>[number]
type Merged = { entity: Tag; moved: number; undo: string }

/**
 * Makes other tags part of this one. Their names become its synonyms, as far as there is room.
 * @throws ProblemError not_found; invalid_input, with the tag named that is gone or is the target itself
 */
export const mergeTags = ({ db }: Services, actor: Actor, id: string, from: readonly string[]): Promise<Merged> =>
  holdCatalogueBriefly(db, async (trx, holdBriefly) => {
    const { target, ...merge } = await holdBriefly(async () => {
      const held = new Map((await holdTags(trx, [id, ...from])).map((tag) => [tag.id, tag]))
      const into = held.get(id)
      if (!into) throw new ProblemError('not_found')
      return { target: into, gone: allOf(held, from, 'from', id), articles: await holdUses(trx, 'tag', from) }
    })
    const { gone } = merge
    const { undo, articles } = await moveUses(trx, actor, { noun: 'tag', target: id, ...merge })
    await takeNames(trx, actor, target, gone)
    await rememberTarget(trx, 'tag', undo)
    await recordAudit(trx, actor, {
      action: 'merge',
      entityType: 'tag',
      entityId: id,
      entityTitle: target.name,
      after: { merged: gone.map(({ name }) => name), articles },
    })
    return { entity: await replyWith(trx, id), moved: articles, undo }
  })

/**
 * Deletes tags and takes them off their articles.
 * @throws ProblemError not_found for one; invalid_input, with the tag named, for several
 */
export const deleteTags = ({ db }: Services, actor: Actor, ids: readonly string[], path?: string) =>
  holdCatalogueBriefly(db, async (trx, holdBriefly) => {
    const merge = await holdBriefly(async () => {
      const held = new Map((await holdTags(trx, ids)).map((tag) => [tag.id, tag]))
      if (!path && held.size === 0) throw new ProblemError('not_found')
      return { gone: allOf(held, ids, path ?? 'ids'), articles: await holdUses(trx, 'tag', ids) }
    })
    const { gone } = merge
    const { undo, articles } = await moveUses(trx, actor, { noun: 'tag', target: null, ...merge })
    for (const tag of gone)
      await recordAudit(trx, actor, { action: 'trash', entityType: 'tag', entityId: tag.id, entityTitle: tag.name })
    return { deleted: gone.length, articles, undo }
  })

function allOf(held: Map<string, Held>, ids: readonly string[], path: string, target?: string): Held[] {
  return [...new Set(ids)].map((id) => {
    const tag = held.get(id)
    const where = `${path}.${ids.indexOf(id)}`
    if (id === target) throw invalidField(where, 'same', 'is the tag itself')
    if (!tag) throw invalidField(where, 'unknown_id', 'there is nothing with this id')
    return tag
  })
}

async function takeNames(trx: Db, actor: Actor, target: Held, gone: readonly Held[]): Promise<void> {
  const { synonyms } = absorbNames(target, gone)
  await trx
    .updateTable('tag')
    .set({
      synonyms,
      searchText: searchTextOf(target.name, synonyms),
      version: target.version + 1,
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actor.id,
    })
    .where('id', '=', target.id)
    .execute()
}
