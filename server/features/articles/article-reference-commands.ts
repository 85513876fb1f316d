import type { ArticleContent } from '../../db/tables.ts'
import type { Db } from '../../db/database.ts'
import type { ProblemField } from '#contract/problems.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { knownAuthors } from '../authors/author-queries.ts'
import { followMerges } from '../catalogue/merge-queries.ts'
import { knownCategories } from '../categories/category-queries.ts'
import { holdMedia } from '../media/media-queries.ts'
import { mediaInText } from '../media/media-rules.ts'
import { knownTags } from '../tags/tag-queries.ts'

type Pointer = { path: string; id: string; kind: 'authors' | 'categories' | 'tags' | 'media' }

/**
 * Every id that is new in `after` must be there. What the article pointed at before may stay, even if it is trashed meanwhile.
 * @throws ProblemError invalid_input, each unknown id named
 */
export async function demandReferences(trx: Db, before: ArticleContent | null, after: ArticleContent): Promise<void> {
  const old = new Set(before ? pointersOf(before).map(({ kind, id }) => kind + id) : [])
  const fresh = pointersOf(after).filter(({ kind, id }) => !old.has(kind + id))
  const known = await knownAmong(trx, fresh)
  const fields = fresh
    .filter(({ kind, id }) => !known[kind].has(id))
    .map(({ path }): ProblemField => ({ path, code: 'unknown_id', message: 'there is nothing with this id' }))
  if (fields.length) throw new ProblemError('invalid_input', { fields })
  // What the text shows cannot go to the trash at the same moment. A text may name what is gone, though.
  const shown = new Set(before ? mediaInText(before.body) : [])
  await holdMedia(
    trx,
    mediaInText(after.body).filter((id) => !shown.has(id)),
  )
}

/** The ids of merged tags and authors as those of what they became part of: who was editing meanwhile loses nothing. */
export async function withMergesFollowed(trx: Db, content: ArticleContent): Promise<ArticleContent> {
  const tags = await followMerges(trx, 'tag', content.tags)
  const authors = await followMerges(trx, 'author', content.authors)
  return { ...content, tags, authors }
}

/** A historic content without what is no longer there. */
export async function withoutDeadReferences(trx: Db, content: ArticleContent): Promise<ArticleContent> {
  const followed = await withMergesFollowed(trx, content)
  const known = await knownAmong(trx, pointersOf(followed))
  const { cover, primaryCategory, socialImage, authors, tags } = followed
  return {
    ...content,
    cover: cover && known.media.has(cover.media) ? cover : null,
    socialImage: socialImage && known.media.has(socialImage) ? socialImage : null,
    primaryCategory: primaryCategory && known.categories.has(primaryCategory) ? primaryCategory : null,
    authors: authors.filter((id) => known.authors.has(id)),
    categories: content.categories.filter((id) => known.categories.has(id)),
    tags: tags.filter((id) => known.tags.has(id)),
  }
}

async function knownAmong(trx: Db, pointers: Pointer[]) {
  const of = (wanted: Pointer['kind']) => [
    ...new Set(pointers.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ]
  return {
    authors: await knownAuthors(trx, of('authors')),
    categories: await knownCategories(trx, of('categories')),
    tags: await knownTags(trx, of('tags')),
    media: await holdMedia(trx, of('media')),
  }
}

function pointersOf(content: ArticleContent): Pointer[] {
  const list = (kind: Pointer['kind'], path: string, ids: readonly string[]) =>
    ids.map((id, index) => ({ kind, id, path: `${path}.${index}` }))
  const one = (kind: Pointer['kind'], path: string, id: string | null | undefined) => (id ? [{ kind, id, path }] : [])
  return [
    ...list('authors', 'authors', content.authors),
    ...one('categories', 'primaryCategory', content.primaryCategory),
    ...list('categories', 'categories', content.categories),
    ...list('tags', 'tags', content.tags),
    ...one('media', 'cover.media', content.cover?.media),
    ...one('media', 'socialImage', content.socialImage),
  ]
}
