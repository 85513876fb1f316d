import type { Kysely } from 'kysely'
import { lockTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { sweepTrash } from '../../db/sweep-trash.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordPurges } from '../audit/audit-commands.ts'
import { lockArticleForUpdate } from './article-save-commands.ts'

/** Deletes a trashed article with its history, permanently. */
export const purgeArticle = ({ db }: Services, actor: Actor, id: string, version: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { row, access } = await lockArticleForUpdate(trx, actor, id, 'articles.purge', version)
    if (access.state !== 'trashed')
      throw new ProblemError('illegal_transition', { detail: 'Only what is in the trash can be deleted permanently' })
    await erase(trx, actor, [row])
  })

/** Deletes permanently what has been in the trash for thirty days. */
export const sweepArticles = (db: Kysely<Tables>): Promise<void> =>
  sweepTrash(db, {
    table: 'article',
    title: 'title',
    prepare: lockTaxonomyShared,
    erase: (trx, rows) => erase(trx, null, rows),
  })

async function erase(trx: Db, actor: Actor | null, rows: readonly { id: string; title: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('redirect').where('entityType', '=', 'article').where('entityId', 'in', ids).execute()
  await trx.deleteFrom('undoStepItem').where('itemId', 'in', ids).execute()
  await trx.deleteFrom('article').where('id', 'in', ids).execute()
  await recordPurges(trx, actor, 'article', rows)
}
