import { sql, type SqlBool } from 'kysely'
import {
  AUDIT_EXPORT_MOST,
  type AuditAction,
  type AuditChain,
  type AuditDetail,
  type AuditEvent,
  type AuditListQuery,
  type AuditType,
  auditActions,
} from '#contract/audit.ts'
import type { ListReply } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'
import { filterCondition, type FilterConditions } from '../../db/list-filter.ts'
import { listPage } from '../../db/list-page.ts'
import { containsUnpaired } from '../../db/substring-search.ts'
import { pinChange, pinDetails } from './audit-pin-rules.ts'

export type AuditFilter = Omit<AuditListQuery, 'sort' | 'page' | 'pageSize'>

const among = (actions: readonly AuditAction[]) => sql<boolean>`action = any(${sql.val([...actions])}::text[])`

const filters: FilterConditions<AuditListQuery> = {
  actor: (id) => sql`actor_id = ${id}`,
  kind: (kind) => among(auditActions[kind]),
  action: (action) => sql`action = ${action}`,
  type: (type) => sql`entity_type = ${type}`,
  entity: (id) => sql`entity_id = ${id}`,
  ip: (ip) => sql`ip = ${ip}`,
  from: (from) => sql`at >= ${from}::date at time zone 'UTC'`,
  to: (to) => sql`at < (${to}::date + 1) at time zone 'UTC'`,
}

/** What a query asks for; the search looks at the names of items and of people. */
function matches(query: AuditFilter) {
  const filtered = filterCondition(query, filters, undefined)
  if (!query.q) return filtered
  return sql<SqlBool>`${filtered} and ${containsUnpaired(sql`audit_text(entity_title, actor_name)`, query.q)}`
}

/** One page of the log, at a cost that does not grow with it. */
export function listAudit(db: Db, query: AuditListQuery): Promise<ListReply<AuditEvent>> {
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const load = (ids: string[]) =>
    columnsOf(db)
      .where('id', 'in', ids)
      .execute()
      .then((rows) => eventsOf(db, rows))
  return listPage(
    db,
    db.selectFrom('auditEvent').select('id').where(matches(query)),
    { by: sql`at`, direction },
    query,
    load,
  )
}

const EXPORT_PAGE = 1000

/** What matches, the newest first, in pages; at most AUDIT_EXPORT_MOST in all. */
export async function* auditPages(db: Db, query: AuditFilter): AsyncGenerator<AuditEvent[]> {
  let last: AuditEvent | undefined
  for (let count = 0; count < AUDIT_EXPORT_MOST; count += EXPORT_PAGE) {
    const rows = await columnsOf(db)
      .where(matches(query))
      .where(last ? sql<SqlBool>`(at, id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql<SqlBool>`true`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(EXPORT_PAGE)
      .execute()
    const events = await eventsOf(db, rows)
    yield events
    if (rows.length < EXPORT_PAGE) return
    last = events.at(-1)
  }
}

/** One event with what was there before and after. */
export async function findAudit(db: Db, id: string): Promise<AuditDetail | undefined> {
  const row = await columnsOf(db).where('id', '=', id).select(['before', 'after']).executeTakeFirst()
  if (!row) return undefined
  const { before, after } = row
  const names = await namesOf(db, idsIn([before, after]))
  return { ...eventOf(row, names), before, after, names }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** So many are looked up at most; an event that names more is of a change of many items. */
const NAMES_MOST = 500

/** The ids anywhere in what was recorded, each once. */
function idsIn(recorded: unknown): string[] {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part === 'string') {
      if (UUID.test(part)) found.add(part)
    } else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit)
  }
  visit(recorded)
  return [...found].slice(0, NAMES_MOST)
}

/** An id is of one item only, of whatever kind. */
async function namesOf(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${ids}::uuid[]) as id)
    select id, title as name from article join asked using (id)
    union all select id, title from album join asked using (id)
    union all select id, name from media join asked using (id)
    union all select id, name from placement join asked using (id)
    union all select id, name from category join asked using (id)
    union all select id, name from tag join asked using (id)
    union all select id, display_name from author join asked using (id)
    union all select id, name from user_account join asked using (id)`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** What is known about the log as a whole, as of the last check. */
export async function findAuditChain(db: Db): Promise<AuditChain> {
  const { rows } = await sql<{
    rows: string
    sealedAt: Date | null
    checkedAt: Date | null
    isBroken: boolean
    after: Date | null
    before: Date | null
  }>`
    select coalesce((select sum(rows) from audit_seal), 0)::text as rows,
      (select max(at) from audit_seal) as "sealedAt",
      seen.at as "checkedAt",
      seen.broken_up_to is not null as "isBroken",
      (select at from audit_event where number <= seen.broken_after order by number desc limit 1) as after,
      (select at from audit_event where number > seen.broken_up_to order by number limit 1) as before
    from (select) as always left join audit_check as seen on true`.execute(db)
  const found = rows[0]!
  const iso = (at: Date | null) => at && new Date(at).toISOString()
  return {
    rows: Number(found.rows),
    sealedAt: iso(found.sealedAt),
    checkedAt: iso(found.checkedAt),
    broken: found.isBroken ? { after: iso(found.after), before: iso(found.before) } : null,
  }
}

/** Whose sentence needs more than the action. Other events may hold whole texts, which a list does not read. */
const hasDetails = sql`action in ('sign_in_refused', 'sign_in_failed', 'second_step_failed', 'refused', 'hand_over', 'return')
  or (action = 'edit' and entity_type = 'user') or (action = 'pin' and entity_type = 'searchTerm')`

const columnsOf = (db: Db) =>
  db
    .selectFrom('auditEvent')
    .select(['id', 'at', 'actorId', 'actorName', 'action', 'entityType', 'entityId', 'entityTitle', 'ip'])
    .select(
      sql<{ before: unknown; after: unknown } | null>`case when ${hasDetails}
        then jsonb_build_object('before', before, 'after', after) end`.as('told'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof columnsOf>['execute']>>[number]
type Names = Readonly<Record<string, string>>
const pinsTold = ({ action, entityType, told }: Row) => (action === 'pin' && entityType === 'searchTerm' ? told : null)

async function eventsOf(db: Db, rows: readonly Row[]): Promise<AuditEvent[]> {
  const ids = rows.map(pinsTold).flatMap((told) => (told ? Object.values(pinChange(told)).flat() : []))
  const names = await namesOf(db, [...new Set(ids)])
  return rows.map((row) => eventOf(row, names))
}

const eventOf = (whole: Row, names: Names): AuditEvent => {
  const { actorId, actorName, action, entityType, entityTitle, told, ...row } = whole
  const pins = pinsTold(whole)
  return {
    id: row.id,
    at: row.at,
    actor: actorId ? { id: actorId, name: actorName } : null,
    // What is stored was checked by its type when it was recorded.
    action: action as AuditAction,
    type: entityType as AuditType,
    entityId: row.entityId,
    title: entityTitle,
    ip: row.ip,
    details: pins ? pinDetails(pins, names) : { ...detailsOf(told?.before, 'Before'), ...detailsOf(told?.after) },
  }
}

/** The words and numbers of what was recorded, each under its name. */
function detailsOf(given: unknown, suffix = ''): AuditEvent['details'] {
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {})
  return Object.fromEntries(
    entries.flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' ? [[`${name}${suffix}`, value]] : [],
    ),
  )
}
