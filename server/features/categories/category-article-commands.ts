import { sql } from 'kysely'
import { LEFT_NAMED_MOST, type UndoReport } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { withFacetsAtEnd } from '../../db/facets-at-end.ts'
import { flushChanges } from '../taxonomy/live-change-commands.ts'
import { type ReplacementMap, sameAssignment, assignmentAfter, type CategoryAssignment } from './category-rules.ts'

/** PostgreSQL gives each statement four seconds; this many take a fraction of one. */
const BATCH = 1000
/** Nothing but counting. */
const COUNTED = 10_000

/** Articles of a step that had the same categories, as their editors see them (`live` false) or as their readers do. */
export type Followed = { ids: string[]; live: boolean; before: CategoryAssignment; after: CategoryAssignment }
/** Articles that have the same categories, and get the same. */
export type Move = { ids: string[]; live: boolean; from: CategoryAssignment; to: CategoryAssignment }

/** Every article in one of these categories, trashed ones too, since they may come back; each at least once. */
export const assignedTo = (ids: readonly string[]) => sql`
  select article_id as id from article_category where category_id = any(${ids}::uuid[])
  union all select id from article where primary_category = any(${ids}::uuid[])
  union all select article_id from article_live where category_ids && ${ids}::uuid[]`

/** Locks the articles of a step. */
export async function lockFollowed(trx: Db, followed: readonly Followed[]): Promise<void> {
  for (const batch of batchesOf(followed))
    await sql`select from article where id = any(${batch.flatMap(({ ids }) => ids)}::uuid[])
      for no key update`.execute(trx)
}

/**
 * What would change if these categories were replaced; `bare`: public or planned ones that would have no category left.
 * @param articles those in these categories
 */
export async function planFollowing(
  trx: Db,
  replacements: ReplacementMap,
  articles: readonly string[],
): Promise<{ moves: Move[]; bare: number }> {
  const moves: Move[] = []
  const bare = new Set<string>()
  for (let from = 0; from < articles.length; from += BATCH)
    for (const found of await assignmentsIn(trx, [...replacements.keys()], articles.slice(from, from + BATCH))) {
      const { ids, live: isLive, public: seen, ...before } = found
      const to = assignmentAfter(before, replacements)
      if (!sameAssignment(before, to)) moves.push({ ids, live: isLive, from: before, to })
      if (seen && before.primary !== null && to.primary === null) for (const id of ids) bare.add(id)
    }
  return { moves, bare: bare.size }
}

/** How many articles these are, and how many of them readers see. */
export const countsOf = (articles: readonly { ids: string[]; live: boolean }[]) => ({
  articles: new Set(articles.flatMap(({ ids }) => ids)).size,
  published: articles.reduce((sum, { ids, live }) => sum + (live ? ids.length : 0), 0),
})

/**
 * What hangs on these categories.
 * @param articles those in these categories
 * @returns how many articles; how many of them readers see, and how many are in the trash; `alone`: public or planned ones that have no other category
 */
export async function countFollowing(db: Db, categories: readonly string[], articles: readonly string[]) {
  const ids = sql`${categories}::uuid[]`
  const sums = { articles: 0, published: 0, trashed: 0, alone: 0 }
  // An article is in one batch with what readers see of it, so each is counted once.
  for (let from = 0; from < articles.length; from += COUNTED) {
    const { rows } = await sql<typeof sums>`
      with edited as materialized (
        select id, deleted_at is not null as trashed, status in ('published', 'scheduled') and deleted_at is null
          and primary_category = any(${ids}) and not exists (
            select from article_category where article_id = article.id and category_id <> all(${ids})) as alone
        from article where id = any(${articles.slice(from, from + COUNTED)}::uuid[])
          and (primary_category = any(${ids}) or exists (
            select from article_category where article_id = article.id and category_id = any(${ids})))
      ), seen as materialized (
        select article_id as id, category_ids <@ ${ids} as alone from article_live
        where article_id = any(${articles.slice(from, from + COUNTED)}::uuid[]) and category_ids && ${ids}
      )
      select count(*)::int as articles, count(seen.id)::int as published, (count(*) filter (where trashed))::int as trashed,
        (count(*) filter (where edited.alone or seen.alone))::int as alone
      from edited full join seen using (id)`.execute(db)
    for (const sum of rows)
      for (const key of ['articles', 'published', 'trashed', 'alone'] as const) sums[key] += sum[key]
  }
  return sums
}

const edited = sql`primary_category as primary, array(
  select category_id from article_category where article_id = article.id order by article_category.position
)::text[] as categories`
// Nothing is public without a primary category.
const live = sql`category_ids[1] as primary, category_ids[2:]::text[] as categories`

type Assigned = CategoryAssignment & { ids: string[]; live: boolean; public: boolean }

/** The categories of these articles, as far as they are among these. */
async function assignmentsIn(trx: Db, ids: readonly string[], articles: readonly string[]): Promise<Assigned[]> {
  const { rows } = await sql<Assigned>`
    select live, public, "primary", categories, array_agg(id order by id)::text[] as ids from (
      select id, false as live, status in ('published', 'scheduled') and deleted_at is null as public, ${edited}
      from article where id = any(${articles}::uuid[]) and (primary_category = any(${ids}::uuid[]) or exists (
        select from article_category where article_id = article.id and category_id = any(${ids}::uuid[])))
      union all
      select article_id, true, true, ${live} from article_live
      where article_id = any(${articles}::uuid[]) and category_ids && ${ids}::uuid[]
    ) as found group by 1, 2, 3, 4`.execute(trx)
  return rows
}

/** Gives articles other categories: rows, links, and what readers see. Their versions stay, since no one edited them. */
export async function moveAssignments(trx: Db, moves: readonly Move[]): Promise<void> {
  // Plans of checks that were made while the tables were nearly empty read them all for each link.
  await sql`discard plans`.execute(trx)
  const articles = [...new Set(moves.flatMap(({ ids }) => ids))]
  await withFacetsAtEnd(trx, articles, async () => {
    for (const batch of batchesOf(moves)) {
      const ofEditors = batch.filter((move) => !move.live)
      await movePrimary(
        trx,
        ofEditors.filter(({ from, to }) => from.primary !== to.primary),
      )
      await moveLinks(
        trx,
        ofEditors.filter(({ from, to }) => from.categories.join() !== to.categories.join()),
      )
      await moveLive(
        trx,
        batch.filter((move) => move.live),
      )
    }
    // Of one article one version may have been in another batch than the other.
    for (const batch of batchesOf(moves)) {
      const ids = batch.flatMap((move) => move.ids)
      await flushChanges(trx, 'category', ids)
    }
  })
}

/** The same articles, some hundreds at a time. */
export function* batchesOf<Group extends { ids: string[] }>(groups: readonly Group[]): Generator<Group[]> {
  let batch: Group[] = []
  let room = BATCH
  for (const group of groups)
    for (let from = 0; from < group.ids.length;) {
      const ids = group.ids.slice(from, from + room)
      batch.push({ ...group, ids })
      from += ids.length
      room -= ids.length
      if (room > 0) continue
      yield batch
      ;[batch, room] = [[], BATCH]
    }
  if (batch.length > 0) yield batch
}

/** The moves as rows: where the articles go, and which they are. */
const given = (moves: readonly Move[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    moves.map(({ ids, to }) => ({ ids, ...to })),
  )}::jsonb) as given("primary" uuid, categories uuid[], ids uuid[]), unnest(given.ids) as moved(id)`

async function movePrimary(trx: Db, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  await sql`update article set primary_category = given.primary from ${given(moves)} where article.id = moved.id`.execute(
    trx,
  )
}

async function moveLinks(trx: Db, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  const ids = moves.flatMap((move) => move.ids)
  await sql`delete from article_category where article_id = any(${ids}::uuid[])`.execute(trx)
  await sql`insert into article_category (article_id, category_id, position)
    select moved.id, listed.category, listed.place - 1
    from ${given(moves)}, unnest(given.categories) with ordinality as listed(category, place)`.execute(trx)
}

async function moveLive(trx: Db, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  await sql`update article_live set category_ids = array_remove(given.primary || given.categories, null),
      content = content || jsonb_build_object('primaryCategory', given.primary, 'categories', given.categories)
    from ${given(moves)} where article_id = moved.id`.execute(trx)
}

/**
 * Gives articles the categories that they had before a step, where they still have those that the step gave them.
 * @param away categories of the step that do not come back, and what takes their place
 */
export async function restoreAssignments(
  trx: Db,
  followed: readonly Followed[],
  away: ReplacementMap,
): Promise<UndoReport & { moves: Move[] }> {
  const moves: Move[] = []
  const skipped = new Map<string, string>()
  for (const batch of batchesOf(followed))
    for (const { group, ids, titles, ...from } of await assignmentsOf(trx, batch)) {
      const { before, after, live: seen } = batch[group]!
      const to = assignmentAfter(before, away)
      if (sameAssignment(to, after)) continue
      if (sameAssignment(from, after)) moves.push({ ids, live: seen, from, to })
      else for (const [index, id] of ids.entries()) skipped.set(id, titles[index] ?? '')
    }
  await moveAssignments(trx, moves)
  const restored = new Set(moves.flatMap(({ ids }) => ids).filter((id) => !skipped.has(id))).size
  const left = [...skipped].slice(0, LEFT_NAMED_MOST)
  return {
    restored,
    skipped: skipped.size,
    left: left.map(([id, title]) => ({ id, title, code: 'stale_version' })),
    moves,
  }
}

type Found = CategoryAssignment & { group: number; ids: string[]; titles: string[] }

/** The categories that they have now; `group`: their place in `followed`. */
async function assignmentsOf(trx: Db, followed: readonly Followed[]): Promise<Found[]> {
  const groups = JSON.stringify(followed.map(({ ids, live: seen }, group) => ({ group, ids, seen })))
  const { rows } = await sql<Found>`
    with followed as (
      select "group", seen, one.id from jsonb_to_recordset(${groups}::jsonb) as given("group" int, ids uuid[], seen bool),
        unnest(given.ids) as one(id)
    )
    select "group", "primary", categories, array_agg(id order by id)::text[] as ids, array_agg(title order by id) as titles
    from (
      select "group", article.id, title, ${edited} from followed join article on article.id = followed.id where not seen
      union all
      select "group", article_id, article.title, ${live} from followed join article on article.id = followed.id
        join article_live on article_id = followed.id where seen
    ) as found group by 1, 2, 3`.execute(trx)
  return rows
}
