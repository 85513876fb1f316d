import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { flushChanges } from '../taxonomy/live-change-commands.ts'
import {
  type ReplacementMap,
  sameAssignment,
  assignmentAfter,
  assignmentBack,
  type CategoryAssignment,
} from './category-rules.ts'

/** PostgreSQL gives each statement four seconds; this many take a fraction of one. */
const BATCH = 1000

/** Articles that stood alike, as their editors see them (`live` false) or as their readers do. */
export type Followed = { ids: string[]; live: boolean; before: CategoryAssignment }
/** Articles that stand alike and will stand alike. */
export type Move = { ids: string[]; live: boolean; from: CategoryAssignment; to: CategoryAssignment }

/** Everything that stands in one of these categories, trashed articles too: they may come back. Each once, or more often. */
export const assignedTo = (ids: readonly string[]) => sql`
  select article_id as id from article_category where category_id = any(${ids}::uuid[])
  union all select id from article where primary_category = any(${ids}::uuid[])
  union all select article_id from article_live where category_ids && ${ids}::uuid[]`

/** Articles that followed, locked. */
export async function lockFollowed(trx: Db, followed: readonly Followed[]): Promise<void> {
  for (const batch of batchesOf(followed))
    await sql`select from article where id = any(${batch.flatMap(({ ids }) => ids)}::uuid[])
      for no key update`.execute(trx)
}

/**
 * What would change if these categories replacements others; `bare`: public or planned ones that would have no category left.
 * @param articles what stands in them
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

/** What an undo has to know of them. */
export const followedIn = (moves: readonly Move[]): Followed[] =>
  moves.map(({ ids, live, from }) => ({ ids, live, before: from }))

/** How many articles these are, and how many of them readers see. */
export const countsOf = (articles: readonly { ids: string[]; live: boolean }[]) => ({
  articles: new Set(articles.flatMap(({ ids }) => ids)).size,
  published: articles.reduce((sum, { ids, live }) => sum + (live ? ids.length : 0), 0),
})

const edited = sql`primary_category as primary, array(
  select category_id from article_category where article_id = article.id order by article_category.position
)::text[] as categories`
// Nothing is public without a primary category.
const live = sql`category_ids[1] as primary, category_ids[2:]::text[] as categories`

type Found = CategoryAssignment & { ids: string[]; live: boolean; public: boolean }

/** Where these of the articles stand, as far as it is in one of these categories. */
async function assignmentsIn(trx: Db, ids: readonly string[], articles: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
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

/** Lets articles stand elsewhere: rows, links, and what readers see. Their versions stay: nobody edited them. */
export async function moveAssignments(trx: Db, moves: readonly Move[]): Promise<void> {
  // Plans of checks that were made while the tables were nearly empty read them all for each link.
  await sql`discard plans`.execute(trx)
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

/** Gives articles back what came `back` of what they stood in, as far as nobody put them elsewhere since. */
export async function takeBackFollowing(
  trx: Db,
  followed: readonly Followed[],
  replacements: ReplacementMap,
  back: ReadonlySet<string>,
): Promise<{ restored: number; skipped: number; moves: Move[] }> {
  const moves: Move[] = []
  for (const batch of batchesOf(followed))
    for (const { group, ids, ...from } of await assignmentsOf(trx, batch)) {
      const { before, live: seen } = batch[group]!
      const to = assignmentBack(from, before, replacements, back)
      if (to) moves.push({ ids, live: seen, from, to })
    }
  await moveAssignments(trx, moves)
  const restored = countsOf(moves).articles
  return { restored, skipped: countsOf(followed).articles - restored, moves }
}

/** Where they stand now; `group`: their place in `followed`. */
async function assignmentsOf(
  trx: Db,
  followed: readonly Followed[],
): Promise<(CategoryAssignment & { group: number; ids: string[] })[]> {
  const groups = JSON.stringify(followed.map(({ ids, live: seen }, group) => ({ group, ids, seen })))
  const { rows } = await sql<CategoryAssignment & { group: number; ids: string[] }>`
    with followed as (
      select "group", seen, one.id from jsonb_to_recordset(${groups}::jsonb) as given("group" int, ids uuid[], seen bool),
        unnest(given.ids) as one(id)
    )
    select "group", "primary", categories, array_agg(id order by id)::text[] as ids from (
      select "group", article.id, ${edited} from followed join article on article.id = followed.id where not seen
      union all
      select "group", article_id, ${live} from followed join article_live on article_id = id where seen
    ) as found group by 1, 2, 3`.execute(trx)
  return rows
}
