import { statfs } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { createDatabase } from '../../db/database.ts'
import { homeOf } from '../../db/embedded/place.ts'
import type { Tables } from '../../db/tables.ts'
import { verifySmtp } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'
import type { Storage } from '../../storage/storage.ts'
import { HEALTH_APPLICATION } from './database-connection-queries.ts'
import { createProcessFigures, type ProcessFigures } from './process-figures.ts'
import { createRequestFigures } from './request-figures.ts'

/** What checks look at. Tests replace single probes, to see what a fault out there does. */
export type HealthProbes = {
  /** Connections of its own with short limits: a full pool of the requests must not look like a lost database. */
  db: Kysely<Tables>
  /** The connections of requests. */
  requestPool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>
  replica: Services['replica']
  storage: Storage
  /** Undefined: mails are written to a folder. */
  verifyMail: (() => Promise<void>) | undefined
  /** Free and total bytes where the installation writes: of its folders, the one with the least. */
  disk: () => Promise<{ folder: string; free: number; total: number }>
  /** Milliseconds since 1970 by this machine's clock. */
  now: () => number
  process: ProcessFigures
  requests: ReturnType<typeof createRequestFigures>
  version: string
}

/** Turns of five seconds that make a minute. */
export const TURNS_OF_A_MINUTE = 12
const HEALTH_POOL = {
  max: 2,
  connectionTimeoutMillis: 2000,
  statement_timeout: 2000,
  application_name: HEALTH_APPLICATION,
}

export function createHealthProbes(services: Services, version: string) {
  const { pool, directPool = pool, replica, storage, config } = services
  const { password, ...options } = directPool.options
  const database = createDatabase({ ...options, ...(password !== undefined && { password }), ...HEALTH_POOL })
  const clusterHome = config.databaseUrl ? undefined : homeOf(config.dataDir)
  const folders = [config.dataDir, ...(clusterHome ? [clusterHome] : [])]
  const { smtpUrl } = config
  const probes: HealthProbes = {
    db: database.db,
    requestPool: pool,
    replica,
    storage,
    verifyMail: smtpUrl ? () => verifySmtp(smtpUrl) : undefined,
    disk: () => tightest(folders),
    now: Date.now,
    process: createProcessFigures(),
    requests: createRequestFigures(TURNS_OF_A_MINUTE),
    version,
  }
  return { probes, close: database.close }
}

const tightest: (folders: readonly string[]) => ReturnType<HealthProbes['disk']> = async (folders) => {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize, blocks } = await statfs(folder)
      return { folder, free: bavail * bsize, total: blocks * bsize }
    }),
  )
  return found.reduce((one, other) => (other.free < one.free ? other : one))
}
