import { sql } from 'kysely'
import type { z } from 'zod'
import { albumActions } from '#contract/album-actions.ts'
import type { albumEndpoints } from '#contract/albums.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { performOn } from './album-action-commands.ts'
import { findTitles, matchingAlbums } from './album-queries.ts'
import { recordAlbumStep, type Part } from './album-step-commands.ts'

type Bulk = z.output<typeof albumEndpoints.bulk.body>
type Result = z.output<typeof albumEndpoints.bulk.reply>['results'][number]

/**
 * One action on many albums, each for itself: what cannot be done is reported and the rest is done, with one undo.
 * @throws ProblemError forbidden; count_changed when the selection is not what the person saw
 */
export async function bulkAlbums({ db }: Services, actor: Actor, bulk: Bulk) {
  if (!may(actor, albumActions[bulk.action].permission)) throw new ProblemError('forbidden')
  return db.transaction().execute(async (trx) => {
    const ids = bulk.ids ?? (await matchingAlbums(trx, actor, bulk.filter ?? {}, bulk.expectedCount + 1))
    if (ids.length !== bulk.expectedCount) throw new ProblemError('count_changed')
    const parts: Part[] = []
    const results = new Map<string, Result>()
    // In one order for everybody, so that two bulk actions wait for each other instead of locking each other out.
    for (const id of ids.toSorted()) results.set(id, await performInside(trx, actor, bulk, id, parts))
    const all = ids.flatMap((id) => results.get(id) ?? [])
    const title = all.find(({ ok }) => ok)?.title ?? ''
    const undo = parts.length ? await recordAlbumStep({ trx, actor }, bulk.action, title, parts) : null
    return { results: all, undo }
  })
}

async function performInside(trx: Db, actor: Actor, { action }: Bulk, id: string, parts: Part[]): Promise<Result> {
  await sql`savepoint item`.execute(trx)
  try {
    const { locked, part } = await performOn(trx, actor, id, action)
    await sql`release savepoint item`.execute(trx)
    parts.push(part)
    return { id, title: locked.row.title, ok: true, code: null }
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : uniqueViolation(error) && 'slug_taken'
    if (!code) throw error
    await sql`rollback to savepoint item`.execute(trx)
    const title = (await findTitles(trx, actor, [id])).get(id) ?? ''
    return { id, title, ok: false, code }
  }
}
