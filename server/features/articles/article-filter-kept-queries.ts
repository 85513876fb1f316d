import { sql } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { Db } from '../../db/database.ts'
import { followCategories } from '../categories/category-queries.ts'
import { followMerges } from '../taxonomy/merge-queries.ts'

type Asked = Pick<ArticleFilter, 'tag' | 'author' | 'category' | 'from' | 'to' | 'olderThan'>

/** A filter as it is looked for: what it names as it is now, and a time without an end up to the last change. */
export const completeFilter = async <Filter extends Asked>(db: Db, filter: Filter): Promise<Filter> =>
  withEnd(db, await withNamesNow(db, filter))

/**
 * A filter that was kept, as in a saved view or a link: of a tag, an author or a category that was merged since, or whose articles
 * another category took over, it asks for those of the one that is used in its place.
 */
async function withNamesNow<Filter extends Asked>(db: Db, filter: Filter): Promise<Filter> {
  const { tag, author, category } = filter
  if (!tag && !author && !category) return filter
  const [tagNow] = tag ? await followMerges(db, 'tag', [tag]) : []
  const [authorNow] = author ? await followMerges(db, 'author', [author]) : []
  const categoryNow = category && ((await followCategories(db, [category])).get(category) ?? category)
  return {
    ...filter,
    ...(tagNow && { tag: tagNow }),
    ...(authorNow && { author: authorNow }),
    ...(categoryNow && { category: categoryNow }),
  }
}

const DAY_MS = 86_400_000

/** A change may bear a time that is still to come, by the clock of another machine or one that was wrong: months end after it, too. */
async function withEnd<Filter extends Asked>(db: Db, filter: Filter): Promise<Filter> {
  if (!filter.from || filter.to || filter.olderThan) return filter
  const { rows } = await sql<{ last: string | null }>`
    select max(updated_at) as last from article where deleted_at is null`.execute(db)
  const last = Date.parse(rows[0]?.last ?? '')
  return last > Date.now() + DAY_MS ? { ...filter, to: new Date(last + 1).toISOString() } : filter
}
