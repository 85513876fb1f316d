import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { ReadReplica } from './db/read-replica.ts'
import type { Tables } from './db/tables.ts'
import type { EventEngine } from './events/event-engine.ts'
import type { OutsideAccess } from './outside/outside-get.ts'
import type { Storage } from './storage/storage.ts'

/** The outside services that routes and jobs may use; made once in main.ts, or by a test. */
export type Services = {
  db: Kysely<Tables>
  /** Connections for what readers ask for, so that nothing done in the console can use them up. */
  deliveryDb: Kysely<Tables>
  /** A copy that answers reads which may be some seconds old; undefined without DATABASE_READ_URL. */
  replica?: ReadReplica | undefined
  pool: pg.Pool
  /** Connections to PostgreSQL itself, where those of `pool` lead through a pooler: for LISTEN and backups. Left out: `pool`. */
  directPool?: pg.Pool | undefined
  config: Config
  storage: Storage
  /** Where reader events are stored and counted. */
  events: EventEngine
  /** How pictures of other sites are fetched. Left out: from the open internet only. */
  outside?: (OutsideAccess & { seconds?: number }) | undefined
}
