import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { batchesOf, type Followed } from './category-article-commands.ts'

/** A statement that reads or deletes this many takes a small part of the four seconds that PostgreSQL gives it. */
const AT_ONCE = 2000

/** Keeps where articles stood before a step, for its undo. */
export async function keepFollowed(trx: Db, undo: string, articles: readonly Followed[]): Promise<void> {
  for (const batch of batchesOf(articles)) {
    const given = JSON.stringify(batch.map(({ ids, live, before }) => ({ ids, live, ...before })))
    await sql`insert into category_undo_article (undo_id, article_id, live, "primary", categories)
      select ${undo}, one.id, live, "primary", categories
      from jsonb_to_recordset(${given}::jsonb) as given(ids uuid[], live boolean, "primary" uuid, categories uuid[]),
        unnest(ids) as one(id)`.execute(trx)
  }
}

/** Where the articles of a step stood before it; those that stood alike together. */
export async function followedOf(trx: Db, undo: string): Promise<Followed[]> {
  const found: Followed[] = []
  for (let after: { articleId: string; live: boolean } | undefined, full = true; full;) {
    const rows = await trx
      .selectFrom('categoryUndoArticle')
      .select(['articleId', 'live', 'primary', sql<string[]>`categories::text[]`.as('categories')])
      .where('undoId', '=', undo)
      .$if(after !== undefined, (all) =>
        all.where(sql<boolean>`(article_id, live) > (${after?.articleId}::uuid, ${after?.live}::boolean)`),
      )
      .orderBy('articleId')
      .orderBy('live')
      .limit(AT_ONCE)
      .execute()
    found.push(...rows.map(({ articleId, live, ...before }) => ({ ids: [articleId], live, before })))
    full = rows.length === AT_ONCE
    after = rows.at(-1)
  }
  return together(found)
}

export async function forgetFollowed(trx: Db, undo: string): Promise<void> {
  await deleteInParts(trx, sql`undo_id = ${undo}`)
}

/** What was kept for steps that are no longer remembered. */
export async function sweepFollowed(db: Db): Promise<void> {
  await deleteInParts(db, sql`not exists (select from undo_step where undo_step.id = undo_id)`)
}

async function deleteInParts(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const { numAffectedRows = 0n } = await sql`delete from category_undo_article where ctid = any(array(
      select ctid from category_undo_article where ${which} limit ${AT_ONCE}))`.execute(db)
    found = Number(numAffectedRows)
  }
}

/** Those that stood alike become one. */
export function together(articles: readonly Followed[]): Followed[] {
  const groups = new Map<string, Followed>()
  for (const { ids, live, before } of articles) {
    const key = JSON.stringify([live, before.primary, before.categories])
    const group = groups.get(key)
    if (group) for (const id of ids) group.ids.push(id)
    else groups.set(key, { ids: [...ids], live, before })
  }
  return [...groups.values()]
}
