import type { ArticleContent } from '../../db/tables.ts'
import type { Db } from '../../db/database.ts'
import type { ProblemField } from '#contract/problems.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { knownAuthors } from '../authors/author-queries.ts'
import { followMerges } from '../taxonomy/merge-queries.ts'
import { followCategories, knownCategories } from '../categories/category-queries.ts'
import { type ReplacementMap, assignmentAfter } from '../categories/category-rules.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import { mediaInText } from '../media/media-rules.ts'
import { knownTags } from '../tags/tag-queries.ts'

type Pointer = { path: string; id: string; kind: 'authors' | 'categories' | 'tags' | 'media' }

type Names = Pick<ArticleContent, 'authors' | 'primaryCategory' | 'categories' | 'tags'>

/**
 * Every id that is new in `after` must be there. What the article pointed at before may stay, even if it is trashed
 * meanwhile.
 * @returns the content with names that are in the trash followed to what they replacements, or dropped: whoever chose one while
 *   someone merged or deleted it loses nothing else
 * @throws ProblemError invalid_input, each unknown id named
 */
export async function requireReferences(
  trx: Db,
  before: ArticleContent | null,
  after: ArticleContent,
): Promise<ArticleContent> {
  const old = new Set(before ? pointersOf(before).map(keyOf) : [])
  const missing = await missingAmong(
    trx,
    pointersOf(after).filter((pointer) => !old.has(keyOf(pointer))),
  )
  const trashed = await trashedAmong(trx, missing)
  const fields = missing
    .filter((pointer) => !trashed.has(keyOf(pointer)))
    .map(({ path }): ProblemField => ({ path, code: 'unknown_id', message: 'there is nothing with this id' }))
  if (fields.length) throw new ProblemError('invalid_input', { fields })
  // What the text shows cannot go to the trash at the same moment. A text may name what is gone, though.
  const shown = new Set(before ? mediaInText(before.body) : [])
  await lockMediaForShare(
    trx,
    mediaInText(after.body).filter((id) => !shown.has(id)),
  )
  return missing.length === 0 ? after : replaced(after, await becomeOf(trx, missing), before?.primaryCategory)
}

/** Names that were kept for later as they are now: merged ones followed, the others that are gone left out. */
export async function withNamesFollowed<Given extends Names>(trx: Db, given: Given): Promise<Given> {
  const missing = await missingAmong(trx, namesOf(given))
  return missing.length === 0 ? given : replaced(given, await becomeOf(trx, missing))
}

export type FollowNames = <Given extends Names>(given: Given) => Promise<Given>

/** The same for many: `all` their names are looked up at once, and only those that point at one that is gone are followed. */
export async function followNames(trx: Db, all: readonly Names[]): Promise<FollowNames> {
  const missing = new Set((await missingAmong(trx, all.flatMap(namesOf))).map(keyOf))
  return async (given) =>
    namesOf(given).some((name) => missing.has(keyOf(name))) ? withNamesFollowed(trx, given) : given
}

/** A historic content without what is no longer there. */
export async function withoutDeadReferences(trx: Db, content: ArticleContent): Promise<ArticleContent> {
  const missing = new Set((await missingAmong(trx, pointersOf(content))).map(keyOf))
  if (missing.size === 0) return content
  const there = (id: string | null | undefined) => id && !missing.has(keyOf({ kind: 'media', id }))
  const { cover, socialImage } = content
  return {
    ...(await withNamesFollowed(trx, content)),
    cover: there(cover?.media) ? cover : null,
    socialImage: there(socialImage) ? socialImage : null,
  }
}

/** Each list with what its names replacements; who loses the primary category keeps `primary`, or gets the first further one. */
function replaced<Given extends Names>(given: Given, replacements: ReplacementMap, primary?: string | null): Given {
  const list = (kind: Pointer['kind'], ids: readonly string[]) => [
    ...new Set(ids.map((id) => now(kind, id)).filter((id) => id !== null)),
  ]
  const now = (kind: Pointer['kind'], id: string) => {
    const key = keyOf({ kind, id })
    return replacements.has(key) ? (replacements.get(key) ?? null) : id
  }
  const categories = new Map(given.categories.map((id) => [id, now('categories', id)]))
  if (given.primaryCategory)
    categories.set(given.primaryCategory, now('categories', given.primaryCategory) ?? primary ?? null)
  const assignment = assignmentAfter({ primary: given.primaryCategory, categories: given.categories }, categories)
  return {
    ...given,
    authors: list('authors', given.authors),
    tags: list('tags', given.tags),
    primaryCategory: assignment.primary,
    categories: assignment.categories,
  }
}

/** What is left of names that are not there. */
async function becomeOf(trx: Db, missing: readonly Pointer[]): Promise<ReplacementMap> {
  const replacements = new Map<string, string | null>()
  const ids = (kind: Pointer['kind']) => missing.filter((one) => one.kind === kind).map(({ id }) => id)
  for (const [id, now] of await followCategories(trx, ids('categories')))
    replacements.set(keyOf({ kind: 'categories', id }), now)
  for (const [kind, noun] of [
    ['tags', 'tag'],
    ['authors', 'author'],
  ] as const)
    for (const id of ids(kind)) replacements.set(keyOf({ kind, id }), (await followMerges(trx, noun, [id]))[0] ?? null)
  const ends = [...replacements].flatMap(([key, id]) => (id ? [{ kind: kindOf(key), id, path: '' }] : []))
  const gone = new Set((await missingAmong(trx, ends)).map(keyOf))
  return new Map(
    missing.map((pointer) => {
      const id = replacements.get(keyOf(pointer)) ?? null
      return [keyOf(pointer), id !== null && !gone.has(keyOf({ kind: pointer.kind, id })) ? id : null]
    }),
  )
}

const keyOf = ({ kind, id }: Pick<Pointer, 'kind' | 'id'>) => `${kind} ${id}`
const kindOf = (key: string) => key.split(' ')[0] as Pointer['kind']

async function missingAmong(trx: Db, pointers: Pointer[]): Promise<Pointer[]> {
  if (pointers.length === 0) return []
  const known = await knownAmong(trx, pointers)
  return pointers.filter(({ kind, id }) => !known[kind].has(id))
}

/** Which names are in the trash. */
async function trashedAmong(trx: Db, pointers: readonly Pointer[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [kind, table] of [
    ['tags', 'tag'],
    ['authors', 'author'],
    ['categories', 'category'],
  ] as const) {
    const ids = pointers.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .where('deletedAt', 'is not', null)
      .execute()
    for (const { id } of rows) found.add(keyOf({ kind, id }))
  }
  return found
}

async function knownAmong(trx: Db, pointers: Pointer[]) {
  const of = (wanted: Pointer['kind']) => [
    ...new Set(pointers.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ]
  return {
    authors: await knownAuthors(trx, of('authors')),
    categories: await knownCategories(trx, of('categories')),
    tags: await knownTags(trx, of('tags')),
    media: await lockMediaForShare(trx, of('media')),
  }
}

const list = (kind: Pointer['kind'], path: string, ids: readonly string[]): Pointer[] =>
  ids.map((id, index) => ({ kind, id, path: `${path}.${index}` }))
const one = (kind: Pointer['kind'], path: string, id: string | null | undefined): Pointer[] =>
  id ? [{ kind, id, path }] : []

const namesOf = (names: Names): Pointer[] => [
  ...list('authors', 'authors', names.authors),
  ...one('categories', 'primaryCategory', names.primaryCategory),
  ...list('categories', 'categories', names.categories),
  ...list('tags', 'tags', names.tags),
]

const pointersOf = (content: ArticleContent): Pointer[] => [
  ...namesOf(content),
  ...one('media', 'cover.media', content.cover?.media),
  ...one('media', 'socialImage', content.socialImage),
]
