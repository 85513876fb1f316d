import { sql, type Kysely } from 'kysely'
import { SAVED_VIEWS_MOST, type SavedView } from '#contract/saved-views.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findSavedView } from './saved-view-queries.ts'

type Fields = { name: string; query: string; shared: boolean }

/** @throws ProblemError invalid_input at the name when this person has as many of this screen as there may be */
export const createSavedView = (
  db: Kysely<Tables>,
  actor: Actor,
  view: Fields & { screen: string },
  id: string,
): Promise<SavedView> => db.transaction().execute((trx) => insertSavedView(trx, actor, view, id))

async function insertSavedView(
  trx: Db,
  actor: Actor,
  view: Fields & { screen: string },
  id: string,
): Promise<SavedView> {
  // One after the other, so that each counts those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views of ${actor.id}`}, 0))`.execute(trx)
  const { mine } = await trx
    .selectFrom('savedView')
    .where('ownerId', '=', actor.id)
    .where('screen', '=', view.screen)
    .select(({ fn }) => fn.countAll<number>().as('mine'))
    .executeTakeFirstOrThrow()
  if (mine >= SAVED_VIEWS_MOST)
    throw invalidField(
      'name',
      'too_many',
      `at most ${SAVED_VIEWS_MOST} views of one screen; delete one first`,
      SAVED_VIEWS_MOST,
    )
  await trx
    .insertInto('savedView')
    .values({ id, ownerId: actor.id, ...view })
    .execute()
  await recordAudit(trx, actor, { ...lineOf('create', id, view.name), after: view })
  return { id, ...view, mine: true }
}

export const editSavedView = (
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  change: Partial<Fields>,
): Promise<SavedView> =>
  db.transaction().execute(async (trx) => {
    const view = await requireMine(trx, actor, id)
    if (Object.keys(change).length > 0) {
      await trx.updateTable('savedView').set(change).where('id', '=', id).where('ownerId', '=', actor.id).execute()
      const { name, query, shared } = view
      await recordAudit(trx, actor, { ...lineOf('edit', id, name), before: { name, query, shared }, after: change })
    }
    return { ...view, ...change }
  })

export const removeSavedView = (db: Kysely<Tables>, actor: Actor, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { name } = await requireMine(trx, actor, id)
    await trx.deleteFrom('savedView').where('id', '=', id).where('ownerId', '=', actor.id).execute()
    await recordAudit(trx, actor, lineOf('delete', id, name))
  })

const lineOf = (action: 'create' | 'edit' | 'delete', entityId: string, entityTitle: string) =>
  ({ action, entityType: 'saved_view', entityId, entityTitle }) as const

/**
 * A view of this person, locked until the transaction ends.
 * @throws ProblemError not_found for what this person cannot see, forbidden for a shared view of someone else
 */
async function requireMine(trx: Db, actor: Actor, id: string): Promise<SavedView> {
  await trx.selectFrom('savedView').select('id').where('id', '=', id).forUpdate().execute()
  const view = await findSavedView(trx, actor, id)
  if (!view) throw new ProblemError('not_found')
  if (!view.mine) throw new ProblemError('forbidden')
  return view
}
