import { verdictOf } from '#contract/diagnostic-verdict.ts'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { RUNS_KEPT, type DiagnosticRun } from '#contract/diagnostics.ts'
import type { Db } from '../../db/database.ts'

type Row = { id: string; createdAt: string; report: unknown }
/** A stored run with the finding of today's rules. */
export function runOf({ id, createdAt, report }: Row): DiagnosticRun {
  const measured = report as DiagnosticReport
  return { id, at: createdAt, verdict: verdictOf(measured), report: measured }
}

/** The runs of a person, the newest first. */
export async function listRuns(db: Db, userId: string): Promise<DiagnosticRun[]> {
  const rows = await db
    .selectFrom('diagnosticRun')
    .where('userId', '=', userId)
    .select(['id', 'createdAt', 'report'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(RUNS_KEPT)
    .execute()
  return rows.map(runOf)
}
