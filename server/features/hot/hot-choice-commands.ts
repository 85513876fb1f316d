import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { recordAudit } from '../audit/audit-commands.ts'

type Kind = 'pin' | 'bury'

/** Pins or buries what readers can see. @throws ProblemError not_found; invalid_input for an end in the past */
export const chooseHot = (
  db: Kysely<Tables>,
  actor: Actor,
  { id, kind, until }: { id: string; kind: Kind; until: string | null },
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
