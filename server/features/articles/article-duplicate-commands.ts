import { sql } from 'kysely'
import type { Article } from '#contract/articles.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Locale } from '#contract/session.ts'
import { lockTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { findMe } from '../users/user-queries.ts'
import { insertArticle, slugRace } from './article-commands.ts'
import { contentOf } from './article-content-rules.ts'
import { contentOfCopy, titleOfCopy } from './article-duplicate-rules.ts'
import { requireReferences, withoutDeadReferences } from './article-reference-commands.ts'
import { findArticleRow, isOneOfOwn, accessOf } from './article-row-queries.ts'
import { mayDuplicate, reaches } from './article-rules.ts'
import { replyWith } from './article-save-commands.ts'
import { claimSlugFor } from './article-slug-commands.ts'

/** Copies of one title that are told apart by number; after that they share the last one. */
const NUMBERED_MOST = 50

/**
 * A new draft with the content of this article's working copy; its history begins here.
 * @param copyId of the new draft
 * @throws ProblemError not_found, forbidden when the person sees the published text only, illegal_transition in the trash
 */
export const duplicateArticle = ({ db }: Services, actor: Actor, id: string, copyId: string): Promise<Article> =>
  slugRace(() =>
    db.transaction().execute(async (trx) => {
      await lockTaxonomyShared(trx)
      const row = await findArticleRow(trx, actor, id)
      const access = row && accessOf(row)
      if (!row || !access || !reaches(actor, 'articles.read', access)) throw new ProblemError('not_found')
      if (access.state === 'trashed')
        throw new ProblemError('illegal_transition', { detail: 'An article in the trash cannot be duplicated' })
      if (!mayDuplicate(actor, access)) throw new ProblemError('forbidden')

      const kept = await withoutDeadReferences(trx, contentOfCopy(contentOf(row)))
      const content = await requireReferences(trx, null, kept)
      content.authors = await bylinesOfCopy(trx, actor, content.authors)
      content.title = await freeTitle(trx, actor, content.title)
      content.slug = await claimSlugFor(trx, content.title, copyId)
      await insertArticle(trx, actor, copyId, content, { action: 'duplicate', after: { from: id } })
      return replyWith(trx, actor, copyId)
    }),
  )

/** A person who may write only their own articles puts no other authors on a copy. */
async function bylinesOfCopy(trx: Db, actor: Actor, authors: readonly string[]): Promise<string[]> {
  if (scopeOf(actor.role, 'articles.write') === 'all' || authors.length === 0) return [...authors]
  const own = await trx
    .selectFrom('author')
    .select('id')
    .where('userId', '=', actor.id)
    .where('id', 'in', authors)
    .execute()
  return authors.filter((author) => own.some(({ id }) => id === author))
}

/** The title of the copy in the person's language, numbered among the articles whose titles the person may know. */
async function freeTitle(trx: Db, actor: Actor, title: string): Promise<string> {
  if (title === '') return ''
  const locale: Locale = (await findMe(trx, actor.id))?.locale ?? 'en'
  const names = Array.from({ length: NUMBERED_MOST }, (_, index) => titleOfCopy(title, locale, index + 1))
  let taken = trx
    .selectFrom('article')
    .select('title')
    .where(
      sql`lower(title)`,
      'in',
      names.map((name) => sql<string>`lower(${name}::text)`),
    )
    .where('deletedAt', 'is', null)
  if (scopeOf(actor.role, 'articles.read') !== 'all') taken = taken.where(isOneOfOwn(actor.id))
  const found = new Set((await taken.execute()).map((row) => row.title))
  return names.find((name) => !found.has(name)) ?? names.at(-1) ?? title
}
