import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug, lockSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { takenSlugs } from './article-slug-queries.ts'

const UNTITLED = 'untitled'

/** A slug that was made before there was a title, and so may be made again. */
export const isPlaceholderSlug = (slug: string): boolean => /^untitled(-\d+)?$/.test(slug)

/** Whether no one chose this slug: it is what the title gets, numbered or not. */
export function isSlugOfTitle(slug: string, title: string): boolean {
  const made = makeSlug(title, UNTITLED)
  return slug === made || (slug.startsWith(`${made}-`) && /^\d+$/.test(slug.slice(made.length + 1)))
}

/** The slug a title gets, numbered where it is taken; locked until the transaction ends. */
export const claimSlugFor = (trx: Db, title: string, articleId: string): Promise<string> =>
  claimNearSlug(trx, makeSlug(title, UNTITLED), articleId)

/** This slug, numbered where it is taken; locked until the transaction ends. */
export const claimNearSlug = (trx: Db, slug: string, articleId: string): Promise<string> =>
  claimFreeSlug(trx, 'article', slug, (slugs) => takenSlugs(trx, slugs, articleId))

/** Exactly this slug, locked until the transaction ends. @throws ProblemError slug_taken */
export async function claimSlug(trx: Db, slug: string, articleId: string): Promise<string> {
  await lockSlug(trx, 'article', slug)
  if ((await takenSlugs(trx, [slug], articleId)).size > 0) throw slugTaken()
  return slug
}

export const slugTaken = () =>
  new ProblemError('slug_taken', { fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }] })

/** A slug that is free now for this title; whoever saves first gets it. */
export const suggestSlug = ({ db }: Services, title: string, article = NOBODY): Promise<{ slug: string }> =>
  db.transaction().execute(async (trx) => ({ slug: await claimSlugFor(trx, title, article) }))

const NOBODY = '00000000-0000-0000-0000-000000000000'
