import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredContent } from '../../db/tables.ts'
import { addJob } from '../../jobs/job-queue.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import { mediaInText } from '../media/media-rules.ts'
import { readContent } from './article-content-rules.ts'
import { deleteLive, writeLive } from './article-live-commands.ts'
import { withoutDeadReferences } from './article-reference-commands.ts'
import { planUnpublication } from './article-schedule-commands.ts'

/** What `recordForUndo` stored of `article_live`: the whole row. */
type StoredLive = {
  published_at: string
  updated_at: string
  content: StoredContent
  word_count: number
  reading_time: number
  version: number
}

/**
 * Readers see what they saw before the step, or nothing. Merged names are replaced, a deleted cover is left out, and a planned
 * end applies again.
 * @returns whether readers see something; `planIndexing` makes it known to their search
 * @throws ProblemError not_publishable when nothing is left of its categories or authors
 */
export async function restoreLive(trx: Db, undo: string, id: string): Promise<boolean> {
  await deleteLive(trx, id)
  const item = await trx
    .selectFrom('undoStepItem')
    .select(sql<StoredLive>`"before"->'live'`.as('live'))
    .where('stepId', '=', undo)
    .where('itemId', '=', id)
    .where(sql<boolean>`"before"->'live' <> 'null'`)
    .executeTakeFirst()
  const before = item && readContent(item.live.content)
  await planUnpublication(trx, id, before?.unpublishAt ?? null)
  if (!before) return false
  const content = await withoutDeadReferences(trx, before)
  // What readers see again cannot go to the trash at the same moment.
  await lockMediaForShare(trx, mediaInText(content.body))
  const lacksCategory = before.primaryCategory && !content.primaryCategory
  if (lacksCategory || (before.authors.length && !content.authors.length)) throw new ProblemError('not_publishable')
  const { live } = item
  await writeLive(trx, {
    id,
    content,
    publishedAt: live.published_at,
    updatedAt: live.updated_at,
    wordCount: live.word_count,
    readingTime: live.reading_time,
    version: live.version,
  })
  return true
}

/** To be called once for many: the row of the job is locked until the transaction ends. */
export const planIndexing = (trx: Db): Promise<void> =>
  addJob(trx, 'index_articles', {}, { key: 'index articles', queue: 'article_index' })
