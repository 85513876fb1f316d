import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'
import { detailOf } from '../health-state-rules.ts'

/** Whether there is a mail server and it takes mails, and how many it refused that are tried again. */
export const mailCheck: HealthCheck = {
  name: 'mail',
  timeLimitMs: 8000,
  everyTurns: 2,
  onFailure: 'bad',
  async measure({ db, verifyMail }) {
    await verifyMail?.()
    const { rows } = await sql<{ refused: number; waiting: number; error: string | null }>`
      select count(*) filter (where attempts > 0)::int as refused, count(*)::int as waiting,
        (array_agg(last_error order by created_at desc) filter (where last_error <> ''))[1] as error
      from mail_outbox where status = 'waiting'`
      .execute(db)
      .catch(() => ({ rows: [] }))
    const [row] = rows
    if (!row) return { value: null, state: 'unknown', cause: 'needs_database' }
    const { refused, waiting, error } = row
    const facts = { waiting }
    if (refused > 0)
      return {
        value: refused,
        facts,
        cause: 'refused_mails',
        detail: error === null ? '' : detailOf({ message: error }),
      }
    return verifyMail ? { value: 0, facts } : { value: 0, facts, state: 'warning', cause: 'mail_folder' }
  },
}
