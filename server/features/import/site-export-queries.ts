import { sql } from 'kysely'
import { EXPORT_KEPT_HOURS } from '#contract/site-exports.ts'
import type { Db } from '../../db/database.ts'
import type { BackgroundRun } from '../background/background-run-queries.ts'

export type StoredExport = BackgroundRun & { actorName: string | null; until: string | null }

const kept = sql.lit(EXPORT_KEPT_HOURS)
/** Those of the last day. */
const exports = (db: Db) =>
  db
    .selectFrom('backgroundRun')
    .leftJoin('userAccount', 'userAccount.id', 'actorId')
    .selectAll('backgroundRun')
    .select('userAccount.name as actorName')
    .select(
      sql<string | null>`case when background_run.status = 'done'
        then background_run.finished_at + make_interval(hours => ${kept}) end`.as('until'),
    )
    .where('action', '=', 'export')
    .where(sql<boolean>`coalesce(finished_at, now()) > now() - make_interval(hours => ${kept})`)

/** The exports of the last day, the newest first. */
export const listExports = (db: Db): Promise<StoredExport[]> =>
  exports(db).orderBy('backgroundRun.createdAt', 'desc').orderBy('backgroundRun.id', 'desc').execute() as Promise<
    StoredExport[]
  >

/** Undefined when there is none of this id, or its day is over. */
export const findExport = (db: Db, id: string): Promise<StoredExport | undefined> =>
  exports(db).where('backgroundRun.id', '=', id).executeTakeFirst() as Promise<StoredExport | undefined>
