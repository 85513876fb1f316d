import { sql } from 'kysely'
import { FACET_VALUES_MAX, type ReaderSearchReply } from '#contract/reader-search.ts'
import type { Db } from '../../db/database.ts'
import { publicAuthors } from '../authors/author-queries.ts'
import { publicCategories } from '../categories/category-queries.ts'
import { publicTags } from '../tags/tag-queries.ts'

/** So many different names are looked at, the most frequent first. */
const TERMS_MAX = 500

type Facets = NonNullable<ReaderSearchReply['facets']>

/** How many of these rows of reader_search each public category, tag and author has; categories with what is below them. */
export async function facetsOf(db: Db, docs: readonly number[]): Promise<Facets> {
  const { rows } = await sql<{ id: string; count: number }>`
    with recursive found as materialized (
      select doc, term from reader_search, unnest(terms) as term where doc = any(${docs}::bigint[])
    ), line(id, above) as (
      select id, id from category where id in (select term from found) and deleted_at is null
      union select line.id, parent from line join category on category.id = line.above
        where parent is not null and deleted_at is null
    ), counted as (
      select doc, term from found where term not in (select id from line)
      union select doc, above from found join line on line.id = term
    )
    select term::text as id, count(*) as count from counted group by term order by count(*) desc, term limit ${TERMS_MAX}`.execute(
    db,
  )
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
