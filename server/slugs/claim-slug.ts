import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { numberedSlug } from './make-slug.ts'

const MOST_TRIES = 200

/**
 * The first free one of `base`, `base-2`, `base-3` …, held until the transaction ends: two people who ask at once get two.
 * @param space what the slug is unique in, e.g. `article`
 * @param taken which of these slugs are in use
 */
export async function claimFreeSlug(
  trx: Db,
  space: string,
  base: string,
  taken: (slugs: string[]) => Promise<Set<string>>,
): Promise<string> {
  // Mostly the first one is free.
  for (let first = 1, tries = 1; first <= MOST_TRIES * 100; first += tries, tries = MOST_TRIES) {
    const candidates = Array.from({ length: tries }, (_, index) => numberedSlug(base, first + index))
    const used = await taken(candidates)
    for (const slug of candidates) {
      if (used.has(slug)) continue
      await lockSlug(trx, space, slug)
      if (!(await taken([slug])).has(slug)) return slug
    }
  }
  throw new Error(`no free slug for ${base}`)
}

/** Tables whose slugs are unique among what is not in the trash. */
type Slugged = 'author' | 'category' | 'tag' | 'article' | 'album'

/** Which of these slugs are in use in the table. */
export async function slugsInUse(db: Db, table: Slugged, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select('slug')
    .where('slug', 'in', slugs)
    .where('deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** `claimFreeSlug` where the table alone decides what is in use. */
export const claimSlugIn = (trx: Db, table: Slugged, base: string): Promise<string> =>
  claimFreeSlug(trx, table, base, (slugs) => slugsInUse(trx, table, slugs))

/** Keeps others from claiming this slug until the transaction ends. */
export async function lockSlug(trx: Db, space: string, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${space}:${slug}`}, 0))`.execute(trx)
}
