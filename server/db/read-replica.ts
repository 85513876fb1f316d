import { sql, type Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { addressError } from './database-address.ts'
import { isDatabaseUnavailable } from './errors.ts'
import type { Tables } from './tables.ts'

/** A copy of the database that follows it by streaming replication, for reads that may be some seconds old. */
export type ReadReplica = {
  /** For people in the console. */
  db: Kysely<Tables>
  /** For readers, with connections of their own. */
  deliveryDb: Kysely<Tables>
  /**
   * Whether the replica may answer now: it is reachable, at most ten seconds behind, and has all that was written up to
   * this position of the write-ahead log (null: nothing in particular).
   */
  isFreshFor: (wroteLsn: string | null) => Promise<boolean>
  /** After a failure: for some seconds, reads go to the primary. */
  giveUp: () => void
}

export type ReplicaState = { replayed: bigint; lagMs: number }

/** How long what is known about the replica holds. */
const CHECKED_FOR_MS = 1000
const GIVEN_UP_FOR_MS = 5000

type Patience = {
  /** Reads may be this old, for people who did not just save. */
  lagMostMs: number
  /** How long the first answer of the replica may take: both servers may be starting. */
  firstAnswerMs: number
}
const PATIENCE: Patience = { lagMostMs: 10_000, firstAnswerMs: 10_000 }

/** A position in the write-ahead log, as in `0/16B3748`, as a number. */
export function readLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Watches a replica and decides which reads it may answer. Asks both servers at most once a second, and only when there
 * are reads.
 * @throws Error with a sentence when it is no replica of the primary, or cannot be reached
 */
export async function watchReplica(
  primary: Kysely<Tables>,
  replica: Pick<ReadReplica, 'db' | 'deliveryDb'>,
  { lagMostMs, firstAnswerMs } = PATIENCE,
): Promise<ReadReplica> {
  // Before that, the replica may lack a migration that this version needs.
  const startLsn = await requireReplica(primary, replica.db, firstAnswerMs)
  let state: ReplicaState = { replayed: 0n, lagMs: Infinity }
  let checkedAt = -Infinity
  let givenUpUntil = -Infinity
  let checking: Promise<void> | undefined
  const check = () =>
    (checking ??= replicaState(primary, replica.db)
      .then((found) => {
        state = found
      })
      .catch(() => giveUp())
      .finally(() => {
        checkedAt = performance.now()
        checking = undefined
      }))
  const giveUp = () => {
    givenUpUntil = performance.now() + GIVEN_UP_FOR_MS
  }

  return {
    ...replica,
    giveUp,
    async isFreshFor(wroteLsn) {
      const now = performance.now()
      if (now < givenUpUntil) return false
      if (now - checkedAt > CHECKED_FOR_MS) {
        const checked = check()
        // What is known is used meanwhile, unless it is older than a read may be.
        if (now - checkedAt > lagMostMs) await checked
      }
      if (performance.now() < givenUpUntil || state.lagMs > lagMostMs || state.replayed < startLsn) return false
      return wroteLsn === null || state.replayed >= readLsn(wroteLsn)
    },
  }
}

/** The position of the primary now. */
async function requireReplica(primary: Kysely<Tables>, replica: Kysely<Tables>, waitMs: number): Promise<bigint> {
  const identity = sql<{ cluster: string; database: string }>`
    select (select system_identifier from pg_control_system())::text as cluster, current_database()::text as database`
  const [ours, theirs] = [(await identity.execute(primary)).rows[0], await firstAnswer()]
  if (ours?.cluster !== theirs?.cluster || ours?.database !== theirs?.database)
    throw new Error('DATABASE_READ_URL is wrong: it is not a replica of the database of DATABASE_URL')
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
  return readLsn(rows[0]?.lsn ?? '0/0')

  async function firstAnswer() {
    for (const end = performance.now() + waitMs; ; await pause(500)) {
      try {
        return (await identity.execute(replica)).rows[0]
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() > end) throw addressError(error, 'DATABASE_READ_URL')
      }
    }
  }
}

/** How far the replica has come: the position it has replayed, and how old what it lacks is. */
export async function replicaState(primary: Kysely<Tables>, replica: Kysely<Tables>): Promise<ReplicaState> {
  const [here, there] = await Promise.all([
    sql<{ lsn: string; now: string }>`select pg_current_wal_lsn()::text as lsn, now() as now`.execute(primary),
    // A server that is no replica is the primary itself, which lacks nothing.
    sql<{ lsn: string | null; at: string | null; follows: boolean }>`select pg_is_in_recovery() as follows,
      pg_last_wal_replay_lsn()::text as lsn, pg_last_xact_replay_timestamp() as at`.execute(replica),
  ])
  const [primaryNow, replicaNow] = [here.rows[0], there.rows[0]]
  if (!primaryNow || !replicaNow) return { replayed: 0n, lagMs: Infinity }
  const end = readLsn(primaryNow.lsn)
  if (!replicaNow.follows) return { replayed: end, lagMs: 0 }
  const replayed = readLsn(replicaNow.lsn ?? '0/0')
  // Both times are by the clock of the primary. Where nothing is missing, the last change may be any time ago.
  const behind = replicaNow.at === null ? Infinity : Date.parse(primaryNow.now) - Date.parse(replicaNow.at)
  return { replayed, lagMs: replayed >= end ? 0 : behind }
}
