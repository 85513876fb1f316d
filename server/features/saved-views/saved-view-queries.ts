import { sql } from 'kysely'
import { allows, type Role } from '#contract/permissions.ts'
import type { SavedView } from '#contract/saved-views.ts'
import { viewScreens, type ViewScreen } from '#contract/search.ts'
import type { Db } from '../../db/database.ts'
import { containsUnpaired } from '../../db/substring-search.ts'

const columns = ['id', 'screen', 'name', 'query', 'shared', 'ownerId'] as const

type Row = Omit<SavedView, 'mine'> & { ownerId: string }
const asSeenBy = (userId: string, { ownerId, ...view }: Row): SavedView => ({ ...view, mine: ownerId === userId })

type Viewer = { id: string; role: Role }
/** What others share tells of their list: it is for those who see that list. */
const seesScreen = ({ role }: Viewer, screen: string) =>
  !(screen in viewScreens) || allows(role, viewScreens[screen as ViewScreen])

const SHARED_SHOWN = 200

/** My views of a screen and the shared ones, each by name: however many others share, mine are there. */
export async function listSavedViews(db: Db, viewer: Viewer, screen: string): Promise<SavedView[]> {
  const views = db.selectFrom('savedView').where('screen', '=', screen).select(columns).orderBy('name').orderBy('id')
  const mine = await views.where('ownerId', '=', viewer.id).execute()
  const others = views.where('ownerId', '!=', viewer.id).where('shared', '=', true).limit(SHARED_SHOWN)
  const shared = seesScreen(viewer, screen) ? await others.execute() : []
  return [...mine, ...shared].map((row) => asSeenBy(viewer.id, row))
}

const FOUND_MOST = 200

/** Views of these screens that this person may see and whose name contains the text, mine first, each by name. */
export async function findSavedViews<Screen extends string>(
  db: Db,
  userId: string,
  text: string,
  screens: readonly Screen[],
): Promise<(SavedView & { screen: Screen })[]> {
  const rows = await db
    .selectFrom('savedView')
    .where('screen', 'in', screens)
    .where(containsUnpaired(sql`lower(name)`, text))
    .where((view) => view.or([view('ownerId', '=', userId), view('shared', '=', true)]))
    .select(columns)
    .orderBy((view) => view('ownerId', '!=', userId))
    .orderBy('name')
    .orderBy('id')
    .limit(FOUND_MOST)
    .execute()
  return rows.map((row) => asSeenBy(userId, row) as SavedView & { screen: Screen })
}

/** A view this person may see: their own, or a shared one of a list that they see. */
export async function findSavedView(db: Db, viewer: Viewer, id: string): Promise<SavedView | undefined> {
  const row = await db.selectFrom('savedView').where('id', '=', id).select(columns).executeTakeFirst()
  if (!row) return undefined
  const isSeen = row.ownerId === viewer.id || (row.shared && seesScreen(viewer, row.screen))
  return isSeen ? asSeenBy(viewer.id, row) : undefined
}
