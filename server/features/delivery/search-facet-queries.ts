import { sql } from 'kysely'
import { FACET_VALUES_MAX, type ReaderSearchReply } from '#contract/reader-search.ts'
import type { Db } from '../../db/database.ts'
import type { Naming } from './delivery-queries.ts'

/** So many different names are looked at, the most frequent first. */
const TERMS_MAX = 200

type Facets = NonNullable<ReaderSearchReply['facets']>
export type FacetCount = { id: string; count: number }

/**
 * How many of these rows of reader_search each author, tag and category has, categories with what is below them: the most
 * frequent. Counted here, of packed ids: as rows, their thousands would cost more than all else of a search.
 */
export async function facetCounts(db: Db, docs: readonly number[]): Promise<FacetCount[]> {
  if (docs.length === 0) return []
  const { rows } = await sql<{ terms: Buffer | null; categories: Buffer | null }>`
    select (select string_agg(array_send(terms), '') from reader_search where doc = any(${docs}::bigint[])) as terms,
      (select string_agg(uuid_send(id) || uuid_send(coalesce(parent, id)), '') from category where deleted_at is null)
        as categories`.execute(db)
  const [row] = rows
  const lines = linesOf(row?.categories ?? Buffer.alloc(0))
  const counts = new Map<string, number>()
  const count = (id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const terms of arraysIn(row?.terms ?? Buffer.alloc(0))) {
    const above = new Set<string>()
    for (const term of terms) {
      const line = lines.get(term)
      if (line) for (const id of line) above.add(id)
      else count(term)
    }
    above.forEach(count)
  }
  return [...counts]
    .toSorted(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
    .slice(0, TERMS_MAX)
    .map(([key, found]) => ({ id: uuidOf(key), count: found }))
}

/** The counts under the names readers know. What has none is not told: internal tags, hidden authors. */
export function namedFacets(counts: readonly FacetCount[], { authors, categories, tags }: Naming): Facets {
  const listed = (named: (id: string) => { name: string; slug: string } | undefined) =>
    counts
      .flatMap(({ id, count }) => {
        const known = named(id)
        // Without a slug it cannot be asked for: a hidden author.
        return known?.slug ? [{ name: known.name, slug: known.slug, count }] : []
      })
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, FACET_VALUES_MAX)
  const byline = (id: string) => {
    const author = authors.get(id)
    return author && { name: author.displayName, slug: author.slug }
  }
  return {
    categories: listed((id) => categories.get(id)),
    tags: listed((id) => tags.get(id)),
    authors: listed(byline),
  }
}

const UUID = 16

/** The bytes of an id, as a key of a map. */
const keyAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + UUID)

function uuidOf(key: string): string {
  const hex = Buffer.from(key, 'latin1').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Each category with itself and with all above it. */
function linesOf(packed: Buffer): Map<string, string[]> {
  const parents = new Map<string, string>()
  for (let at = 0; at < packed.length; at += 2 * UUID) parents.set(keyAt(packed, at), keyAt(packed, at + UUID))
  const lines = new Map<string, string[]>()
  for (const id of parents.keys()) {
    const line = [id]
    for (let at = id, above = parents.get(id); above !== undefined && above !== at; above = parents.get(above)) {
      if (parents.has(above)) line.push(above)
      at = above
    }
    lines.set(id, line)
  }
  return lines
}

/** Arrays of ids one after the other, as PostgreSQL sends them: dimensions, flags, type, length and lower bound, then each id behind its length. */
function* arraysIn(packed: Buffer): Generator<string[]> {
  for (let at = 0; at < packed.length;) {
    const dimensions = packed.readInt32BE(at)
    const length = dimensions === 0 ? 0 : packed.readInt32BE(at + 12)
    at += dimensions === 0 ? 12 : 20
    const ids: string[] = []
    for (let n = 0; n < length; n++, at += 4 + UUID) ids.push(keyAt(packed, at + 4))
    yield ids
  }
}
