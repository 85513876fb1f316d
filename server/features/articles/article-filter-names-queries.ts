import type { ArticleFilter } from '#contract/article-list.ts'
import type { Db } from '../../db/database.ts'
import { followCategories } from '../categories/category-queries.ts'
import { followMerges } from '../taxonomy/merge-queries.ts'

/**
 * A filter that was kept, as in a saved view or a link: of a tag, an author or a category that was merged since, or whose articles
 * another category took over, it asks for those of the one that is used in its place.
 */
export async function withFilterFollowed<Filter extends Pick<ArticleFilter, 'tag' | 'author' | 'category'>>(
  db: Db,
  filter: Filter,
): Promise<Filter> {
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
