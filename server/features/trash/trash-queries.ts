import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListReply } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import { TRASH_DAYS, type TrashItem, type TrashListQuery, trashTypes } from '#contract/trash.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike, listPage } from '../../db/list-page.ts'
import { isOwn as isOwnAlbum } from '../albums/album-queries.ts'
import { isOwn } from '../articles/article-row-queries.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { trashNouns } from './trash-rules.ts'

type TrashType = TrashItem['type']
type Key = Pick<TrashItem, 'id' | 'type'>

/** One page of what this person may bring back. */
export async function listTrash(db: Db, viewer: Viewer, query: TrashListQuery): Promise<ListReply<TrashItem>> {
  const types = query.type ? [query.type] : trashTypes
  const arms = types.flatMap((type) => {
    const mine = inReach(viewer, type)
    return mine
      ? [sql`select id, deleted_at, ${titleOf(type)} as title ${trashed(type)} and ${mine}${matching(type, query.q)}`]
      : []
  })
  // Nobody may see anything: an empty arm keeps the shape of the query.
  const all =
    arms.length > 0 ? sql.join(arms, sql` union all `) : sql`select null::uuid, null::timestamptz, '' where false`
  const rows = db
    .selectFrom(sql<{ id: string }>`(${all})`.as<'trashed'>(sql`trashed(id, deleted_at, title)`))
    .select('id')
  const by = query.sort.endsWith('title') ? sql`lower(title)` : sql`deleted_at`
  return listPage(db, rows, { by, direction: query.sort.startsWith('-') ? 'desc' : 'asc' }, query, (ids) =>
    findTrashed(db, viewer, types, ids),
  )
}

/** Of these, what is in the trash and within this person's reach. */
export async function findInTrash(db: Db, viewer: Viewer, keys: readonly Key[]): Promise<TrashItem[]> {
  const ids = keys.map(({ id }) => id)
  return findTrashed(db, viewer, [...new Set(keys.map(({ type }) => type))], ids)
}

async function findTrashed(db: Db, viewer: Viewer, types: readonly TrashType[], ids: readonly string[]) {
  const arms = types.flatMap((type) => {
    const mine = inReach(viewer, type)
    return mine
      ? [sql`select * from (${describe(type)} and id = any(${ids}::uuid[]) and ${mine}) as ${sql.ref(type)}`]
      : []
  })
  if (arms.length === 0) return []
  const { rows } = await sql<Omit<TrashItem, 'deletedBy'> & { deleter: string | null; deleterName: string | null }>`
    select found.*, user_account.name as deleter_name,
      deleted_at + make_interval(days => ${sql.lit(TRASH_DAYS)}) as purge_at
    from (${sql.join(arms, sql` union all `)}) as found
    left join user_account on user_account.id = found.deleter`.execute(db)
  return rows.map(({ deleter, deleterName, ...row }): TrashItem => ({
    ...row,
    deletedBy: deleter === null ? null : { id: deleter, name: deleterName ?? '' },
  }))
}

const titleOf = (type: TrashType) => sql.ref(trashNouns[type].title)
const trashed = (type: TrashType) => sql`from ${sql.table(type)} where deleted_at is not null`

function describe(type: TrashType): RawBuilder<unknown> {
  const { deleter, steps } = trashNouns[type]
  const id = sql.ref(`${type}.id`)
  const noun = sql.ref(steps === 'undo_step' ? 'noun' : 'entity_type')
  const others = steps
    ? sql`coalesce((select cardinality(gone) - 1 from ${sql.table(steps)} as step
        where ${noun} = ${type} and gone @> array[${id}] order by created_at desc limit 1), 0)`
    : sql`0`
  const into =
    steps === 'catalogue_undo'
      ? sql`(select ${sql.ref(`target.${trashNouns[type].title}`)} from ${sql.table(type)} as target
          where target.id = ${sql.ref(`${type}.merged_into`)})`
      : sql`null::text`
  return sql`select id, version, ${sql.lit(type)} as type, ${titleOf(type)} as title, deleted_at, ${sql.ref(deleter)} as deleter,
    ${into} as merged_into, ${others} as others ${trashed(type)}`
}

function inReach(viewer: Viewer, type: TrashType): RawBuilder<SqlBool> | undefined {
  const scope = scopeOf(viewer.role, trashNouns[type].permission)
  if (scope === 'all') return sql<boolean>`true`
  if (scope !== 'own') return undefined
  if (type === 'article') return isOwn(viewer.id)
  if (type === 'album') return isOwnAlbum(viewer)
  return type === 'media' ? sql<boolean>`created_by = ${viewer.id}::uuid` : undefined
}

const matching = (type: TrashType, q: string | undefined) =>
  q ? sql` and lower(${titleOf(type)}) like lower(${`%${escapeLike(q)}%`})` : sql``
