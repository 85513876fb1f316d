import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { RedirectChange, RedirectTarget } from '../../db/tables.ts'

type Redirects = Map<string, RedirectTarget>

/** Makes a change of a locked article. @returns what became of the redirects */
export async function changedRedirects(
  trx: Db,
  { id, slug }: { id: string; slug: string },
  change: () => Promise<void>,
): Promise<RedirectChange[]> {
  const before = await redirectsAround(trx, id, slug)
  await change()
  const after = await redirectsAround(trx, id, slug)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path): RedirectChange => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after))
}

/** Reverts them where nothing else has happened to the path; one that readers find an article at leads nowhere else. */
export async function restoreRedirects(trx: Db, id: string, changes: readonly RedirectChange[]): Promise<void> {
  for (const { path, before, after } of changes) {
    const now = (await redirectsOf(trx, sql`path = ${path}`)).get(path) ?? null
    if (!isDeepStrictEqual(now, after)) continue
    await trx.deleteFrom('redirect').where('path', '=', path).execute()
    if (before)
      await trx
        .insertInto('redirect')
        .values({ path, ...before })
        .execute()
  }
  // By the index of slugs: with the paths compared, all that readers see was read for each article.
  const slugs = changes.map(({ path }) => path.slice(1))
  await sql`delete from redirect where path in (
    select '/' || slug from article_live where article_id = ${id}
    union all select '/' || slug from article_live where slug = any(${slugs}))`.execute(trx)
}

/** Those that lead to the article, and the one at its own address. */
const redirectsAround = (trx: Db, id: string, slug: string): Promise<Redirects> =>
  redirectsOf(trx, sql`(entity_type = 'article' and entity_id = ${id}) or path = ${`/${slug}`}`)

async function redirectsOf(trx: Db, condition: ReturnType<typeof sql>): Promise<Redirects> {
  const { rows } = await sql<{ path: string } & RedirectTarget>`
    select path, entity_type, entity_id, created_at from redirect where ${condition}`.execute(trx)
  return new Map(rows.map(({ path, ...target }) => [path, target]))
}
