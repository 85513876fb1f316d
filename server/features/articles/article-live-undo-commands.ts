import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ArticleContent } from '../../db/tables.ts'
import { addJob } from '../../jobs/job-queue.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { categoriesOf } from '../categories/category-rules.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import { mediaInText } from '../media/media-rules.ts'
import { withoutDeadReferences } from './article-reference-commands.ts'
import { planUnpublication } from './article-schedule-commands.ts'

/**
 * Readers see again what they saw before the step, or nothing: with names that were merged since followed, without a cover
 * that is gone, until the planned end.
 * @throws ProblemError not_publishable when nothing is left of its categories or authors
 */
export async function restoreLive(trx: Db, undo: string, id: string): Promise<void> {
  await trx.deleteFrom('articleLive').where('articleId', '=', id).execute()
  const kept = await trx
    .selectFrom('undoStepItem')
    .select(sql<ArticleContent>`"before"->'live'->'content'`.as('content'))
    .where('stepId', '=', undo)
    .where('itemId', '=', id)
    .where(sql<boolean>`"before"->'live' <> 'null'`)
    .executeTakeFirst()
  await planUnpublication(trx, id, kept?.content.unpublishAt ?? null)
  if (!kept) return
  const { authors, primaryCategory, categories, tags, cover, socialImage } = await withoutDeadReferences(
    trx,
    kept.content,
  )
  // What readers see again cannot go to the trash at the same moment.
  await lockMediaForShare(trx, mediaInText(kept.content.body))
  const lost = (kept.content.primaryCategory && !primaryCategory) || (kept.content.authors.length && !authors.length)
  if (lost) throw new ProblemError('not_publishable')
  const ids = {
    author_ids: authors,
    category_ids: categoriesOf({ primary: primaryCategory, categories }),
    tag_ids: tags,
  }
  await sql`insert into article_live select (jsonb_populate_record(null::article_live, live || ${JSON.stringify(ids)}::jsonb
      || jsonb_build_object('content', live->'content' || ${JSON.stringify({ authors, primaryCategory, categories, tags, cover, socialImage })}::jsonb)
    )).* from undo_step_item, lateral (select "before"->'live' as live) as kept
    where step_id = ${undo} and item_id = ${id}`.execute(trx)
  await addJob(trx, 'index_articles', {}, { key: 'index articles' })
}
