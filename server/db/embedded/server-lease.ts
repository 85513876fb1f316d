import pg from 'pg'

/** Every process that uses the server holds this lock shared; whoever gets it alone may switch the server off. */
const inUse = 'pg_advisory_lock_shared(4242, 1)'
const alone = 'pg_try_advisory_lock(4242, 1)'

/** No one listens, or the server is on its way up or down: worth another try. */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P02', '57P01', '53300'].includes(code ?? '') ||
    /terminated|timeout/i.test(message ?? '')
  )
}

export type Lease = { client: pg.Client; lost: Promise<void> }

/** Connects and marks the server as used by us until the connection ends. */
export async function acquireLease(connection: pg.ClientConfig): Promise<Lease> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, application_name: 'copydesk holder' })
  const lost = new Promise<void>((resolve) => {
    client.on('end', () => resolve())
    client.on('error', () => resolve())
  })
  try {
    await client.connect()
    await client.query(`select ${inUse}`)
    return { client, lost }
  } catch (error) {
    void client.end().catch(() => undefined)
    throw error
  }
}

/** Lets go and, when no one else holds on, runs `switchOff` while newcomers wait at the lock. */
export async function letGo(lease: Lease, switchOff: () => Promise<void>) {
  const { client } = lease
  let last = true
  try {
    await client.query('select pg_advisory_unlock_all()')
    const { rows } = await client.query<{ alone: boolean }>(`select ${alone} as alone`)
    last = rows[0]?.alone ?? false
  } catch {
    // the connection broke; the server is going or gone, and switching off twice is harmless
    last = false
  }
  if (last) await switchOff()
  await client.end().catch(() => undefined)
}
