import { sql, type RawBuilder } from 'kysely'
import { type Owned, type OwnedKind, ownedKinds } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import { findUser } from './user-queries.ts'

/** Where it is stored who owns an item. `also`: which rows count, one expression for each index that finds them. */
type OwnedTable = { table: string; owner: string; also: readonly RawBuilder<unknown>[] }

const here = sql`deleted_at is null`
const inTrash = sql`deleted_at is not null`

/** Every kind in the order in which it is handed over. */
export const ownedTables: Record<OwnedKind, OwnedTable> = {
  articles: { table: 'article', owner: 'created_by', also: [here, inTrash] },
  albums: { table: 'album', owner: 'created_by', also: [sql`true`] },
  media: { table: 'media', owner: 'created_by', also: [here, inTrash] },
  ads: { table: 'ad', owner: 'created_by', also: [sql`true`] },
  views: { table: 'saved_view', owner: 'owner_id', also: [sql`shared`] },
  invitations: { table: 'invitation', owner: 'created_by', also: [sql`used_at is null and ended_at is null`] },
  previewLinks: { table: 'preview_link', owner: 'created_by', also: [sql`expires_at > now()`] },
}

/** The ids of what an account owns, in the order in which rows are locked. */
export const ownedIds = ({ table, owner, also }: OwnedTable, user: string) =>
  sql<{ id: string }>`select id from (${sql.join(
    also.map((which) => sql`select id from ${sql.table(table)} where ${sql.ref(owner)} = ${user} and ${which}`),
    sql` union all `,
  )}) as owned order by id`

/** What an account owns; undefined when there is no such account. */
export async function ownedBy(db: Db, id: string): Promise<Owned | undefined> {
  const user = await findUser(db, id)
  if (!user) return undefined
  const counts = {} as Owned['counts']
  for (const kind of ownedKinds) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${ownedIds(ownedTables[kind], id)}) as all_of_kind`.execute(db)
    counts[kind] = rows[0]?.count ?? 0
  }
  const { rows } = await sql<Pick<Owned, 'scheduled' | 'inReview' | 'privateViews' | 'sessions'>>`select
    (select count(*)::int from article where created_by = ${id} and ${here} and status = 'scheduled') as scheduled,
    (select count(*)::int from article where created_by = ${id} and ${here} and status = 'in_review') as in_review,
    (select count(*)::int from saved_view where owner_id = ${id} and not shared) as private_views,
    (select count(*)::int from session where user_id = ${id} and expires_at > now()
      and last_seen_at > now() - interval '1 hour') as sessions`.execute(db)
  const [more = { scheduled: 0, inReview: 0, privateViews: 0, sessions: 0 }] = rows
  return { counts, byline: user.byline, ...more }
}
