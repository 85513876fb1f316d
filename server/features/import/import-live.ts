import type { Db } from '../../db/database.ts'
import { contentOf } from '../articles/article-content-rules.ts'
import { indexPublished } from '../articles/article-index-commands.ts'
import { writeLive } from '../articles/article-live-commands.ts'
import { findArticleRow } from '../articles/article-row-queries.ts'

/** What readers see becomes what the article is now. */
export async function goLive(db: Db, id: string): Promise<void> {
  const row = await findArticleRow(db, null, id)
  if (!row?.publishedAt) throw new Error(`article ${id} cannot be shown: it has no date`)
  const { publishedAt, updatedAt, wordCount, readingTime, version } = row
  await writeLive(db, { id, content: contentOf(row), publishedAt, updatedAt, wordCount, readingTime, version })
  await indexPublished(db, id)
}
