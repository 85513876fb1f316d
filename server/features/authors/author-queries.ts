import { sql } from 'kysely'
import type { authorEndpoints, Author, AuthorListQuery } from '#contract/authors.ts'
import type { Reply } from '#contract/endpoint.ts'
import { RELEVANCE } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'
import { filterCondition, type FilterConditions } from '../../db/list-filter.ts'
import { listPage } from '../../db/list-page.ts'
import { orderOf } from '../../db/list-rows.ts'
import { byUseAndName, rankedByName } from '../../db/match-score.ts'
import { contains, orSpelled } from '../../db/substring-search.ts'
import { personOf } from '../../db/person.ts'
import { knownNames, namesById } from '../taxonomy/name-queries.ts'
import { pendingUses, type PendingUses, usesFilter, usesKey, usesNow } from '../../db/use-counts.ts'

/** The authors among these ids that are there (not trashed). */
export const knownAuthors = (db: Db, ids: readonly string[]) => knownNames(db, 'author', ids)

/** Names for bylines, by id; trashed authors keep theirs. */
export const authorNames = (db: Db, ids: readonly string[]) => namesById(db, 'author', ids)

/** Bylines as readers may see them, by id: nothing private. A hidden author has a name and no page. */
export async function publicAuthors(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { displayName: string; slug: string; jobTitle: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('author')
    .select(['id', 'displayName', 'slug', 'jobTitle', 'hidden'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id, displayName, slug, jobTitle, hidden }) => [
      id,
      hidden ? { displayName, slug: '', jobTitle: '' } : { displayName, slug, jobTitle },
    ]),
  )
}

export async function findAuthor(db: Db, id: string): Promise<Author | undefined> {
  return (await authorsByIds(db, [id]))[0]
}

// Names with a sorting name, as Chinese ones, are ordered by that.
const keys = {
  displayName: { by: sql`lower(coalesce(nullif(sort_name, ''), display_name))` },
  updatedAt: { by: sql`updated_at` },
}

const filters: FilterConditions<AuthorListQuery, PendingUses> = {
  use: usesFilter,
  hidden: (hidden) => sql`hidden = ${hidden}`,
}

const named = { table: 'author', name: 'display_name' } as const

/** One page of authors. */
export async function listAuthors(
  db: Db,
  query: AuthorListQuery,
  read = listPage,
): Promise<Reply<typeof authorEndpoints.list>> {
  const { q, sort } = query
  const pending = await pendingUses(db, 'author')
  const listed = db
    .selectFrom('author')
    .select('author.id')
    .where('deletedAt', 'is', null)
    .where(filterCondition(query, filters, pending))
  const rows = q ? listed.where(orSpelled(named, contains(sql`lower(display_name)`, q), q)) : listed
  const uses = usesKey('author', pending)
  const order = orderOf({ ...keys, uses }, sort === RELEVANCE ? '-uses' : sort)
  const lowerName = sql`lower(display_name)`
  const hints =
    q && sort === RELEVANCE
      ? rankedByName(db, listed, lowerName, q, order, { equals: byUseAndName(uses.exactly ?? uses.by, lowerName) })
      : {}
  return read(db, rows, order, query, (ids) => authorsByIds(db, ids), hints)
}

const lastPublished = sql<string | null>`(select published_at from live_term where term = author.id
  order by published_at desc limit 1)`

async function authorsByIds(db: Db, ids: readonly string[]): Promise<Author[]> {
  const rows = await db
    .selectFrom('author')
    .leftJoin('userAccount as creator', 'creator.id', 'author.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'author.updatedBy')
    .leftJoin('userAccount as account', 'account.id', 'author.userId')
    .leftJoin('media', 'media.id', 'author.avatar')
    .selectAll('author')
    .select(['creator.name as creatorName', 'updater.name as updaterName', 'media.id as mediaId'])
    .select(['account.name as accountName', lastPublished.as('lastPublishedAt'), usesNow('author').as('uses')])
    .where('author.id', 'in', ids)
    .where('author.deletedAt', 'is', null)
    .execute()
  return rows.map(({ creatorName, updaterName, accountName, mediaId, userId, createdBy, updatedBy, ...row }) => ({
    ...row,
    user: userId,
    account: personOf(userId, accountName),
    createdBy: personOf(createdBy, creatorName),
    updatedBy: personOf(updatedBy, updaterName),
    avatarUrl: mediaId && `/media/${mediaId}/thumb.webp`,
  }))
}

/** Authors with a page on the outside site, in the order of their addresses, from the cursor on. Nothing private. */
export const publicAuthorList = (db: Db, after: string | undefined, limit: number) =>
  db
    .selectFrom('author')
    .select(['displayName', 'slug', 'bio', 'jobTitle', 'links', 'avatar'])
    .where('hidden', '=', false)
    .where('deletedAt', 'is', null)
    .$if(after !== undefined, (rows) => rows.where(sql<boolean>`slug > ${after}`))
    .orderBy('slug')
    .limit(limit)
    .execute()
