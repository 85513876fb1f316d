import type { SavedView } from '#contract/saved-views.ts'
import type { Db } from '../../db/database.ts'

const columns = ['id', 'screen', 'name', 'query', 'shared', 'ownerId'] as const

type Row = Omit<SavedView, 'mine'> & { ownerId: string }
const asSeenBy = (userId: string, { ownerId, ...view }: Row): SavedView => ({ ...view, mine: ownerId === userId })

/** My views and the shared ones of a screen, by name. */
export async function listSavedViews(db: Db, userId: string, screen: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('savedView')
    .where('screen', '=', screen)
    .where((view) => view.or([view('ownerId', '=', userId), view('shared', '=', true)]))
    .select(columns)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map((row) => asSeenBy(userId, row))
}

/** A view this person may see: their own, or a shared one. */
export async function findSavedView(db: Db, userId: string, id: string): Promise<SavedView | undefined> {
  const row = await db.selectFrom('savedView').where('id', '=', id).select(columns).executeTakeFirst()
  return row && (row.shared || row.ownerId === userId) ? asSeenBy(userId, row) : undefined
}
