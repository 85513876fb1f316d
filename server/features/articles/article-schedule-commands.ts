import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { invalidField } from '../../http/problem-error.ts'
import { addJob, removeJob } from '../../jobs/job-queue.ts'

const publishKey = (id: string) => `article-publish:${id}`
const unpublishKey = (id: string) => `article-unpublish:${id}`

/** Plans, moves or (null) cancels the moment an article goes out, together with the caller's change. */
export const planPublication = (trx: Db, id: string, publishAt: string | null): Promise<void> =>
  publishAt
    ? addJob(trx, 'publish_article', { article: id }, { key: publishKey(id), runAt: publishAt })
    : removeJob(trx, publishKey(id))

/** The same for the moment a published article is taken down. */
export const planUnpublication = (trx: Db, id: string, unpublishAt: string | null): Promise<void> =>
  unpublishAt
    ? addJob(trx, 'unpublish_article', { article: id }, { key: unpublishKey(id), runAt: unpublishAt })
    : removeJob(trx, unpublishKey(id))

/** @throws ProblemError invalid_input naming the time that cannot be */
export async function requireTimes(
  trx: Db,
  publishAt: string | null,
  unpublishAt: string | null,
  mustCome = true,
): Promise<void> {
  if (!publishAt) throw invalidField('publishAt', 'required', 'a scheduled article needs a time')
  const { rows } = await sql<{ come: boolean }>`select ${publishAt}::timestamptz > now() as come`.execute(trx)
  if (mustCome && !rows[0]?.come) throw invalidField('publishAt', 'past', 'must be a time to come')
  if (unpublishAt && unpublishAt <= publishAt)
    throw invalidField('unpublishAt', 'before_publish', 'must be after the time of publishing')
}
