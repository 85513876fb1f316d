import { sql, type Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { claimSlugIn } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { upsertRedirect } from '../../slugs/redirects.ts'

type Row<Noun extends MergedNoun> = Selectable<Tables[Noun]> & { id: string }

/** These names, locked, in one order for everybody; what is in the trash is not among them. */
export async function lockNames<Noun extends MergedNoun>(
  trx: Db,
  noun: Noun,
  ids: readonly string[],
): Promise<Row<Noun>[]> {
  const { rows } = await sql<Row<Noun>>`select * from ${sql.table(mergedNouns[noun].table)}
    where id = any(${ids}::uuid[]) and deleted_at is null order by id for no key update`.execute(trx)
  return rows
}

/** What every new name begins with. Without a slug of its own it gets one that is free. */
export async function newName(
  trx: Db,
  actor: Actor,
  noun: MergedNoun,
  title: string,
  slug: string | undefined,
  id: string = uuidv7(),
) {
  return {
    id,
    slug: slug ?? (await claimSlugIn(trx, noun, makeSlug(title, noun))),
    createdBy: actor.id,
    updatedBy: actor.id,
  }
}

/** After a name was written for the first time. */
export async function recordCreated(
  trx: Db,
  actor: Actor,
  noun: MergedNoun,
  name: { id: string; slug: string },
  title: string,
) {
  await upsertRedirect(trx, noun, name.id, undefined, name.slug)
  await recordAudit(trx, actor, { action: 'create', entityType: noun, entityId: name.id, entityTitle: title })
}

type Change<Fields> = { before: Fields; after: Fields; fields: readonly (keyof Fields & string)[]; title: string }

/**
 * After a name was changed: its old address leads to the new one, and the log knows what became what.
 * @param more `hidden`: a field whose values stay out of the log; `action`: how it came about
 */
export async function recordUpdated<Fields extends { id: string; slug: string }>(
  trx: Db,
  actor: Actor,
  noun: MergedNoun,
  { before, after, fields, title }: Change<Fields>,
  { hidden, action = 'save' }: { hidden?: keyof Fields; action?: 'save' | 'undo' } = {},
) {
  const part = (of: Fields) => Object.fromEntries(fields.map((field) => [field, field === hidden ? '…' : of[field]]))
  await upsertRedirect(trx, noun, before.id, before.slug, after.slug)
  await recordAudit(trx, actor, {
    action,
    entityType: noun,
    entityId: before.id,
    entityTitle: title,
    before: part(before),
    after: part(after),
  })
}

/**
 * Of these rows the ones with these ids, each once, in their order.
 * @param path where the ids came from
 * @param target what the others are to become part of: it cannot be one of them
 * @throws ProblemError invalid_input, with the id named that is not there
 */
export function requireAll<One extends { id: string }>(
  rows: readonly One[],
  ids: readonly string[],
  path: string,
  target?: string,
): One[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id)
    const where = `${path}.${ids.indexOf(id)}`
    if (id === target) throw invalidField(where, 'same', 'is the target itself')
    if (!row) throw invalidField(where, 'unknown_id', 'there is nothing with this id')
    return row
  })
}

/**
 * Locks a name and those that are to become part of it.
 * @throws ProblemError not_found; invalid_input, with the one named that is gone or is the target itself
 */
export async function lockForMerge<Noun extends MergedNoun>(trx: Db, noun: Noun, id: string, from: readonly string[]) {
  const locked = await lockNames(trx, noun, [id, ...from])
  const target = locked.find((one) => one.id === id)
  if (!target) throw new ProblemError('not_found')
  return { target, gone: requireAll(locked, from, 'from', id) }
}
