import { sql, type SqlBool } from 'kysely'
import type { tagEndpoints, Tag, TagListQuery } from '#contract/tags.ts'
import type { Reply } from '#contract/endpoint.ts'
import { RELEVANCE } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'
import { filterCondition, type FilterConditions } from '../../db/list-filter.ts'
import { listPage } from '../../db/list-page.ts'
import { orderOf } from '../../db/list-rows.ts'
import { byUseAndName, matchScore, rankedByName } from '../../db/match-score.ts'
import { contains, orSpelled } from '../../db/substring-search.ts'
import { personOf } from '../../db/person.ts'
import { knownNames, namesById } from '../taxonomy/name-queries.ts'
import { pendingUses, type PendingUses, usesFilter, usesKey, usesNow } from '../../db/use-counts.ts'

/** The tags among these ids that are there (not trashed). */
export const knownTags = (db: Db, ids: readonly string[]) => knownNames(db, 'tag', ids)

/** Names by id; trashed tags keep theirs. */
export const tagNames = (db: Db, ids: readonly string[]) => namesById(db, 'tag', ids)

/** Tags as readers may see them, by id; internal and trashed ones are left out. */
export async function publicTags(db: Db, ids: readonly string[]): Promise<Map<string, { name: string; slug: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'name', 'slug'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('visibility', '=', 'public')
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]))
}

export async function findTag(db: Db, id: string): Promise<Tag | undefined> {
  return (await tagsByIds(db, [id]))[0]
}

const keys = { name: sql`lower(name)`, updatedAt: sql`updated_at` }

// Those in the trash are few.
const hasSimilar = sql<SqlBool>`id in (select tag_id from similar_tag
  where other_id not in (select id from tag where deleted_at is not null))`
const filters: FilterConditions<TagListQuery, PendingUses> = {
  use: usesFilter,
  similar: (wanted) => (wanted ? hasSimilar : sql`not ${hasSimilar}`),
  visibility: (visibility) => sql`visibility = ${visibility}`,
}

/** One page of tags; a synonym finds its tag. */
export async function listTags(db: Db, query: TagListQuery, read = listPage): Promise<Reply<typeof tagEndpoints.list>> {
  const { q, sort } = query
  const pending = await pendingUses(db, 'tag')
  const listed = db
    .selectFrom('tag')
    .select('tag.id')
    .where('deletedAt', 'is', null)
    .where(filterCondition(query, filters, pending))
  const rows = q ? listed.where(orSpelled({ table: 'tag', name: 'name' }, contains(sql`search_text`, q), q)) : listed
  const uses = usesKey('tag', pending)
  const order = orderOf(
    { name: { by: keys.name }, uses, updatedAt: { by: keys.updatedAt } },
    sort === RELEVANCE ? '-uses' : sort,
  )
  const ranks = { score: tagScore(q ?? ''), equals: byUseAndName(uses.exactly ?? uses.by, keys.name) }
  const hints = q && sort === RELEVANCE ? rankedByName(db, listed, keys.name, q, order, ranks) : {}
  return read(db, rows, order, query, (ids) => tagsByIds(db, ids), hints)
}

/** A synonym that is the typed text means the tag as its name would, after it. */
const tagScore = (typed: string) => sql<number>`(select case
  when score < 4 and lower(${typed}) = any(string_to_array(search_text, E'\n')) then 3.5
  else score end from (select ${matchScore(keys.name, typed)} as score offset 0) as of_name)`

// The ids of articles grow with time, so the last one of the index is the newest: no tag costs more for being used more.
const lastUse = sql<string | null>`(select created_at from article_tag join article on article.id = article_id
  where tag_id = tag.id and deleted_at is null order by article_id desc limit 1)`
const similar = sql<Tag['similar']>`(select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'name', other.name)
  order by lower(other.name)), '[]') from similar_tag join tag as other on other.id = other_id
  where similar_tag.tag_id = tag.id and other.deleted_at is null)`

async function tagsByIds(db: Db, ids: readonly string[]): Promise<Tag[]> {
  const rows = await db
    .selectFrom('tag')
    .leftJoin('userAccount as creator', 'creator.id', 'tag.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'tag.updatedBy')
    .selectAll('tag')
    .select(['creator.name as creatorName', 'updater.name as updaterName'])
    .select([usesNow('tag').as('uses'), lastUse.as('lastUsedAt'), similar.as('similar')])
    .where('tag.id', 'in', ids)
    .where('tag.deletedAt', 'is', null)
    .execute()
  return rows.map(({ creatorName, updaterName, createdBy, updatedBy, ...row }) => ({
    ...row,
    createdBy: personOf(createdBy, creatorName),
    updatedBy: personOf(updatedBy, updaterName),
  }))
}

/** Public tags in the order of their addresses, from the cursor on. */
export const publicTagList = (db: Db, after: string | undefined, limit: number) =>
  db
    .selectFrom('tag')
    .select(['name', 'slug', 'description', 'colour'])
    .where('visibility', '=', 'public')
    .where('deletedAt', 'is', null)
    .$if(after !== undefined, (rows) => rows.where(sql<boolean>`slug > ${after}`))
    .orderBy('slug')
    .limit(limit)
    .execute()
