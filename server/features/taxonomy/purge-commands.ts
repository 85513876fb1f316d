import { sql, type Kysely } from 'kysely'
import { lockTaxonomy } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { trashIsOver } from '../../db/sweep-trash.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordPurges } from '../audit/audit-commands.ts'
import { replaceInSavedViews } from './kept-filter-commands.ts'
import { followMerges } from './merge-queries.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'

/** Deletes a name in the trash permanently; its old addresses answer 404 then. @throws ProblemError not_found */
export const purgeName = ({ db }: Services, actor: Actor, noun: MergedNoun, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockTaxonomy(trx)
    const { table, name } = mergedNouns[noun]
    const { rows } = await sql<{ title: string }>`select ${sql.ref(name)} as title from ${sql.table(table)}
      where id = ${id} and deleted_at is not null for update`.execute(trx)
    const [gone] = rows
    if (!gone) throw new ProblemError('not_found')
    await replaceInKept(trx, noun, [id])
    await replaceMerged(trx, noun, [id])
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx)
    await trx.deleteFrom('redirect').where('entityType', '=', noun).where('entityId', '=', id).execute()
    await recordPurges(trx, actor, noun, [{ id, title: gone.title }])
  })

async function replaceInKept(trx: Db, noun: MergedNoun, ids: readonly string[]): Promise<void> {
  for (const id of ids) await replaceInSavedViews(trx, [[id, (await followMerges(trx, noun, [id]))[0] ?? null]])
}

/** Names that were merged into one of these now point to the name that this one was merged into. */
async function replaceMerged(trx: Db, noun: MergedNoun, ids: readonly string[]): Promise<void> {
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

/** Deletes names permanently that have been in the trash for thirty days and that nothing refers to. */
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
  const { table, name, links, column } = mergedNouns[noun]
  // Albums get the author that their photographer was merged into. An author in the trash without one stays for the album.
  if (noun === 'author')
    await sql`update album set photographer = author_now(photographer)
      where photographer in (select id from author where ${trashIsOver} and merged_into is not null)`.execute(trx)
  const shown = noun === 'author' ? sql`and not exists (select from album where photographer = name.id)` : sql``
  const { rows } = await sql<{ id: string; title: string }>`
    select id, ${sql.ref(name)} as title from ${sql.table(table)} as name where ${trashIsOver}
    and not exists (select from ${sql.table(links)} as link where link.${sql.ref(column)} = name.id) ${shown}
    for update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await replaceInKept(trx, noun, ids)
  await replaceMerged(trx, noun, ids)
  await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from redirect where entity_type = ${noun} and entity_id = any(${ids}::uuid[])`.execute(trx)
  await recordPurges(trx, null, noun, rows)
}
