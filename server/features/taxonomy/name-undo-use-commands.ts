import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { LEFT_NAMED_MOST, type UndoReport } from '#contract/undo.ts'
import { withFacetsAtEnd } from '../../db/facets-at-end.ts'
import { batchesOf } from './lock-uses-commands.ts'
import { flushChanges } from './live-change-commands.ts'
import { mergedIds } from './merged-id-rules.ts'
import { mergedNouns } from './merge-rules.ts'
import { articleParts, type NameStep } from './name-undo-rules.ts'

type Use = {
  id: string
  title: string
  part: string
  ids: string[]
  positions: number[] | null
  after: string[]
  now: string[]
}
type Wanted = { id: string; ids: string[]; positions: number[] | null }

/**
 * Restores the names of articles that are still as the step left them, some hundreds of articles at a time. An article that
 * readers no longer see has nothing to restore for them.
 * @param articles those of the step, locked
 */
export async function restoreUses(trx: Db, step: NameStep, articles: readonly string[]): Promise<UndoReport> {
  const all: UndoReport = { restored: 0, skipped: 0, left: [] }
  await withFacetsAtEnd(trx, articles, async () => {
    for (const batch of batchesOf(articles)) {
      const uses = (await usesIn(trx, step, batch)).filter(({ ids }) => ids.some((id) => step.back.includes(id)))
      const [own, live] = articleParts(step.noun)
      const fits = uses.filter(({ now, after }) => now.join() === after.join())
      const skipped = new Map(uses.filter((use) => !fits.includes(use)).map(({ id, title }) => [id, title]))
      const wanted = (part: string) => fits.filter((use) => use.part === part).map((use) => wantedFor(use, step))
      await writeLinks(trx, step, wanted(own))
      await writeLive(trx, step, wanted(live))
      await flushChanges(trx, step.noun, batch)
      all.restored += new Set(fits.map(({ id }) => id).filter((id) => !skipped.has(id))).size
      all.skipped += skipped.size
      const room = LEFT_NAMED_MOST - all.left.length
      for (const [id, title] of [...skipped].slice(0, room)) all.left.push({ id, title, code: 'stale_version' })
    }
  })
  return all
}

function wantedFor({ id, ids, positions }: Use, { stay, target }: NameStep): Wanted {
  const isWhole = !ids.some((one) => stay.includes(one))
  return { id, ids: isWhole ? ids : mergedIds(ids, stay, target), positions: isWhole ? positions : null }
}

async function usesIn(trx: Db, { id, noun }: NameStep, articles: readonly string[]): Promise<Use[]> {
  const { links, column, live } = mergedNouns[noun]
  const [ownPart, livePart] = articleParts(noun)
  const { rows } = await sql<Use>`
    select article.id, title, part, "before"->'ids' as ids, "before"->'positions' as positions, "after"->'ids' as after,
      to_jsonb(now.ids) as now
    from undo_step_item join article on article.id = item_id cross join lateral (
      select array(select ${sql.ref(column)} from ${sql.table(links)} as link
        where link.article_id = article.id order by position) as ids where part = ${ownPart}
      union all select ${sql.ref(live)} from article_live where article_id = article.id and part = ${livePart}
    ) as now
    where step_id = ${id} and item_id = any(${articles}::uuid[])`.execute(trx)
  return rows
}

const given = (wanted: readonly Wanted[]) => sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
  as given(id uuid, ids uuid[], positions int[])`

/** Writes only the links that differ: each one that is written is counted. */
async function writeLinks(trx: Db, { noun }: NameStep, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return
  const links = sql.table(mergedNouns[noun].links)
  const column = sql.ref(mergedNouns[noun].column)
  await sql`delete from ${links} as link using ${given(wanted)}
    where link.article_id = given.id and link.${column} <> all(given.ids)`.execute(trx)
  await sql`insert into ${links} as link (article_id, ${column}, position)
    select given.id, wanted.id, coalesce(positions[wanted.place], wanted.place - 1)
    from ${given(wanted)}, unnest(given.ids) with ordinality as wanted(id, place)
    on conflict (article_id, ${column}) do update set position = excluded.position
    where link.position <> excluded.position`.execute(trx)
}

async function writeLive(trx: Db, { noun }: NameStep, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return
  const live = sql.ref(mergedNouns[noun].live)
  const field = sql.lit(`{${mergedNouns[noun].field}}`)
  await sql`update article_live set ${live} = given.ids, content = jsonb_set(content, ${field}, to_jsonb(given.ids))
    from ${given(wanted)} where article_id = given.id`.execute(trx)
}
