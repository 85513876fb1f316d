import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** How long a step can be undone; the contract tells the people. */
const UNDO_DAYS = 30
/** A statement that writes or deletes this many rows stays far below the statement time limit. */
const AT_ONCE = 2000
/** Older steps cannot be undone, and what they put into the trash is deleted permanently. */
export const undoExpiry = sql<string>`now() - make_interval(days => ${sql.lit(UNDO_DAYS)})`

export type UndoNoun =
  | 'article'
  | 'album'
  | 'media'
  | 'tag'
  | 'author'
  | 'category'
  | 'searchTerm'
  | 'hot'
  | 'ad'
  | 'placement'
  | 'user'

/** What the reply of the action carries: its step, and until when that can be undone. */
type UndoPointer = { id: string; until: string }
const until = sql<string>`created_at + make_interval(days => ${sql.lit(UNDO_DAYS)})`.as('until')

/** A recorded action. `gone`: the ids of what it put into the trash. */
export type UndoStep = { id: string; seq: number; noun: UndoNoun; action: string; title: string; gone: string[] }

/**
 * One aspect of one item that the step changed. `before` restores it, `after` tells whether it is still as the step left it.
 * Both are JSON of the noun that owns the step.
 */
export type UndoItem<Before = unknown, After = unknown> = { itemId: string; part: string; before: Before; after: After }

type NewStep = { noun: UndoNoun; action: string; title: string; gone?: readonly string[] }

/**
 * Records an action, within the transaction that performs it.
 * @param who the account that acts; only that account may undo the step by its id
 * @param items what restores it; more can be added with `recordUndoItems`, or with SQL into undo_step_item
 * @returns the pointer for the reply
 */
export async function recordUndoStep(
  trx: Db,
  who: string,
  { noun, action, title, gone = [] }: NewStep,
  items: readonly UndoItem[] = [],
): Promise<UndoPointer> {
  const id = randomUUID()
  const pointer = await trx
    .insertInto('undoStep')
    .values({ id, createdBy: who, noun, action, title, gone: [...gone] })
    .returning(['id', until])
    .executeTakeFirstOrThrow()
  await recordUndoItems(trx, id, items)
  return pointer
}

type Rename<Row> = { before: Row; after: Row; fields: readonly (keyof Row & string)[]; nameOf: (row: Row) => string }

/**
 * Records that something got another name, with the other fields of the same change. What reverts the step before, with
 * nothing in between, ends that step instead.
 * @returns the pointer for the reply; null where there is nothing to undo
 */
export async function recordRename<Row extends { id: string; version: number }>(
  trx: Db,
  who: string,
  noun: UndoNoun,
  { before, after, fields, nameOf }: Rename<Row>,
): Promise<UndoPointer | null> {
  const { id: itemId, version } = before
  const part = 'rename'
  const { rows } = await sql<{ stepId: string; old: Partial<Row>; versionBefore: number }>`
    select step_id, "before" as old, ("after"->>'versionBefore')::int as version_before
    from undo_step_item as item join undo_step as step on step.id = item.step_id
    where item_id = ${itemId} and part = ${part} and noun = ${noun} and ("after"->>'version')::int = ${version}
    order by seq desc limit 1`.execute(trx)
  const [last] = rows
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  if (last && Object.entries(last.old).every(([field, value]) => isSame(after[field as keyof Row], value))) {
    await deleteUndoStep(trx, last.stepId)
    await passOnVersions(trx, [{ itemId, from: last.versionBefore, to: version + 1 }])
    return null
  }
  const item: UndoItem = {
    itemId,
    part,
    before: Object.fromEntries(fields.map((field) => [field, before[field]])),
    after: { version: version + 1, versionBefore: version },
  }
  return recordUndoStep(trx, who, { noun, action: part, title: `${nameOf(before)} → ${nameOf(after)}` }, [item])
}

/** Adds items to a step of this transaction. */
export async function recordUndoItems(trx: Db, step: string, items: readonly UndoItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
      select ${step}::uuid, "itemId", part, "before", "after"
      from jsonb_to_recordset(${JSON.stringify(items.slice(from, from + AT_ONCE))}::jsonb)
        as given("itemId" uuid, part text, "before" jsonb, "after" jsonb)`.execute(trx)
}

const columns = ['id', 'seq', 'noun', 'action', 'title', sql<string[]>`gone::text[]`.as('gone')] as const

/**
 * Locks a step until the transaction ends.
 * @param who the account that undoes it; null for the trash, which has checked the rights itself
 * @returns undefined when it was undone, is older than thirty days, or belongs to another account
 */
export const lockUndoStep = (trx: Db, id: string, who: string | null): Promise<UndoStep | undefined> =>
  trx
    .selectFrom('undoStep')
    .select(columns)
    .where('id', '=', id)
    .where('createdAt', '>', undoExpiry)
    .$if(who !== null, (step) => step.where('createdBy', '=', who ?? ''))
    .forUpdate()
    .executeTakeFirst() as Promise<UndoStep | undefined>

/** The noun and action of a step; undefined when it is gone. */
export const findUndoStep = (db: Db, id: string): Promise<Pick<UndoStep, 'noun' | 'action'> | undefined> =>
  db.selectFrom('undoStep').select(['noun', 'action']).where('id', '=', id).executeTakeFirst() as Promise<
    Pick<UndoStep, 'noun' | 'action'> | undefined
  >

/** What a reply carries of a step of this person's; null when it is gone, or is older than thirty days. */
export const findUndoPointer = async (db: Db, id: string, who: string): Promise<UndoPointer | null> =>
  (await db
    .selectFrom('undoStep')
    .select(['id', until])
    .where('id', '=', id)
    .where('createdBy', '=', who)
    .where('createdAt', '>', undoExpiry)
    .executeTakeFirst()) ?? null

/** The newest step that put this entity into the trash, whatever its age. */
export const findUndoStepOf = (db: Db, noun: UndoNoun, gone: string): Promise<UndoStep | undefined> =>
  db
    .selectFrom('undoStep')
    .select(columns)
    .where('noun', '=', noun)
    .where(sql<boolean>`gone @> array[${gone}::uuid]`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<UndoStep | undefined>

/** The items of a step, in the order of their ids. @param parts only these parts; all when left out */
export async function undoItemsOf<Before = unknown, After = unknown>(
  db: Db,
  step: string,
  ...parts: string[]
): Promise<UndoItem<Before, After>[]> {
  const found: UndoItem<Before, After>[] = []
  for (let last: UndoItem | undefined, full = true; full;) {
    const rows = await db
      .selectFrom('undoStepItem')
      .select(['itemId', 'part', 'before', 'after'])
      .where('stepId', '=', step)
      .$if(parts.length > 0, (all) => all.where('part', 'in', parts))
      .$if(last !== undefined, (all) =>
        all.where(sql<boolean>`(item_id, part) > (${last?.itemId}::uuid, ${last?.part}::text)`),
      )
      .orderBy('itemId')
      .orderBy('part')
      .limit(AT_ONCE)
      .execute()
    found.push(...(rows as UndoItem<Before, After>[]))
    full = rows.length === AT_ONCE
    last = rows.at(-1)
  }
  return found
}

/** How many items a step has. */
export async function countUndoItems(db: Db, step: string): Promise<number> {
  const { total } = await db
    .selectFrom('undoStepItem')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('stepId', '=', step)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Those of these items of a step that a later step, which is still in the log, changed in the same part. */
export async function changedByLaterSteps(
  db: Db,
  step: Pick<UndoStep, 'seq' | 'noun'>,
  part: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ itemId: string }>`select distinct item_id from undo_step_item as item
    join undo_step as later on later.id = item.step_id
    where later.noun = ${step.noun} and later.seq > ${step.seq} and part = ${part}
      and item_id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ itemId }) => itemId))
}

/**
 * After an undo: an entity that is again as it was before the step has another version than it had then. Earlier steps that
 * left it at that version, as `version` in `after`, find it as they left it.
 * @param versions the version before the step that was undone, and the one that the undo gave
 */
export async function passOnVersions(
  trx: Db,
  versions: readonly { itemId: string; from: number; to: number }[],
): Promise<void> {
  if (versions.length === 0) return
  await sql`update undo_step_item as item set "after" = jsonb_set(item."after", '{version}', to_jsonb(given."to"))
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as given("itemId" uuid, "from" int, "to" int)
    where item_id = given."itemId" and item."after"->'version' = to_jsonb(given."from")`.execute(trx)
}

/** Ends a step: it cannot be undone any more. */
export async function deleteUndoStep(trx: Db, id: string): Promise<void> {
  await deleteItems(trx, sql`step_id = ${id}`)
  await trx.deleteFrom('undoStep').where('id', '=', id).execute()
}

/** Deletes steps older than thirty days, some thousands of items at a time. */
export async function sweepUndoLog(db: Db): Promise<void> {
  const old = sql`select id from undo_step where created_at < ${undoExpiry}`
  await deleteItems(db, sql`step_id in (${old})`)
  await sql`delete from undo_step where id in (${old})`.execute(db)
}

/** Deletes items some thousands at a time. @param which a condition on undo_step_item */
export async function deleteItems(db: Db, which: RawBuilder<unknown>): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const { numAffectedRows = 0n } = await sql`delete from undo_step_item where ctid = any(array(
      select ctid from undo_step_item where ${which} limit ${AT_ONCE}))`.execute(db)
    found = Number(numAffectedRows)
  }
}
