import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Became, sameStanding, standingAfter, type Standing } from './category-rules.ts'

/** One article that followed its categories, as its editors see it (`live` false) or as its readers do. */
export type Followed = { id: string; live: boolean; before: Standing; after: Standing }
type Found = { id: string; live: boolean; public: boolean; primary: string | null; categories: string[] }

/** What would change if these categories became others; `bare`: public or planned ones that would have no category left. */
export async function planFollowing(trx: Db, became: Became): Promise<{ followed: Followed[]; bare: number }> {
  const found = await articlesIn(trx, [...became.keys()])
  const followed: Followed[] = []
  const bare = new Set<string>()
  for (const { id, live, primary, categories, ...row } of found) {
    const before = { primary, categories }
    const after = standingAfter(before, became)
    if (!sameStanding(before, after)) followed.push({ id, live, before, after })
    if (row.public && primary !== null && after.primary === null) bare.add(id)
  }
  return { followed, bare: bare.size }
}

/** How many articles these are, and how many of them readers see. */
export const countsOf = (followed: readonly Followed[]) => ({
  articles: new Set(followed.map(({ id }) => id)).size,
  published: followed.filter(({ live }) => live).length,
})

/** Everything that stands in one of these categories, trashed articles too: they may come back. */
async function articlesIn(trx: Db, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select article.id, false as live, article.status in ('published', 'scheduled') and article.deleted_at is null as public,
      primary_category as primary, array(
        select category_id::text from article_category where article_id = article.id order by article_category.position
      ) as categories
    from article where id in (
      select article_id from article_category where category_id = any(${ids}::uuid[])
      union select id from article where primary_category = any(${ids}::uuid[])
    )
    union all
    select article_id, true, true, (content->>'primaryCategory')::uuid,
      array(select jsonb_array_elements_text(content->'categories'))
    from article_live where category_ids && ${ids}::uuid[]
    order by id`.execute(trx)
  return rows
}

const CHUNK = 1000

/** Writes where articles stand now: rows, links, and what readers see. Their versions stay: nobody edited them. */
export async function writeStandings(
  trx: Db,
  changes: readonly { id: string; live: boolean; to: Standing }[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += CHUNK) {
    const chunk = changes.slice(from, from + CHUNK)
    await writeEdited(trx, rowsOf(chunk.filter(({ live }) => !live)))
    await writeLive(trx, rowsOf(chunk.filter(({ live }) => live)))
  }
}

type Row = Standing & { id: string }
const rowsOf = (changes: readonly { id: string; to: Standing }[]): Row[] => changes.map(({ id, to }) => ({ id, ...to }))

async function writeEdited(trx: Db, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, "primary" uuid, categories jsonb)`
  await sql`update article set primary_category = given.primary from ${given} where article.id = given.id`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('articleCategory').where('articleId', 'in', ids).execute()
  await sql`insert into article_category (article_id, category_id, position)
    select given.id, listed.category::uuid, listed.place - 1
    from ${given}, jsonb_array_elements_text(given.categories) with ordinality as listed(category, place)`.execute(trx)
}

async function writeLive(trx: Db, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const live = rows.map(({ id, primary, categories }) => ({
    id,
    ids: primary ? [primary, ...categories] : categories,
    content: { primaryCategory: primary, categories },
  }))
  await sql`update article_live set content = article_live.content || given.content,
      category_ids = array(select jsonb_array_elements_text(given.ids))::uuid[]
    from jsonb_to_recordset(${JSON.stringify(live)}::jsonb) as given(id uuid, ids jsonb, content jsonb)
    where article_id = given.id`.execute(trx)
}

/** Puts articles back where they stood, as far as they still stand where they were put. */
export async function takeBackFollowing(
  trx: Db,
  followed: readonly Followed[],
  alive: ReadonlySet<string>,
): Promise<{ restored: number; skipped: number }> {
  const now = new Map(
    (
      await standingsOf(
        trx,
        followed.map(({ id }) => id),
      )
    ).map(({ id, live, primary, categories }) => [`${id} ${live}`, { primary, categories }]),
  )
  const back = followed.filter(({ id, live, before, after }) => {
    const stands = now.get(`${id} ${live}`)
    const there = [before.primary, ...before.categories].every((one) => one === null || alive.has(one))
    return stands && there && sameStanding(stands, after)
  })
  await writeStandings(
    trx,
    back.map(({ id, live, before }) => ({ id, live, to: before })),
  )
  const restored = countsOf(back).articles
  return { restored, skipped: countsOf(followed).articles - restored }
}

async function standingsOf(trx: Db, ids: readonly string[]): Promise<Omit<Found, 'public'>[]> {
  const { rows } = await sql<Omit<Found, 'public'>>`
    select id, false as live, primary_category as primary, array(
      select category_id::text from article_category where article_id = article.id order by article_category.position
    ) as categories from article where id = any(${ids}::uuid[])
    union all
    select article_id, true, (content->>'primaryCategory')::uuid, array(select jsonb_array_elements_text(content->'categories'))
    from article_live where article_id = any(${ids}::uuid[])`.execute(trx)
  return rows
}
