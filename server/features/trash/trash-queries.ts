import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { EXACT_TOTAL_MAX, type ListReply } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import {
  CHANGE_NAMED_MOST,
  TRASH_DAYS,
  trashChanges,
  type TrashItem,
  type TrashListQuery,
  trashTypes,
} from '#contract/trash.ts'
import type { Db } from '../../db/database.ts'
import { keepTotal, keptTotal } from '../../db/list-total.ts'
import { contains, containsUnpaired } from '../../db/substring-search.ts'
import { isOwn as isOwnAlbum } from '../albums/album-queries.ts'
import { isOwn } from '../articles/article-row-queries.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { searchFor } from '../articles/article-search-rules.ts'
import { changedNouns, trashNouns } from './trash-rules.ts'

type TrashType = TrashItem['type']
type Key = Pick<TrashItem, 'id' | 'type'>

/** One page of what this person may bring back. */
export async function listTrash(db: Db, viewer: Viewer, query: TrashListQuery): Promise<ListReply<TrashItem>> {
  const { page, pageSize, q } = query
  const types: readonly TrashType[] = query.type ? [query.type] : trashTypes
  const arms = types.flatMap((type) => {
    const mine = inReach(viewer, type)
    const place = query.sort.endsWith('title') ? sql`lower(${titleOf(type)})` : sql`deleted_at`
    return mine ? [sql`select id, ${place} as place ${trashed(type)} and ${mine}${matching(type, q)}`] : []
  })
  if (arms.length === 0) return { items: [], total: 0, totalIsExact: true, page, pageSize }
  const order = query.sort.startsWith('-') ? sql`order by place desc, id desc` : sql`order by place, id`
  const { ids, ...total } = await pageOf(db, arms, order, (page - 1) * pageSize, pageSize)
  const byId = new Map((await findTrashed(db, viewer, types, ids)).map((item) => [item.id, item]))
  return { items: ids.flatMap((id) => byId.get(id) ?? []), ...total, page, pageSize }
}

/**
 * Few matches are found in one go and put in order then. Of more, each kind of item is read along its own order and no
 * further than the page, so that a full trash costs hardly more than an empty one; they are not counted again for the next pages.
 */
async function pageOf(db: Db, arms: RawBuilder<unknown>[], order: RawBuilder<unknown>, offset: number, limit: number) {
  const all = sql.join(arms, sql` union all `)
  const part = sql`${order} limit ${limit} offset ${offset}`
  const matching = { compile: () => all.compile(db) }
  const alongTheOrders = async () => {
    const firsts = arms.map((arm) => sql`(${arm} ${order} limit ${offset + limit})`)
    const { rows } = await sql<{ id: string }>`
      select id from (${sql.join(firsts, sql` union all `)}) as trashed ${part}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const kept = keptTotal(db, matching)?.total
  if (kept) {
    const ids = await alongTheOrders()
    // At the end of a list that became shorter what was kept may be wrong by all of it.
    if (ids.length === limit) return { ids, ...kept, total: Math.max(kept.total, offset + limit) }
  }
  const { rows: found } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (select * from (${all}) as trashed limit ${EXACT_TOTAL_MAX + 1})
    select (select count(*) from found) as total, array(select id::text from found ${part}) as ids`.execute(db)
  const { total, ids } = found[0] ?? { total: 0, ids: [] }
  if (total <= EXACT_TOTAL_MAX) {
    if (kept) keepTotal(db, matching, undefined)
    return { ids, total, totalIsExact: true }
  }
  const shown = await alongTheOrders()
  const plan = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`explain (format json) ${all}`.execute(db)
  const estimate = Object.values(plan.rows[0] ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0
  const atLeast = Math.max(total, shown.length && offset + shown.length)
  const estimated = { total: Math.max(atLeast, Math.round(estimate)), totalIsExact: false }
  keepTotal(db, matching, estimated)
  return { ids: shown, ...estimated }
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
      ? [sql`select * from (${describe(viewer, type)} and id = any(${ids}::uuid[]) and ${mine}) as ${sql.ref(type)}`]
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

const titleOf = (type: TrashType) => sql.ref(type === 'change' ? 'title' : trashNouns[type].title)
const trashed = (type: TrashType) =>
  type === 'change'
    ? sql`from (${changes}) as change where true`
    : sql`from ${sql.table(type)} where deleted_at is not null`

/** Steps that put nothing into the trash; those that did come back with what they put there. Not of articles that were purged. */
const changes = sql`select id, title, created_at as deleted_at, created_by, noun, action from undo_step
  where gone = '{}' and action = any(${sql.val([...trashChanges])}::text[])
    and created_at > now() - make_interval(days => ${sql.lit(TRASH_DAYS)})
    and (noun <> 'article' or exists (select from undo_step_item where step_id = undo_step.id))`

/** Which items one action changed, each in one part; photos that went to another album are a change of one. */
const changedItems = sql`from undo_step_item where step_id = change.id and (noun <> 'album' or part = 'acted')`

/** Nouns of which one action may change many; each is an item of the step. */
const severalNouns = ['article', 'media', 'album'] as const satisfies readonly TrashType[]

/** Of an action on thousands only so many are looked at for names: all would be read and put in order for each row of the list. */
const NAMED_AMONG = 200
const someChangedItems = sql`select item_id ${changedItems} limit ${sql.lit(NAMED_AMONG)}`

/** How many more an action changed. */
const othersChanged = sql`case when noun = any(${sql.val([...severalNouns])}::text[])
  then greatest(0, (select count(*) - 1 ${changedItems})) else 0 end`

/** The first of them, or of some of many, by name; only of those that this person may restore. */
const titlesChanged = (viewer: Viewer) =>
  sql`case noun ${sql.join(
    severalNouns.map((noun) => {
      const { title } = trashNouns[noun]
      return sql`when ${sql.lit(noun)} then array(select ${sql.ref(title)} from ${sql.table(noun)}
      where id in (${someChangedItems})
        and ${inReach(viewer, noun) ?? sql`false`}
      order by ${sql.ref(title)}, id limit ${sql.lit(CHANGE_NAMED_MOST)})`
    }),
    sql` `,
  )} else '{}'::text[] end`

/** To return what was scheduled is to cancel its schedule. */
const actionShown = sql`case when action = 'return' and exists (select from undo_step_item where step_id = change.id
  and "before"->'columns'->>'status' = 'scheduled') then 'unschedule' else action end`

function describe(viewer: Viewer, type: TrashType): RawBuilder<unknown> {
  if (type === 'change')
    return sql`select id, 1 as version, 'change' as type, title, deleted_at, created_by as deleter,
      null::text as merged_into, ${othersChanged} as others, ${titlesChanged(viewer)} as titles, jsonb_build_object('type', noun, 'action', ${actionShown}) as change
      ${trashed(type)}`
  const { deleter, steps } = trashNouns[type]
  const id = sql.ref(`${type}.id`)
  const others = steps
    ? sql`coalesce((select cardinality(gone) - 1 from undo_step as step
        where noun = ${type} and gone @> array[${id}] order by seq desc limit 1), 0)`
    : sql`0`
  const into =
    type === 'tag' || type === 'author'
      ? sql`(select ${sql.ref(`target.${trashNouns[type].title}`)} from ${sql.table(type)} as target
          where target.id = ${sql.ref(`${type}.merged_into`)})`
      : sql`null::text`
  return sql`select id, version, ${sql.lit(type)} as type, ${titleOf(type)} as title, deleted_at, ${sql.ref(deleter)} as deleter,
    ${into} as merged_into, ${others} as others, '{}'::text[] as titles, null::jsonb as change ${trashed(type)}`
}

function inReach(viewer: Viewer, type: TrashType): RawBuilder<SqlBool> | undefined {
  if (type === 'change') return changesInReach(viewer)
  const scope = scopeOf(viewer.role, trashNouns[type].permission)
  if (scope === 'all') return sql<boolean>`true`
  if (scope !== 'own') return undefined
  if (type === 'article') return isOwn(viewer.id)
  if (type === 'album') return isOwnAlbum(viewer)
  return type === 'media' ? sql<boolean>`created_by = ${viewer.id}::uuid` : undefined
}

/** Whoever may write only the own ones sees the own changes. */
function changesInReach({ id, role }: Viewer): RawBuilder<SqlBool> | undefined {
  const ways = Object.entries(changedNouns).flatMap(([noun, permission]) => {
    const scope = scopeOf(role, permission)
    if (scope !== 'all' && scope !== 'own') return []
    return [scope === 'all' ? sql<boolean>`noun = ${noun}` : sql<boolean>`noun = ${noun} and created_by = ${id}::uuid`]
  })
  return ways.length > 0 ? sql<boolean>`(${sql.join(ways, sql` or `)})` : undefined
}

function matching(type: TrashType, q: string | undefined): RawBuilder<unknown> {
  if (!q) return sql``
  const title = sql`lower(${titleOf(type)})`
  if (type !== 'article') return sql` and ${contains(title, q)}`
  const search = searchFor(q)
  // The words of an article already know each character and each pair of a script without spaces.
  const words = search?.words && search.beginning === null ? sql` and search_words @@ ${search.words}::tsquery` : sql``
  return sql` and ${containsUnpaired(title, q)}${words}`
}
