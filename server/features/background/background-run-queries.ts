import { sql, type Selectable } from 'kysely'
import type { RunProgress } from '#contract/background-run.ts'
import type { ProblemCode } from '#contract/problems.ts'
import type { UndoReport } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type BackgroundAction = 'clean_up' | 'undo' | 'bulk' | 'export'
type Row = Selectable<Tables['backgroundRun']>
export type BackgroundRun = Omit<Row, 'action' | 'failure'> & { action: BackgroundAction; failure: ProblemCode | null }

/** Work on a step of the undo log. */
export type StepRun = BackgroundRun & { action: Exclude<BackgroundAction, 'export'> }

/** The newest work on a step of the undo log, of whatever kind. */
export async function findStepRun(db: Db, stepId: string): Promise<StepRun | undefined> {
  const { rows } = await sql<StepRun>`select * from background_run where step_id = ${stepId}
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/** A run by its id; undefined when it is over. */
export const findRunning = (db: Db, id: string): Promise<BackgroundRun | undefined> =>
  db
    .selectFrom('backgroundRun')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst() as Promise<BackgroundRun | undefined>

/** How far it is, as replies tell it. */
export const progressOf = ({ status, done, total, failure, detail }: BackgroundRun): RunProgress => ({
  status,
  done,
  total,
  code: failure,
  reasons: detail.reasons ?? [],
})

/** How many items were left as they were, and the first of them. */
export const leftOf = ({ detail }: BackgroundRun): Pick<UndoReport, 'skipped' | 'left'> => ({
  skipped: detail.skipped ?? 0,
  left: (detail.left ?? []) as UndoReport['left'],
})
