import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Which of these articles readers can see. */
export async function publicArticles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('articleLive')
    .where('articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .select('articleId')
    .execute()
  return new Set(rows.map(({ articleId }) => articleId))
}

/** The articles that readers see at these slugs, or saw there before they were renamed. */
export async function articlesBySlug(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ slug: string; id: string }>`
    select slug, article_id::text as id from article_live where slug = any(${slugs}::text[])
    union all
    select substr(path, 2), article_id::text from redirect join article_live on article_id = entity_id
    where entity_type = 'article' and path = any(${slugs.map((slug) => `/${slug}`)}::text[])`.execute(db)
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** From where people are signed in now: address and browser, as one text each. */
export async function staffBrowsers(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('session')
    .where('expiresAt', '>', sql<string>`now()`)
    .select(['ip', 'userAgent'])
    .distinct()
    .execute()
  return new Set(rows.map(({ ip, userAgent }) => browserOf(ip ?? '', userAgent ?? '')))
}

export const browserOf = (ip: string, userAgent: string): string => `${ip}\0${userAgent}`
