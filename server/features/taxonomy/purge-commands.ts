import { sql, type Kysely } from 'kysely'
import { TRASH_DAYS } from '#contract/trash.ts'
import { lockTaxonomy } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'

const purged = sql<string>`now() - make_interval(days => ${sql.lit(TRASH_DAYS)})`

/** Deletes a name in the trash permanently; its old addresses lead nowhere then. @throws ProblemError not_found */
export const purgeName = ({ db }: Services, actor: Actor, noun: MergedNoun, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockTaxonomy(trx)
    const { table, name } = mergedNouns[noun]
    const { rows } = await sql<{ title: string }>`select ${sql.ref(name)} as title from ${sql.table(table)}
      where id = ${id} and deleted_at is not null for update`.execute(trx)
    const [gone] = rows
    if (!gone) throw new ProblemError('not_found')
    await handOn(trx, noun, [id])
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx)
    await trx.deleteFrom('redirect').where('entityType', '=', noun).where('entityId', '=', id).execute()
    await recordAudit(trx, actor, { action: 'purge', entityType: noun, entityId: id, entityTitle: gone.title })
  })

/** What became part of one of these is part of what it became part of itself. */
async function handOn(trx: Db, noun: MergedNoun, ids: readonly string[]): Promise<void> {
  const table = sql.table(mergedNouns[noun].table)
  await sql`with recursive line (id, next) as (
      select id, merged_into from ${table} where id = any(${ids}::uuid[])
      union
      select line.id, name.merged_into from line join ${table} as name on name.id = line.next
      where line.next = any(${ids}::uuid[])
    )
    update ${table} as name set merged_into = line.next from line
    where name.merged_into = line.id and line.next is not null and not line.next = any(${ids}::uuid[])`.execute(trx)
}

/** Deletes names permanently that have been in the trash for thirty days. What anything still refers to waits. */
export async function sweepTaxonomy(db: Kysely<Tables>): Promise<void> {
  const failures: unknown[] = []
  for (const noun of Object.keys(mergedNouns) as MergedNoun[]) {
    const swept = db.transaction().execute(async (trx) => {
      await lockTaxonomy(trx)
      await sweepNames(trx, noun)
    })
    await swept.then(() => flushUseCounts(db, noun)).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'sweeping the taxonomy')
}

async function sweepNames(trx: Db, noun: MergedNoun): Promise<void> {
  const { table, links, column } = mergedNouns[noun]
  // An album's photographer is whom that one became part of; only who is in the trash, too, waits for the album.
  if (noun === 'author')
    await sql`update album set photographer = author_now(photographer)
      where photographer in (select id from author where deleted_at < ${purged} and merged_into is not null)`.execute(
      trx,
    )
  const shown = noun === 'author' ? sql`and not exists (select from album where photographer = name.id)` : sql``
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} as name where deleted_at < ${purged}
    and not exists (select from ${sql.table(links)} as link where link.${sql.ref(column)} = name.id) ${shown}
    for update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await handOn(trx, noun, ids)
  await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from redirect where entity_type = ${noun} and entity_id = any(${ids}::uuid[])`.execute(trx)
}
