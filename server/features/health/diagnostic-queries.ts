import { verdictOf } from '#contract/diagnostic-verdict.ts'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { RUNS_KEPT, SENT_LISTED, type DiagnosticRun, type SentRun } from '#contract/diagnostics.ts'
import type { Db } from '../../db/database.ts'

type Row = { id: string; createdAt: string; report: unknown; sentAt: string | Date | null }
/** A stored run with the finding of today's rules. */
export function runOf({ id, createdAt, report, sentAt }: Row): DiagnosticRun {
  const measured = report as DiagnosticReport
  return {
    id,
    at: createdAt,
    verdict: verdictOf(measured),
    report: measured,
    sentAt: sentAt && new Date(sentAt).toISOString(),
  }
}

/** The runs of a person, the newest first. */
export async function listRuns(db: Db, userId: string): Promise<DiagnosticRun[]> {
  const rows = await db
    .selectFrom('diagnosticRun')
    .where('userId', '=', userId)
    .select(['id', 'createdAt', 'report', 'sentAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(RUNS_KEPT)
    .execute()
  return rows.map(runOf)
}

/** The runs that people passed on, with who they are, the newest first. */
export async function listSentRuns(db: Db): Promise<SentRun[]> {
  const rows = await db
    .selectFrom('diagnosticRun')
    .innerJoin('userAccount', 'userAccount.id', 'diagnosticRun.userId')
    .leftJoin('userAccount as reader', 'reader.id', 'diagnosticRun.seenBy')
    .where('sentAt', 'is not', null)
    .select(['diagnosticRun.id', 'diagnosticRun.createdAt', 'report', 'sentAt', 'userId', 'userAccount.name'])
    .select(['seenBy', 'reader.name as readerName', 'seenAt'])
    .orderBy('sentAt', 'desc')
    .orderBy('diagnosticRun.id', 'desc')
    .limit(SENT_LISTED)
    .execute()
  return rows.map(({ userId, name, seenAt, seenBy, readerName, ...row }) => ({
    ...runOf(row),
    by: { id: userId, name },
    // Whoever saw it may have no account any more.
    seenBy: seenAt ? { id: seenBy ?? userId, name: readerName ?? '' } : null,
  }))
}
