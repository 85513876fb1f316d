import { sql } from 'kysely'
import type { tagEndpoints, Tag } from '#contract/tags.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike, listPage } from '../../db/list-page.ts'

export type TagListQuery = NonNullable<(typeof tagEndpoints.list)['query']>['_output']

/** The tags among these ids that are there (not trashed). */
export async function knownTags(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('tag').select('id').where('id', 'in', ids).where('deletedAt', 'is', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Names by id; trashed tags keep theirs. */
export async function tagNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('tag').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Tags as readers may see them, by id; internal and trashed ones are left out. */
export async function publicTags(db: Db, ids: readonly string[]): Promise<Map<string, { name: string; slug: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', ids)
    .where('visibility', '=', 'public')
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]))
}

export async function findTag(db: Db, id: string): Promise<Tag | undefined> {
  return (await tagsByIds(db, [id]))[0]
}

/** One page of tags; a synonym finds its tag. */
export async function listTags(db: Db, query: TagListQuery): Promise<Reply<typeof tagEndpoints.list>> {
  let rows = db.selectFrom('tag').select('tag.id').where('deletedAt', 'is', null)
  if (query.q) rows = rows.where(sql<boolean>`search_text like ${`%${escapeLike(query.q.toLowerCase())}%`}`)
  const by = query.sort.endsWith('name') ? sql`lower(name)` : sql`updated_at`
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  return listPage(db, rows, { by, direction }, query, (ids) => tagsByIds(db, ids))
}

async function tagsByIds(db: Db, ids: readonly string[]): Promise<Tag[]> {
  const rows = await db
    .selectFrom('tag')
    .leftJoin('userAccount as creator', 'creator.id', 'tag.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'tag.updatedBy')
    .selectAll('tag')
    .select(['creator.name as creatorName', 'updater.name as updaterName'])
    .where('tag.id', 'in', ids)
    .where('tag.deletedAt', 'is', null)
    .execute()
  return rows.map(({ creatorName, updaterName, createdBy, updatedBy, ...row }) => ({
    ...row,
    createdBy: createdBy ? { id: createdBy, name: creatorName ?? '' } : null,
    updatedBy: updatedBy ? { id: updatedBy, name: updaterName ?? '' } : null,
  }))
}
