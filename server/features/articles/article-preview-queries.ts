import type { Article } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import { siteZone } from '../settings/setting-queries.ts'
import { publicTags } from '../tags/tag-queries.ts'
import { bodyForReaders } from './article-body-queries.ts'
import { previewPage } from './article-preview-rules.ts'

/** The page of an article with what readers would get of its text and of its tags: internal ones are for the staff. */
export async function previewOf(db: Db, article: Article): Promise<string> {
  const shown = await publicTags(db, article.tags)
  const tags = article.refs.tags.filter(({ id }) => shown.has(id))
  const body = await bodyForReaders(db, '', article.body)
  return previewPage({ ...article, body, refs: { ...article.refs, tags } }, await siteZone(db))
}
