import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { tagEndpoints, Tag } from '#contract/tags.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findTag } from './tag-queries.ts'

type TagCreate = z.output<typeof tagEndpoints.create.body>

/** @throws ProblemError name_taken (ignoring case), slug_taken */
export async function createTag({ db }: Services, actor: Actor, input: TagCreate): Promise<Tag> {
  const { synonyms = [], slug, ...fields } = input
  const id = uuidv7()
  try {
    return await db.transaction().execute(async (trx) => {
      const taken = async (slugs: string[]) => {
        const rows = await trx
          .selectFrom('tag')
          .select('slug')
          .where('slug', 'in', slugs)
          .where('deletedAt', 'is', null)
          .execute()
        return new Set(rows.map((row) => row.slug))
      }
      await trx
        .insertInto('tag')
        .values({
          ...fields,
          id,
          synonyms,
          searchText: [input.name, ...synonyms].join('\n').toLowerCase(),
          slug: slug ?? (await claimFreeSlug(trx, 'tag', makeSlug(input.name, 'tag'), taken)),
          createdBy: actor.id,
          updatedBy: actor.id,
        })
        .execute()
      await recordAudit(trx, actor, { action: 'create', entityType: 'tag', entityId: id, entityTitle: input.name })
      const tag = await findTag(trx, id)
      if (!tag) throw new ProblemError('not_found')
      return tag
    })
  } catch (error) {
    const index = uniqueViolation(error)
    if (index === 'tag_slug')
      throw new ProblemError('slug_taken', { fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }] })
    if (index === 'tag_name')
      throw new ProblemError('name_taken', { fields: [{ path: 'name', code: 'name_taken', message: 'is in use' }] })
    throw error
  }
}
