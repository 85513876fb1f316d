import type pg from 'pg'

/** What a pooler between us and PostgreSQL takes away: `missing` must not be, `hint` is worth a line. */
export type PoolerProblem = { missing?: string; hint?: string }

/**
 * Finds out whether a pooler, as PgBouncer, is between this pool and PostgreSQL, and whether the time limits of statements
 * arrive: PgBouncer drops what connections ask for at their start.
 * @param pooled whether DATABASE_DIRECT_URL is set, so that a pooler is expected
 */
export async function poolerProblem(pool: pg.Pool, pooled: boolean): Promise<PoolerProblem> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number; limit: string }>(
      `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit`,
    )
    const { processID } = client as unknown as { processID?: number }
    if (rows[0]?.limit === '0')
      return {
        missing:
          'it leads through a pooler that drops statement_timeout; see connect_query in docs/several-machines.md',
      }
    if (!pooled && processID && rows[0]?.pid !== processID)
      return { hint: 'DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself' }
    return {}
  } finally {
    client.release()
  }
}
