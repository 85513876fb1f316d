import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Became, sameStanding, standingAfter, standingBack, type Standing } from './category-rules.ts'

/** Articles that stood alike, as their editors see them (`live` false) or as their readers do. */
export type Followed = { ids: string[]; live: boolean; before: Standing }
/** Articles that stand alike and will stand alike. */
export type Move = { ids: string[]; live: boolean; from: Standing; to: Standing }

/** What of the articles in these categories is an editor's, and what a reader's: locked in one order for everybody. */
export async function holdArticlesIn(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`select from article where id in (${editedIn(ids)}) order by id for no key update`.execute(trx)
  await sql`select from article_live where category_ids && ${ids}::uuid[] order by article_id for no key update`.execute(
    trx,
  )
}

/** The same for articles that followed. */
export async function holdFollowed(trx: Db, followed: readonly Followed[]): Promise<void> {
  const ids = (live: boolean) => followed.filter((one) => one.live === live).flatMap((one) => one.ids)
  await sql`select from article where id = any(${ids(false)}::uuid[]) order by id for no key update`.execute(trx)
  await sql`select from article_live where article_id = any(${ids(true)}::uuid[]) order by article_id
    for no key update`.execute(trx)
}

/** What would change if these categories became others; `bare`: public or planned ones that would have no category left. */
export async function planFollowing(trx: Db, became: Became): Promise<{ moves: Move[]; bare: number }> {
  const moves: Move[] = []
  const bare = new Set<string>()
  for (const { ids, live, public: seen, ...from } of await articlesIn(trx, [...became.keys()])) {
    const to = standingAfter(from, became)
    if (!sameStanding(from, to)) moves.push({ ids, live, from, to })
    if (seen && from.primary !== null && to.primary === null) for (const id of ids) bare.add(id)
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

const editedIn = (ids: readonly string[]) => sql`
  select article_id from article_category where category_id = any(${ids}::uuid[])
  union select id from article where primary_category = any(${ids}::uuid[])`
const edited = sql`primary_category as primary, array(
  select category_id from article_category where article_id = article.id order by article_category.position
)::text[] as categories`
// Nothing is public without a primary category.
const live = sql`category_ids[1] as primary, category_ids[2:]::text[] as categories`

type Found = Standing & { ids: string[]; live: boolean; public: boolean }

/** Everything that stands in one of these categories, trashed articles too: they may come back. */
async function articlesIn(trx: Db, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select live, public, "primary", categories, array_agg(id order by id)::text[] as ids from (
      select id, false as live, status in ('published', 'scheduled') and deleted_at is null as public, ${edited}
      from article where id in (${editedIn(ids)})
      union all
      select article_id, true, true, ${live} from article_live where category_ids && ${ids}::uuid[]
    ) as found group by 1, 2, 3, 4`.execute(trx)
  return rows
}

/** PostgreSQL gives each statement four seconds; this many take a fraction of one. */
const BATCH = 2000

/** Lets articles stand elsewhere: rows, links, and what readers see. Their versions stay: nobody edited them. */
export async function moveStandings(trx: Db, moves: readonly Move[]): Promise<void> {
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
}

function* batchesOf(moves: readonly Move[]): Generator<Move[]> {
  let batch: Move[] = []
  let room = BATCH
  for (const move of moves)
    for (let from = 0; from < move.ids.length;) {
      const ids = move.ids.slice(from, from + room)
      batch.push({ ...move, ids })
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
  became: Became,
  back: ReadonlySet<string>,
): Promise<{ restored: number; skipped: number; moves: Move[] }> {
  const moves = (await standingsOf(trx, followed)).flatMap(({ group, ids, ...from }): Move[] => {
    const { before, live: seen } = followed[group]!
    const to = standingBack(from, before, became, back)
    return to ? [{ ids, live: seen, from, to }] : []
  })
  await moveStandings(trx, moves)
  const restored = countsOf(moves).articles
  return { restored, skipped: countsOf(followed).articles - restored, moves }
}

/** Where they stand now; `group`: their place in `followed`. */
async function standingsOf(
  trx: Db,
  followed: readonly Followed[],
): Promise<(Standing & { group: number; ids: string[] })[]> {
  const groups = JSON.stringify(followed.map(({ ids, live: seen }, group) => ({ group, ids, seen })))
  const { rows } = await sql<Standing & { group: number; ids: string[] }>`
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
