import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { authorEndpoints, Author } from '#contract/authors.ts'
import type { Services } from '../../services.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findAuthor } from './author-queries.ts'

type AuthorCreate = z.output<typeof authorEndpoints.create.body>

/** @throws ProblemError slug_taken; invalid_input for an unknown picture or account */
export async function createAuthor({ db }: Services, actor: Actor, input: AuthorCreate): Promise<Author> {
  const { user = null, avatar = null, links = [], slug, ...fields } = input
  const id = uuidv7()
  try {
    return await db.transaction().execute(async (trx) => {
      if (avatar && !(await trx.selectFrom('media').select('id').where('id', '=', avatar).executeTakeFirst()))
        throw invalidField('avatar', 'unknown_id', 'there is no such picture')
      if (user && !(await trx.selectFrom('userAccount').select('id').where('id', '=', user).executeTakeFirst()))
        throw invalidField('user', 'unknown_id', 'there is no such account')
      const taken = async (slugs: string[]) => {
        const rows = await trx
          .selectFrom('author')
          .select('slug')
          .where('slug', 'in', slugs)
          .where('deletedAt', 'is', null)
          .execute()
        return new Set(rows.map((row) => row.slug))
      }
      await trx
        .insertInto('author')
        .values({
          ...fields,
          id,
          avatar,
          userId: user,
          links: JSON.stringify(links),
          slug: slug ?? (await claimFreeSlug(trx, 'author', makeSlug(input.displayName, 'author'), taken)),
          createdBy: actor.id,
          updatedBy: actor.id,
        })
        .execute()
      const author = await findAuthor(trx, id)
      if (!author) throw new ProblemError('not_found')
      await recordAudit(trx, actor, {
        action: 'create',
        entityType: 'author',
        entityId: id,
        entityTitle: author.displayName,
      })
      return author
    })
  } catch (error) {
    const index = uniqueViolation(error)
    if (index === 'author_slug') throw new ProblemError('slug_taken', { fields: [slugTaken] })
    if (index === 'author_user') throw invalidField('user', 'taken', 'another author belongs to this account')
    throw error
  }
}

const slugTaken = { path: 'slug', code: 'slug_taken', message: 'is in use' }
