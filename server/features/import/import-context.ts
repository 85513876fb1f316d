import type { Db } from '../../db/database.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import type { Actor } from '../../http/actor.ts'
import { numberedSlug } from '../../slugs/make-slug.ts'
import { SLUG_MAX, SLUG_PATTERN } from '#contract/text.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { because, type Report } from './import-report.ts'
import type { Sources } from './import-sources.ts'

/** What every part of one import works with; `db` is the one transaction of the whole import. */
export type ImportContext = {
  db: Db
  actor: Actor | null
  sources: Sources
  report: Report
  siteUrl: string
  /** By the database's clock. */
  now: string
}

/** The slug of the old site where it is one of ours, else made from it or from the name. */
export function slugFrom(old: string, name: string, fallback: string): string {
  const decoded = decode(old)
  if (decoded.length <= SLUG_MAX && SLUG_PATTERN.test(decoded)) return decoded
  return makeSlug(decoded.replaceAll('-', ' ') || name, makeSlug(name, fallback))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const TRIES = 50

/**
 * The first free of `base`, `base-2` … Without locks, of which a long import would need too many:
 * the unique index has the last word when the row is written.
 */
export async function freeSlug(base: string, taken: (slugs: string[]) => Promise<Set<string>>): Promise<string> {
  for (let first = 1; ; first += TRIES) {
    const candidates = Array.from({ length: TRIES }, (_, index) => numberedSlug(base, first + index))
    const used = await taken(candidates)
    const free = candidates.find((slug) => !used.has(slug))
    if (free) return free
  }
}

type Known = { id: string; outcome: 'merged' | 'unchanged'; reasons: ImportReason[] }

/** What this item of the old site became at an earlier import, if that is still there. What people made of it stays. */
export async function knownFromBefore(
  { db, sources }: ImportContext,
  kind: 'author' | 'tag',
  sourceId: string,
  hash: Buffer,
): Promise<Known | undefined> {
  const source = sources.find(kind, sourceId)
  if (!source) return undefined
  const there = await db
    .selectFrom(kind)
    .select('id')
    .where('id', '=', source.entityId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!there) return undefined
  if (source.contentHash.equals(hash)) return { id: there.id, outcome: 'unchanged', reasons: [] }
  return { id: there.id, outcome: 'merged', reasons: [because('kept_ours')] }
}
