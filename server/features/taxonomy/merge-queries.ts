import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { usesNow } from '../../db/use-counts.ts'

/**
 * How many articles outside the trash carry one of these, and how many of them readers see. For a single name from the kept
 * count, which costs the same however often it is used.
 */
export async function countArticlesOf(db: Db, noun: MergedNoun, ids: readonly string[]) {
  const { table, links, column } = mergedNouns[noun]
  const [id, ...more] = new Set(ids)
  const articles =
    more.length === 0
      ? sql`(select ${usesNow(noun)} from ${sql.table(table)} where id = ${id})`
      : sql`(select count(distinct article_id) from ${sql.table(links)} join article on article.id = article_id
          where ${sql.ref(column)} = any(${ids}::uuid[]) and deleted_at is null)`
  const { rows } = await sql<{ articles: number | null; published: number }>`select ${articles} as articles,
    (select count(distinct article_id) from live_term where term = any(${ids}::uuid[])) as published`.execute(db)
  return { articles: rows[0]?.articles ?? 0, published: rows[0]?.published ?? 0 }
}

/** How many articles carry one of these: those outside the trash that have the target already, and all in the trash. */
export async function countKnownOf(db: Db, noun: MergedNoun, target: string | null, ids: readonly string[]) {
  const { links, column } = mergedNouns[noun]
  const tables = { links: sql.table(links), column: sql.ref(column) }
  const { rows } = await sql<{ had: number; trashed: number }>`select
    (select count(distinct link.article_id) from ${tables.links} as link
      join ${tables.links} as had on had.article_id = link.article_id and had.${tables.column} = ${target}::uuid
      join article on article.id = link.article_id
      where link.${tables.column} = any(${ids}::uuid[]) and deleted_at is null) as had,
    (select count(distinct article_id) from ${tables.links} join article on article.id = article_id
      where ${tables.column} = any(${ids}::uuid[]) and deleted_at is not null) as trashed`.execute(db)
  return rows[0] ?? { had: 0, trashed: 0 }
}

/** What each merged one of these became part of, however often that happened. */
export async function mergesOf(db: Db, noun: MergedNoun, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { table } = mergedNouns[noun]
  const { rows } = await sql<{ given: string; id: string }>`
    with recursive followed(given, id, next) as (
      select id, id, merged_into from ${sql.table(table)} where id = any(${ids}::uuid[]) and merged_into is not null
      union
      select given, name.id, merged_into from followed join ${sql.table(table)} as name on name.id = followed.next
    )
    select given, id from followed where next is null`.execute(db)
  return new Map(rows.map(({ given, id }) => [given, id]))
}

/** These ids with each merged one replaced by what it became part of; in order, each once. */
export async function followMerges(db: Db, noun: MergedNoun, ids: readonly string[]): Promise<string[]> {
  const replacements = await mergesOf(db, noun, ids)
  return [...new Set(ids.map((id) => replacements.get(id) ?? id))]
}
