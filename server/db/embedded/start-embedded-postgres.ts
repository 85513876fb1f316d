import { setTimeout as pause } from 'node:timers/promises'
import { isRoot, lendableAccounts, type Account } from './account.ts'
import { prepareBinaries, type Binaries } from './binaries.ts'
import { CannotEmbed } from './cannot-embed.ts'
import { ensureCluster, makePrivate, superuser } from './cluster.ts'
import { isPassing, letGo, acquireLease, type Lease } from './server-lease.ts'
import { noteCluster, placeOf, socketFolder, type Place } from './place.ts'
import { readPidFile, spawnServer, stopServer, type ServerProcess } from './server-process.ts'

export type EmbeddedPostgres = {
  /** For `pg`. The host is the folder of a Unix socket; there is no TCP port and no password. */
  connection: { host: string; port: number; user: string; database: string }
  /** The folder of the cluster and its log, for the line that says where the data is. */
  location: string
  /** Lets go; the last process to let go stops the server. */
  stop: () => Promise<void>
}

/**
 * Runs PostgreSQL for DATA_DIR: makes the cluster the first time, adopts a server that is already running for it,
 * and brings the server back should it die. Throws CannotEmbed with a sentence for the person who started us.
 * `settings` are PostgreSQL's own, as in `{ fsync: 'off' }` for tests.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options
  const place = placeOf(dataDir)
  const { account, binaries } = chooseAccount(place)
  const fresh = ensureCluster(place.home, binaries.initdb, account, settings['fsync'] !== 'off')
  log(`PostgreSQL keeps the data in ${place.home}${fresh ? ' (new)' : ''}`)
  noteCluster(dataDir)
  const socketDir = socketFolder(place.home, account)
  makePrivate(socketDir, account)

  const spawnOne = () => spawnServer({ account, postgres: binaries.postgres, home: place.home, socketDir, settings })
  let lease = await reach(place.home, socketDir, spawnOne)
  await ensureDatabase(lease)
  let stopping = false

  const watch = async (): Promise<void> => {
    await lease.lost
    if (stopping) return
    log('PostgreSQL went away; bringing it back')
    lease = await bringBack()
    log('PostgreSQL is back')
    return watch()
  }
  /** Whatever ended the last try, such as another kill in the middle of it, need not end the next. */
  const bringBack = async (): Promise<Lease> => {
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await reach(place.home, socketDir, spawnOne)
      } catch (error) {
        if (stopping) throw error
        log(`PostgreSQL is not back yet: ${String(error)}`)
        await pause(pauseMs)
      }
    }
  }
  watch().catch((error: unknown) => log(`PostgreSQL does not come back: ${String(error)}`))

  return {
    connection: { ...connectionTo(lease.client.host), database: 'copydesk' },
    location: place.home,
    stop: async () => {
      if (stopping) return
      stopping = true
      await letGo(lease, () => stopServer(place.home))
    },
  }
}

/** Between two tries to bring a server back. */
const LONGEST_PAUSE_MS = 10_000

const connectionTo = (host: string) => ({ host, port: 5432, user: superuser, database: 'postgres' })

const self: Account = { kind: 'self' }
const ownerAccount = (owner: { uid: number; gid: number }): Account =>
  owner.uid === 0 ? { kind: 'namespace' } : { kind: 'other', name: 'owner', ...owner }

/** The first account that can really run the binaries; an existing cluster keeps the account it belongs to. */
function chooseAccount(place: Place): { account: Account; binaries: Binaries } {
  const accounts = isRoot() ? (place.owner ? [ownerAccount(place.owner)] : lendableAccounts()) : [self]
  const reasons: string[] = []
  for (const account of accounts) {
    try {
      return { account, binaries: prepareBinaries(account, place.stageDir).binaries }
    } catch (error) {
      if (!isRoot()) throw error
      reasons.push((error as Error).message.split('\n')[0] ?? '')
    }
  }
  throw new CannotEmbed(
    `PostgreSQL refuses to run as root, and this machine does not let us use another account. ` +
      `Start as an ordinary user.\n${reasons.join('\n')}`,
  )
}

/** Connects to the server of `home`, starting one when none answers; a dying or recovering one is waited for. */
async function reach(home: string, socketDir: string, spawnOne: () => ServerProcess): Promise<Lease> {
  let ours: ServerProcess | null = null
  let refusals = 0
  for (const end = Date.now() + 600_000; ; await pause(25)) {
    try {
      return await acquireLease(connectionTo(readPidFile(home)?.socketDir || socketDir))
    } catch (error) {
      if (!isPassing(error) || Date.now() > end) throw error
      const { code } = error as { code?: string }
      const exited = ours?.exited() ?? null
      if (ours && exited !== null) {
        const said = ours.said()
        // a killed server's pid file lingers for a moment, and a rival may start at the same time as we do
        const passes = /lock file ".*" already exists|is still in use|another server/i.test(said)
        if (!passes || ++refusals > 100) throw new CannotEmbed(`PostgreSQL stopped (${exited}):\n${said.slice(-1500)}`)
        await pause(200)
        ours = null
      } else if (!ours && (code === 'ENOENT' || code === 'ECONNREFUSED')) {
        ours = spawnOne()
      }
    }
  }
}

async function ensureDatabase({ client }: Lease) {
  const { rowCount } = await client.query(`select from pg_database where datname = 'copydesk'`)
  if (rowCount) return
  try {
    await client.query('create database copydesk')
  } catch (error) {
    const madeMeanwhile = ['42P04', '23505'].includes((error as { code?: string }).code ?? '')
    if (!madeMeanwhile) throw error
  }
}
