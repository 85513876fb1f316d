import pg from 'pg'

/** A place where a PostgreSQL server may be: a name, an address, or the folder of a Unix socket. */
export type Host = { host: string; port: number }

/** None of the hosts is the primary: it is lost, and no replica was promoted yet. */
class NoPrimaryError extends Error {
  /** As PostgreSQL says that it cannot be reached. */
  readonly code = '08001'
  constructor() {
    super('None of the hosts of the database is a primary')
  }
}

/** Every promotion begins a new timeline, so of two servers that both take writes the higher one is meant. */
type Identity = { follows: boolean; timeline: number }
const IDENTITY = `select pg_is_in_recovery() as follows, case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`
/** A host that does not answer is waited for this long, or for three quarters of the time that a new connection may take. */
const PROBE_MS = 5000

/**
 * A class of connections that go to the primary among these hosts. Which one it is, is remembered until a connection there
 * fails; each new connection asks once more. A former primary that comes back by itself is not written to while the new one
 * is known or answers.
 */
export function primaryClient(hosts: readonly Host[]): typeof pg.Client {
  let known: Host | undefined
  let newest = 0
  let search: Promise<Host> | undefined

  async function findPrimary(config: pg.ClientConfig): Promise<Host> {
    const seen = await Promise.all(hosts.map(async (host) => ({ host, identity: await probe(config, host) })))
    const primaries = seen.flatMap(({ host, identity }) =>
      identity && isPrimary(identity) ? [{ host, timeline: identity.timeline }] : [],
    )
    const [best] = primaries.toSorted((one, other) => other.timeline - one.timeline)
    if (!best) throw new NoPrimaryError()
    newest = best.timeline
    return (known = best.host)
  }

  const isPrimary = ({ follows, timeline }: Identity) => !follows && timeline >= newest

  return class PrimaryClient extends pg.Client {
    readonly #config: pg.ClientConfig

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.#config = typeof config === 'string' ? { connectionString: config } : (config ?? {})
      // A pool listens only once it is connected; one that breaks before that must not end the process.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
    override connect(callback?: (...given: never[]) => void): Promise<pg.Client> | void {
      const connected = this.#connectToPrimary()
      if (!callback) return connected
      const tell = callback as (error: Error | null, client?: pg.Client) => void
      connected.then(
        () => tell(null, this),
        (error: Error) => tell(error),
      )
    }

    async #connectToPrimary(): Promise<this> {
      const host = known ?? (await (search ??= findPrimary(this.#config).finally(() => (search = undefined))))
      Object.assign(this, host)
      try {
        await super.connect()
        const { rows } = await this.query<Identity>(IDENTITY)
        if (!rows[0] || !isPrimary(rows[0])) throw new NoPrimaryError()
        newest = rows[0].timeline
        return this
      } catch (error) {
        if (known === host) known = undefined
        void this.end().catch(() => undefined)
        throw error
      }
    }
  }
}

/** What the server there says of itself; undefined when it does not answer in time. */
async function probe(config: pg.ClientConfig, host: Host): Promise<Identity | undefined> {
  const { password, connectionTimeoutMillis } = config
  const probeMs = Math.min(PROBE_MS, connectionTimeoutMillis ? connectionTimeoutMillis * 0.75 : PROBE_MS)
  const client = new pg.Client({
    ...config,
    ...(password !== undefined && { password }),
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  Object.assign(client, host)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Identity>(IDENTITY)).rows[0]
  } catch {
    return undefined
  } finally {
    void client.end().catch(() => undefined)
  }
}
