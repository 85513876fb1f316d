import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { undoItemsOf, type UndoItem } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import type { UndoResult } from '../../http/undo-handler.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { absorbNames, searchTextOf } from './absorb-rules.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import type { NameStep } from './name-undo-rules.ts'

/** A row as it was before the step, in the columns of its table. */
type NameRow = { id: string; slug: string; version: number } & Partial<{
  name: string
  synonyms: string[]
  display_name: string
  user_id: string | null
}>
export type GoneItem = UndoItem<
  { row: NameRow; redirects: { path: string; entity_id: string }[] },
  { version: number; mergedInto: string | null }
>
/** `absorbed`: the synonyms of a tag or the account of an author, as the merge left them. */
export type TargetItem = UndoItem<{ row: NameRow }, { version: number; absorbed: unknown }>

/**
 * Takes from the target what it took over from the names that come back. What was changed since stays.
 * @returns the target, where it was left alone
 */
export async function restoreTarget(
  trx: Db,
  actor: Actor,
  { id: step, noun, back, stay }: NameStep,
  gone: readonly GoneItem[],
): Promise<UndoResult['left']> {
  const [item] = (await undoItemsOf(trx, step, 'target')) as TargetItem[]
  const now = item && (await lockTarget(trx, noun, item.itemId))
  if (!now) return []
  const { before, after } = item
  const staying = gone.filter(({ itemId }) => !back.includes(itemId)).map(({ before: { row } }) => row)
  const wanted = absorbedBy(noun, before.row, staying)
  if (JSON.stringify(now.absorbed) !== JSON.stringify(after.absorbed))
    return JSON.stringify(now.absorbed) === JSON.stringify(wanted)
      ? []
      : [{ id: item.itemId, title: now.title, code: 'stale_version' }]
  const asBefore = stay.length === 0 && now.version === after.version
  const stamps = asBefore
    ? sql`version = old.version, updated_at = old.updated_at, updated_by = old.updated_by`
    : sql`version = name.version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id}`
  const table = sql.table(mergedNouns[noun].table)
  const own = JSON.stringify({ ...before.row, ...columnsOf(noun, now.title, wanted) })
  const columns = sql.join(mergedNouns[noun].absorbs.map((column) => sql`${sql.ref(column)} = old.${sql.ref(column)}`))
  await sql`update ${table} as name set ${columns}, ${stamps}
    from jsonb_populate_record(null::${table}, ${own}::jsonb) as old where name.id = ${item.itemId}`.execute(trx)
  const left = JSON.stringify({ version: now.version + 1, absorbed: wanted })
  await sql`update undo_step_item set "after" = ${left}::jsonb
    where step_id = ${step} and item_id = ${item.itemId} and part = 'target'`.execute(trx)
  return []
}

type Target = { version: number; title: string; absorbed: unknown }

async function lockTarget(trx: Db, noun: MergedNoun, id: string): Promise<Target | undefined> {
  const { table, name, absorbs } = mergedNouns[noun]
  const { rows } = await sql<Target>`select version, ${sql.ref(name)} as title, ${sql.ref(absorbs[0])} as absorbed
    from ${sql.table(table)} where id = ${id} for no key update`.execute(trx)
  return rows[0]
}

const absorbedBy = (noun: MergedNoun, before: NameRow, staying: readonly NameRow[]): unknown =>
  noun === 'tag'
    ? absorbNames(named(before), staying.map(named)).synonyms
    : (before.user_id ?? staying.find(({ user_id: user }) => user)?.user_id ?? null)

const named = ({ name = '', synonyms = [] }: NameRow) => ({ name, synonyms })

const columnsOf = (noun: MergedNoun, title: string, absorbed: unknown) =>
  noun === 'tag'
    ? { synonyms: absorbed, search_text: searchTextOf(title, absorbed as string[]) }
    : { user_id: absorbed }

/** The rows that come back, as they were. Counts follow from the links. */
export async function restoreNames(trx: Db, step: NameStep): Promise<void> {
  await makeRoom(trx, step)
  const table = sql.table(mergedNouns[step.noun].table)
  await sql`update ${table} as name set deleted_at = null, merged_into = old.merged_into,
      version = case when name.version = ("after"->>'version')::int then old.version else name.version + 1 end,
      updated_at = old.updated_at, updated_by = old.updated_by
    from undo_step_item, jsonb_populate_record(null::${table}, "before"->'row') as old
    where step_id = ${step.id} and part = 'gone' and item_id = any(${step.back}::uuid[]) and name.id = item_id`.execute(
    trx,
  )
}

/** Another name may have the address or the account by now: a name that comes back gets another address, and no account. */
async function makeRoom(trx: Db, { noun, back }: NameStep): Promise<void> {
  const table = sql.table(mergedNouns[noun].table)
  const holder = (column: string) => sql`exists (select from ${table} as other
    where other.${sql.ref(column)} = name.${sql.ref(column)} and other.deleted_at is null)`
  const taken = async (slugs: string[]) => {
    const { rows } = await sql<{ slug: string }>`
      select slug from ${table} where slug = any(${slugs}::text[]) and deleted_at is null`.execute(trx)
    return new Set(rows.map(({ slug }) => slug))
  }
  const { rows } = await sql<{ id: string; slug: string }>`
    select id, slug from ${table} as name where id = any(${back}::uuid[]) and ${holder('slug')}`.execute(trx)
  for (const { id, slug } of rows) {
    const free = await claimFreeSlug(trx, noun, slug, taken)
    await sql`update ${table} set slug = ${free} where id = ${id}`.execute(trx)
  }
  if (noun === 'author')
    await sql`update ${table} as name set user_id = null
      where id = any(${back}::uuid[]) and ${holder('user_id')}`.execute(trx)
}
