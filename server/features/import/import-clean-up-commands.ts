import type { Kysely } from 'kysely'
import type { ImportCleanUpReply } from '#contract/import.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { bulkArticlesIn } from '../articles/article-bulk-commands.ts'
import { findCleanUp, untouchedArticles } from './import-clean-up-queries.ts'

/**
 * Moves the articles that a run created, and that no person changed or published since, to the trash: one step of the undo log.
 * @throws ProblemError not_found; count_changed when they are not as many as the person saw
 */
export async function cleanUpImport(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  expectedCount: number,
): Promise<ImportCleanUpReply> {
  const { results, undo } = await db.transaction().execute(async (trx) => {
    // A second click waits here, and then sees another count.
    const run = await trx.selectFrom('importRun').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!run) throw new ProblemError('not_found')
    const untouched = await untouchedArticles(trx, id)
    if (untouched.length !== expectedCount) throw new ProblemError('count_changed')
    const done = await bulkArticlesIn(trx, actor, {
      action: 'trash',
      ids: untouched.map((article) => article.id),
      versions: untouched.map(({ version }) => version),
      expectedCount,
      sort: '-updatedAt',
      everyMinutes: 0,
    })
    if (done.undo) await trx.updateTable('importRun').set({ cleanUp: done.undo.id }).where('id', '=', id).execute()
    return done
  })
  return { moved: results.filter(({ changed }) => changed).length, undo, now: await findCleanUp(db, id, actor.id) }
}
