import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { tagEndpoints, Tag } from '#contract/tags.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { searchTextOf } from '../catalogue/absorb-rules.ts'
import { leadOldPath } from '../catalogue/redirect-commands.ts'
import { findTag } from './tag-queries.ts'

type TagCreate = z.output<typeof tagEndpoints.create.body>
type TagEdit = z.output<typeof tagEndpoints.edit.body>

/** @throws ProblemError name_taken (ignoring case), slug_taken */
export function createTag({ db }: Services, actor: Actor, input: TagCreate): Promise<Tag> {
  const { synonyms = [], slug, ...fields } = input
  const id = uuidv7()
  return nameRace(() =>
    db.transaction().execute(async (trx) => {
      const taken = async (slugs: string[]) => {
        const rows = await trx
          .selectFrom('tag')
          .select('slug')
          .where('slug', 'in', slugs)
          .where('deletedAt', 'is', null)
          .execute()
        return new Set(rows.map((row) => row.slug))
      }
      const free = slug ?? (await claimFreeSlug(trx, 'tag', makeSlug(input.name, 'tag'), taken))
      await trx
        .insertInto('tag')
        .values({
          ...fields,
          id,
          synonyms,
          searchText: searchTextOf(input.name, synonyms),
          slug: free,
          createdBy: actor.id,
          updatedBy: actor.id,
        })
        .execute()
      await leadOldPath(trx, 'tag', id, undefined, free)
      await recordAudit(trx, actor, { action: 'create', entityType: 'tag', entityId: id, entityTitle: input.name })
      return replyWith(trx, id)
    }),
  )
}

/**
 * Changes a tag. Nothing is written where nothing changed.
 * @throws ProblemError not_found, stale_version, name_taken, slug_taken
 */
export function editTag({ db }: Services, actor: Actor, id: string, { version, ...given }: TagEdit): Promise<Tag> {
  return nameRace(() =>
    db.transaction().execute(async (trx) => {
      const [row] = await holdTags(trx, [id])
      if (!row) throw new ProblemError('not_found')
      if (row.version !== version) {
        const current = await replyWith(trx, id)
        throw new ProblemError('stale_version', { current, changedBy: current.updatedBy?.name ?? null })
      }
      const names = Object.keys(given) as (keyof typeof given)[]
      const changed = names.filter((name) => JSON.stringify(row[name]) !== JSON.stringify(given[name]))
      if (changed.length === 0) return replyWith(trx, id)
      const after = { ...row, ...given }
      await trx
        .updateTable('tag')
        .set({
          ...given,
          searchText: searchTextOf(after.name, after.synonyms),
          ...(changed.includes('name') && { alikeKnown: false }),
          version: version + 1,
          updatedAt: sql<string>`clock_timestamp()`,
          updatedBy: actor.id,
        })
        .where('id', '=', id)
        .execute()
      await leadOldPath(trx, 'tag', id, row.slug, after.slug)
      const part = (of: typeof row) => Object.fromEntries(changed.map((name) => [name, of[name]]))
      await recordAudit(trx, actor, {
        action: 'save',
        entityType: 'tag',
        entityId: id,
        entityTitle: after.name,
        before: part(row),
        after: part(after),
      })
      return replyWith(trx, id)
    }),
  )
}

/** These tags, locked, in one order for everybody; what is in the trash is not among them. */
export const holdTags = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('tag')
    .selectAll()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export async function replyWith(trx: Db, id: string): Promise<Tag> {
  const tag = await findTag(trx, id)
  if (!tag) throw new ProblemError('not_found')
  return tag
}

/** The indexes have the last word about names and slugs. */
async function nameRace<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const index = uniqueViolation(error)
    if (index === 'tag_slug')
      throw new ProblemError('slug_taken', { fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }] })
    if (index === 'tag_name')
      throw new ProblemError('name_taken', { fields: [{ path: 'name', code: 'name_taken', message: 'is in use' }] })
    throw error
  }
}
