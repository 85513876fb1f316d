import { missingToPublish } from '#contract/article-actions.ts'
import type { Article } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import type { JobTasks } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { databaseTime, performOn } from './article-action-commands.ts'
import { contentOf } from './article-content-rules.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { flushArticleIndex } from './article-index-commands.ts'
import { sweepPreviewLinks } from './article-preview-link-commands.ts'
import { sweepArticlePresence } from './article-presence-commands.ts'
import { sweepArticles } from './article-purge-commands.ts'
import { findArticleRow, lockArticle, accessOf } from './article-row-queries.ts'
import { saveArticle, type LockedArticle } from './article-save-commands.ts'
import { liveContent } from './article-view-queries.ts'

/**
 * Jobs of articles. Whether a job is still due is decided here, on the locked row.
 * @param counting connections on which a statement may take longer than on those of requests
 */
export const articleTasks = ({ db }: Services, counting = db): JobTasks => ({
  publish_article: ({ article = '' }) => db.transaction().execute((trx) => publishWhenDue(trx, article)),
  unpublish_article: ({ article = '' }) => db.transaction().execute((trx) => unpublishWhenDue(trx, article)),
  sweep_articles: async () => {
    await sweepArticles(db)
    await sweepPreviewLinks(db)
    await sweepArticlePresence(db)
  },
  flush_article_facets: () => flushArticleFacets(db, counting),
  // What versions before 0027 have put into the queue.
  settle_article_cards: () => flushArticleFacets(db, counting),
  index_articles: () => flushArticleIndex(db, counting),
})

async function publishWhenDue(trx: Db, id: string): Promise<void> {
  const locked = await lockArticleForJob(trx, id)
  if (!locked || locked.access.state !== 'scheduled') return
  const { row, content } = locked
  const now = await databaseTime(trx)
  if (!row.publishAt || row.publishAt > now) return
  const missing: Article['returnMissing'] = missingToPublish({ ...content, wordCount: row.wordCount })
  if (content.unpublishAt && content.unpublishAt <= now) missing.push('unpublishAt')
  if (missing.length === 0) return performOn(locked, 'publish')
  const columns = {
    status: 'draft' as const,
    publishAt: null,
    returnNote: '',
    returnMissing: missing,
    returnedAt: null,
    returnedBy: null,
  }
  await saveArticle(locked, { reason: 'return', columns })
  await recordAudit(trx, null, {
    action: 'return',
    entityType: 'article',
    entityId: id,
    entityTitle: row.title,
    before: { state: 'scheduled' },
    after: { state: 'draft', missing },
  })
}

async function unpublishWhenDue(trx: Db, id: string): Promise<void> {
  const locked = await lockArticleForJob(trx, id)
  if (!locked || locked.access.state !== 'published') return
  const due = (await liveContent(trx, id))?.unpublishAt
  if (!due || due > (await databaseTime(trx))) return
  await performOn(locked, 'unpublish')
}

async function lockArticleForJob(trx: Db, id: string): Promise<LockedArticle | undefined> {
  const row = (await lockArticle(trx, id)) && (await findArticleRow(trx, null, id))
  return row ? { trx, actor: null, row, content: contentOf(row), access: accessOf(row) } : undefined
}
