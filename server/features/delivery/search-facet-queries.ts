import { sql } from 'kysely'
import { FACET_VALUES_MAX, type ReaderSearchReply } from '#contract/reader-search.ts'
import type { Db } from '../../db/database.ts'
import { publicAuthors } from '../authors/author-queries.ts'
import { categoryParents, publicCategories } from '../categories/category-queries.ts'
import { publicTags } from '../tags/tag-queries.ts'

/** So many different names are looked at, the most frequent first. */
const TERMS_MAX = 200

type Facets = NonNullable<ReaderSearchReply['facets']>

/** How many of these rows of reader_search each public category, tag and author has; categories with what is below them. */
export async function facetsOf(db: Db, docs: readonly number[]): Promise<Facets> {
  const line = linesOf(await categoryParents(db))
  const { rows } = await sql<{ id: string; count: number }>`
    with found as materialized (
      select doc, unnest(terms) as term from reader_search where doc = any(${docs}::bigint[])
    ), line as materialized (
      select * from unnest(${line.map(({ id }) => id)}::uuid[], ${line.map(({ above }) => above)}::uuid[]) as line(id, above)
    )
    select term::text as id, count(*) as count from found where term not in (select id from line) group by term
    union all
    select above::text, count(distinct doc) from found join line on line.id = term group by above
    order by count desc, id limit ${TERMS_MAX}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [categories, tags, authors] = [
    await publicCategories(db, ids),
    await publicTags(db, ids),
    await publicAuthors(db, ids),
  ]
  const listed = (names: Map<string, { slug: string; name: string }>) =>
    rows
      .flatMap(({ id, count }) => {
        const named = names.get(id)
        // Without a slug it cannot be asked for: a hidden author.
        return named?.slug ? [{ name: named.name, slug: named.slug, count }] : []
      })
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, FACET_VALUES_MAX)
  const bylines = [...authors].map(([id, { displayName, slug }]) => [id, { name: displayName, slug }] as const)
  return { categories: listed(categories), tags: listed(tags), authors: listed(new Map(bylines)) }
}

/** Each category with itself and with all above it. */
function linesOf(parents: ReadonlyMap<string, string | null>): { id: string; above: string }[] {
  const lines: { id: string; above: string }[] = []
  for (const id of parents.keys())
    for (let above: string | null | undefined = id; above; above = parents.get(above))
      if (parents.has(above)) lines.push({ id, above })
  return lines
}
