import { sql } from 'kysely'
import type { ImportCleanUp } from '#contract/import.ts'
import type { Db } from '../../db/database.ts'
import { undoExpiry } from '../../db/undo-log.ts'
import { findStepRun } from '../background/background-run-queries.ts'
import { isUntouched } from './import-untouched-queries.ts'

const created = (
  run: string,
) => sql`import_item as item join import_run as run on run.id = item.run_id and not run.dry_run
  left join article on article.id = item.article_id
  where item.run_id = ${run} and item.outcome = 'created' and item.kind in ('post', 'page')`
const isThere = sql`article.id is not null and article.deleted_at is null`

type Untouched = { position: number; id: string; version: number }

/** The next articles that a run created and that can go: not in the trash, not changed and not published since by a person. */
export async function untouchedArticles(db: Db, run: string, after: number, most: number): Promise<Untouched[]> {
  const { rows } = await sql<Untouched>`select item.position, article.id, article.version from ${created(run)}
    and ${isThere} and ${isUntouched} and item.position > ${after}
    order by item.position limit ${most}`.execute(db)
  return rows
}

export const countUntouched = async (db: Db, run: string): Promise<number> => (await countCreated(db, run)).articles

type Counts = Pick<ImportCleanUp, 'articles' | 'published' | 'changed' | 'gone'>

async function countCreated(db: Db, run: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where "isThere" and not changed)::int as articles,
      count(*) filter (where "isThere" and not changed and "isPublic")::int as published,
      count(*) filter (where "isThere" and changed)::int as changed,
      count(*) filter (where not "isThere")::int as gone
    from (select ${isThere} as "isThere", not ${isUntouched} as changed,
      exists (select from article_live where article_id = article.id) as "isPublic" from ${created(run)}) as one`.execute(
    db,
  )
  return rows[0]!
}

/** What cleaning up would do now, what is under way, and what the last time did, if this person can still undo it. */
export async function findCleanUp(db: Db, run: string, person: string): Promise<ImportCleanUp> {
  const { rows: steps } = await sql<NonNullable<ImportCleanUp['undo']> & { isOwn: boolean }>`
    select step.id, to_char((step.created_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
      step.created_by = ${person} and step.created_at > ${undoExpiry}
        and exists (select from undo_step_item where step_id = step.id) as "isOwn"
    from import_run join undo_step as step on step.id = import_run.clean_up where import_run.id = ${run}`.execute(db)
  const [step] = steps
  const work = step && (await findStepRun(db, step.id))
  const action = work?.action === 'undo' ? ('undo' as const) : ('clean_up' as const)
  const progress = work && { action, done: work.done, total: work.total }
  const isRunning = work?.status === 'running'
  return {
    ...(isRunning ? countsOf(progress!) : await countCreated(db, run)),
    undo: step?.isOwn && !isRunning ? { id: step.id, until: step.until } : null,
    moved: work?.action === 'clean_up' ? work.changed : 0,
    running: isRunning ? { ...progress!, can: { stop: action === 'clean_up' && work.actorId === person } } : null,
    stopped: work?.status === 'failed' ? { ...progress!, code: work.failure ?? 'unexpected' } : null,
  }
}

/** Asked for every second while it is under way, so what that does not touch is not counted. */
function countsOf({ action, done, total }: Omit<NonNullable<ImportCleanUp['running']>, 'can'>): Counts {
  const [here, gone] = action === 'clean_up' ? [total - done, done] : [done, total - done]
  return { articles: here, published: 0, changed: 0, gone }
}
