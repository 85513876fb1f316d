import type { z } from 'zod'
import type { tagEndpoints, Tag } from '#contract/tags.ts'
import type { Db } from '../../db/database.ts'
import { changedFields, nextVersion } from '../../db/row-change.ts'
import { recordRename } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { ProblemError, staleVersion, takenField } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { searchTextOf } from '../taxonomy/absorb-rules.ts'
import { lockNames, newName, recordCreated, recordUpdated } from '../taxonomy/name-commands.ts'
import { findTag } from './tag-queries.ts'
import { compareTags } from './tag-similar-commands.ts'

type TagCreate = z.output<typeof tagEndpoints.create.body>
type TagEdit = z.output<typeof tagEndpoints.edit.body>

const inUse = { tag_slug: () => takenField('slug'), tag_name: () => takenField('name') }

/** @throws ProblemError name_taken (ignoring case), slug_taken */
export const createTag = ({ db }: Services, actor: Actor, { slug, ...given }: TagCreate, id?: string): Promise<Tag> =>
  namingIndexes(inUse, () =>
    db.transaction().execute(async (trx) => {
      const { name, synonyms = [] } = given
      const own = await newName(trx, actor, 'tag', name, slug, id)
      await trx
        .insertInto('tag')
        .values({ ...given, ...own, synonyms, searchText: searchTextOf(name, synonyms) })
        .execute()
      await recordCreated(trx, actor, 'tag', own, name)
      await compareTags(trx, [{ id: own.id, name }])
      return replyWith(trx, own.id)
    }),
  )

/**
 * Changes a tag. Nothing is written where nothing changed.
 * @throws ProblemError not_found, stale_version, name_taken, slug_taken
 */
export const editTag = ({ db }: Services, actor: Actor, id: string, edit: TagEdit): Promise<Tag> =>
  namingIndexes(inUse, () => db.transaction().execute((trx) => editTagIn(trx, actor, id, edit)))

/** @param isUndo whether this undoes a renaming, which is no step of its own */
export async function editTagIn(
  trx: Db,
  actor: Actor,
  id: string,
  { version, ...given }: TagEdit,
  isUndo = false,
): Promise<Tag> {
  const [row] = await lockNames(trx, 'tag', [id])
  if (!row) throw new ProblemError('not_found')
  if (row.version !== version) throw staleVersion(await replyWith(trx, id))
  const fields = changedFields(row, given)
  if (fields.length === 0) return replyWith(trx, id)
  const after = { ...row, ...given }
  const isRenamed = fields.includes('name')
  await trx
    .updateTable('tag')
    .set({
      ...given,
      searchText: searchTextOf(after.name, after.synonyms),
      ...(isRenamed && { similarKnown: false }),
      ...nextVersion(actor.id, row),
    })
    .where('id', '=', id)
    .execute()
  const change = { before: row, after, fields, title: after.name }
  await recordUpdated(trx, actor, 'tag', change, isUndo ? { action: 'undo' } : {})
  if (isRenamed) await compareTags(trx, [after])
  if (isRenamed && !isUndo)
    await recordRename(trx, actor.id, 'tag', { before: row, after, fields, nameOf: ({ name }) => name })
  return replyWith(trx, id)
}

export async function replyWith(trx: Db, id: string): Promise<Tag> {
  const tag = await findTag(trx, id)
  if (!tag) throw new ProblemError('not_found')
  return tag
}
