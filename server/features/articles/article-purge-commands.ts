import { sql, type Kysely } from 'kysely'
import { TRASH_DAYS } from '#contract/trash.ts'
import { lockTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockArticleForUpdate } from './article-save-commands.ts'

const BATCH = 200

/** Deletes a trashed article with its history, permanently. */
export const purgeArticle = ({ db }: Services, actor: Actor, id: string, version: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { row, access } = await lockArticleForUpdate(trx, actor, id, 'articles.purge', version)
    if (access.state !== 'trashed')
      throw new ProblemError('illegal_transition', { detail: 'Only what is in the trash can be deleted permanently' })
    await erase(trx, actor, row)
  })

/** Empties the trash of what has been there for 30 days. */
export async function sweepArticles(db: Kysely<Tables>): Promise<void> {
  const old = sql<string>`now() - make_interval(days => ${TRASH_DAYS})`
  for (let found = BATCH; found === BATCH;) {
    found = await db.transaction().execute(async (trx) => {
      await lockTaxonomyShared(trx)
      const rows = await trx
        .selectFrom('article')
        .select(['id', 'title'])
        .where('deletedAt', '<', old)
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const row of rows) await erase(trx, null, row)
      return rows.length
    })
  }
}

async function erase(trx: Db, actor: Actor | null, { id, title }: { id: string; title: string }) {
  await trx.deleteFrom('redirect').where('entityType', '=', 'article').where('entityId', '=', id).execute()
  await trx.deleteFrom('undoStepItem').where('itemId', '=', id).execute()
  await trx.deleteFrom('article').where('id', '=', id).execute()
  await recordAudit(trx, actor, { action: 'purge', entityType: 'article', entityId: id, entityTitle: title })
}
