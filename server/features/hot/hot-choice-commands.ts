import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
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
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title, before } = await lockChoice(trx, id)
    if (until !== null) await requireFuture(trx, until)
    await trx
      .insertInto('hotChoice')
      .values({ article: id, kind, until, createdBy: actor.id })
      .onConflict((conflict) =>
        conflict.column('article').doUpdateSet({ kind, until, createdBy: actor.id, createdAt: sql<string>`now()` }),
      )
      .execute()
    if (kind === 'pin' && (place !== undefined || before?.kind !== 'pin')) await putPin(trx, id, place ?? 1)
    const event = { action: kind, entityType: 'article', entityId: id, entityTitle: title } as const
    await recordAudit(trx, actor, { ...event, before, after: { kind, until } })
  })

/** Lets the score decide again. Nothing happens where it already does. */
export const clearHotChoice = (db: Kysely<Tables>, actor: Actor, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title, before } = await lockChoice(trx, id)
    if (!before) return
    await trx.deleteFrom('hotChoice').where('article', '=', id).execute()
    const event = { action: `un${before.kind}`, entityType: 'article', entityId: id, entityTitle: title } as const
    await recordAudit(trx, actor, { ...event, before, after: null })
  })

/** Gives a pin another place among those shown. @throws ProblemError not_found where the article is not pinned */
export const movePin = (db: Kysely<Tables>, actor: Actor, id: string, place: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title, before } = await lockChoice(trx, id)
    if (before?.kind !== 'pin') throw new ProblemError('not_found')
    const { from, to } = await putPin(trx, id, place)
    if (from === to) return
    const event = { action: 'move', entityType: 'article', entityId: id, entityTitle: title } as const
    await recordAudit(trx, actor, { ...event, before: { pinPlace: from }, after: { pinPlace: to } })
  })

/** Numbers the pins that are shown, with this one at its place. @returns its place before and now */
async function putPin(trx: Db, id: string, place: number): Promise<{ from: number; to: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('hot pins', 0))`.execute(trx)
  const { rows } = await sql<{ article: string }>`
    select choice.article from hot_choice as choice join article_live on article_live.article_id = choice.article
    where choice.kind = 'pin' and (choice.until is null or choice.until > now())
    order by choice.position, choice.created_at desc, choice.article`.execute(trx)
  const shown = rows.map(({ article }) => article)
  const others = shown.filter((article) => article !== id)
  const to = Math.min(place, shown.length)
  const order = others.toSpliced(to - 1, 0, id)
  await sql`update hot_choice set position = numbered.position
    from unnest(${order}::uuid[]) with ordinality as numbered (article, position)
    where hot_choice.article = numbered.article`.execute(trx)
  return { from: shown.indexOf(id) + 1, to }
}

/** One at a time for each article, so that each audit line tells what was before. */
async function lockChoice(trx: Db, id: string) {
  const live = await trx
    .selectFrom('articleLive')
    .where('articleId', '=', id)
    .select('title')
    .forKeyShare()
    .executeTakeFirst()
  if (!live) throw new ProblemError('not_found')
  await sql`select pg_advisory_xact_lock(hashtextextended('hot choice ' || ${id}, 0))`.execute(trx)
  const before = await trx
    .selectFrom('hotChoice')
    .where('article', '=', id)
    .where(sql<boolean>`(until is null or until > now())`)
    .select(['kind', 'until'])
    .executeTakeFirst()
  return { title: live.title, before }
}

async function requireFuture(trx: Db, until: string): Promise<void> {
  const { rows } = await sql<{ isPast: boolean }>`select ${until}::timestamptz <= now() as "isPast"`.execute(trx)
  if (rows[0]?.isPast) throw invalidField('until', 'past', 'must be in the future')
}
