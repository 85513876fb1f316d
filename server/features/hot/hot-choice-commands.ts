import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { changedByLaterSteps, recordUndoStep, type UndoItem, type UndoStep } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { recordAudit } from '../audit/audit-commands.ts'

type Kind = 'pin' | 'bury'

/**
 * Pins or buries what readers can see. A new pin is above the others, unless it names its place; one that is changed stays
 * where it is. @throws ProblemError not_found; invalid_input for an end in the past
 */
export const chooseHot = (
  db: Kysely<Tables>,
  actor: Actor,
  { id, kind, until, place }: { id: string; kind: Kind; until: string | null; place?: number | undefined },
): Promise<Decided> =>
  db.transaction().execute(async (trx) => {
    const { title, before, ...was } = await lockChoice(trx, id)
    if (until !== null) await requireFuture(trx, until)
    await writeChoice(trx, actor, id, { kind, until })
    if (kind === 'pin' && (place !== undefined || before?.kind !== 'pin')) await putPin(trx, id, place ?? 1)
    const event = { action: kind, entityType: 'article', entityId: id, entityTitle: title } as const
    await recordAudit(trx, actor, { ...event, before, after: { kind, until } })
    return {
      undo: await recordDecision(trx, actor, kind === 'pin' ? 'hotPin' : 'hotBury', { id, title, before, ...was }),
    }
  })

/** Lets the score decide again. Nothing happens where it already does. */
export const clearHotChoice = (db: Kysely<Tables>, actor: Actor, id: string): Promise<Decided> =>
  db.transaction().execute(async (trx) => {
    const { title, before, ...was } = await lockChoice(trx, id)
    if (!before) return { undo: null }
    await trx.deleteFrom('hotChoice').where('article', '=', id).execute()
    const event = { action: `un${before.kind}`, entityType: 'article', entityId: id, entityTitle: title } as const
    await recordAudit(trx, actor, { ...event, before, after: null })
    return { undo: await recordDecision(trx, actor, 'hotClear', { id, title, before, ...was }) }
  })

/** Gives a pin another place among those shown. @throws ProblemError not_found where the article is not pinned */
export const movePin = (db: Kysely<Tables>, actor: Actor, id: string, place: number): Promise<Decided> =>
  db.transaction().execute(async (trx) => {
    const { title, before, ...was } = await lockChoice(trx, id)
    if (before?.kind !== 'pin') throw new ProblemError('not_found')
    const { from, to } = await putPin(trx, id, place)
    if (from === to) return { undo: null }
    const event = { action: 'move', entityType: 'article', entityId: id, entityTitle: title } as const
    await recordAudit(trx, actor, { ...event, before: { pinPlace: from }, after: { pinPlace: to } })
    return { undo: await recordDecision(trx, actor, 'hotMove', { id, title, before, ...was }) }
  })

type Choice = { kind: Kind; until: string | null }
type Decided = { undo: UndoPointer | null }
/** `place`: of a pin among those shown. */
type Locked = { title: string; before: Choice | undefined; place: number | null }
/** `choice`: what was decided, or null. */
export type ChoiceItem = UndoItem<{ choice: Choice | null; place: number | null }, { choice: Choice | null }>
const choicePart = 'choice'

async function recordDecision(trx: Db, actor: Actor, action: string, { id, title, ...was }: Locked & { id: string }) {
  const item: ChoiceItem = {
    itemId: id,
    part: choicePart,
    before: { choice: was.before ?? null, place: was.place },
    after: { choice: (await findChoice(trx, id)) ?? null },
  }
  return recordUndoStep(trx, actor.id, { noun: 'hot', action, title }, [item])
}

async function writeChoice(trx: Db, actor: Actor, id: string, { kind, until }: Choice): Promise<void> {
  await trx
    .insertInto('hotChoice')
    .values({ article: id, kind, until, createdBy: actor.id })
    .onConflict((conflict) =>
      conflict.column('article').doUpdateSet({ kind, until, createdBy: actor.id, createdAt: sql<string>`now()` }),
    )
    .execute()
}

/**
 * What was decided before a step, if it is still as the step left it. An end that has passed meanwhile means no decision.
 * @returns whether it was restored
 * @throws ProblemError not_found where readers no longer see the article
 */
export async function restoreChoice(trx: Db, actor: Actor, step: UndoStep, item: ChoiceItem): Promise<boolean> {
  const { itemId: id, before, after } = item
  const now = await lockChoice(trx, id)
  const later = await changedByLaterSteps(trx, step, choicePart, [id])
  if (later.has(id) || !isDeepStrictEqual(now.before ?? null, after.choice)) return false
  const { choice, place } = before
  if (!choice || (choice.until !== null && (await isPast(trx, choice.until))))
    await trx.deleteFrom('hotChoice').where('article', '=', id).execute()
  else {
    await writeChoice(trx, actor, id, choice)
    if (choice.kind === 'pin') await putPin(trx, id, place ?? 1)
  }
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'article',
    entityId: id,
    entityTitle: now.title,
    before: now.before ?? null,
    after: choice,
  })
  return true
}

/** The pins that are shown, in their order. */
async function shownPins(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ article: string }>`
    select choice.article from hot_choice as choice join article_live on article_live.article_id = choice.article
    where choice.kind = 'pin' and (choice.until is null or choice.until > now())
    order by choice.position, choice.created_at desc, choice.article`.execute(trx)
  return rows.map(({ article }) => article)
}

/** Numbers the pins that are shown, with this one at its place. @returns its place before and now */
async function putPin(trx: Db, id: string, place: number): Promise<{ from: number; to: number }> {
  const shown = await shownPins(trx)
  const others = shown.filter((article) => article !== id)
  const to = Math.min(place, shown.length)
  const order = others.toSpliced(to - 1, 0, id)
  await sql`update hot_choice set position = numbered.position
    from unnest(${order}::uuid[]) with ordinality as numbered (article, position)
    where hot_choice.article = numbered.article`.execute(trx)
  return { from: shown.indexOf(id) + 1, to }
}

/**
 * One decision at a time, so that each audit line tells what was before. Of all articles, and before any row is written: a pin
 * gives the others their places, too.
 */
async function lockChoice(trx: Db, id: string): Promise<Locked> {
  const live = await trx
    .selectFrom('articleLive')
    .where('articleId', '=', id)
    .select('title')
    .forKeyShare()
    .executeTakeFirst()
  if (!live) throw new ProblemError('not_found')
  await sql`select pg_advisory_xact_lock(hashtextextended('hot pins', 0))`.execute(trx)
  const before = await findChoice(trx, id)
  const place = before?.kind === 'pin' ? (await shownPins(trx)).indexOf(id) + 1 : null
  return { title: live.title, before, place }
}

const findChoice = (trx: Db, id: string): Promise<Choice | undefined> =>
  trx
    .selectFrom('hotChoice')
    .where('article', '=', id)
    .where(sql<boolean>`(until is null or until > now())`)
    .select(['kind', 'until'])
    .executeTakeFirst() as Promise<Choice | undefined>

async function requireFuture(trx: Db, until: string): Promise<void> {
  if (await isPast(trx, until)) throw invalidField('until', 'past', 'must be in the future')
}

async function isPast(trx: Db, until: string): Promise<boolean> {
  const { rows } = await sql<{ isPast: boolean }>`select ${until}::timestamptz <= now() as "isPast"`.execute(trx)
  return rows[0]?.isPast === true
}
