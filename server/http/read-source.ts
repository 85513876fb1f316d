import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { isDatabaseUnavailable } from '../db/errors.ts'
import type { ReadReplica } from '../db/read-replica.ts'
import type { Tables } from '../db/tables.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Position in the write-ahead log of the session's last change: what it reads must contain that. */
    wroteLsn: string | null
  }
  interface FastifyInstance {
    readSource: ReadSource
  }
  interface FastifyContextConfig {
    /** What this route writes is in no list or search: reads that follow it need not wait for the replica to have it. */
    changesNoReads?: true
  }
}

export type ReadSource = { db: Kysely<Tables>; deliveryDb: Kysely<Tables>; replica?: ReadReplica | undefined }

/** Where lists, searches and delivery read: the replica, if there is one that is fresh enough for this request. */
export function chooseReadSource(app: FastifyInstance, source: ReadSource): void {
  app.decorate('readSource', source)
  app.decorateRequest('wroteLsn', null)
  if (!source.replica) return
  // Before the reply leaves, so that the next call of this session knows, in whatever process it arrives.
  app.addHook('onSend', async (request) => {
    const { method, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || routeOptions.config.changesNoReads) return
    await noteChange(request)
  })
}

/** What this session reads next contains what it has changed by now. */
export async function noteChange({ actor, log, server }: FastifyRequest): Promise<void> {
  const { db, replica } = server.readSource
  if (!actor || !replica) return
  await noteWrite(db, actor.sessionId).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) log.warn(error, 'the position of a change was not noted')
  })
}

/**
 * Runs a read, on the replica where that is fresh enough. A read that the replica fails runs once more on the primary: it
 * wrote nothing.
 * @param part whose connections are used
 */
export async function readFrom<T>(
  request: FastifyRequest,
  part: 'db' | 'deliveryDb',
  read: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { replica, ...primary } = request.server.readSource
  if (!replica || !(await replica.isFreshFor(request.wroteLsn))) return read(primary[part])
  try {
    return await read(replica[part])
  } catch (error) {
    if (!isReplicaFailure(error)) throw error
    replica.giveUp()
    return read(primary[part])
  }
}

/** A statement that took too long would take as long on the primary. */
const isReplicaFailure = (error: unknown) =>
  isDatabaseUnavailable(error) && (error as { code?: string }).code !== '57014'

async function noteWrite(db: Kysely<Tables>, sessionId: string): Promise<void> {
  // A position that is lost in a power cut belongs to a session that has to reconnect anyway.
  await sql`update session set wrote_lsn = pg_current_wal_insert_lsn()
    from (select set_config('synchronous_commit', 'off', true)) as quick where id = ${sessionId}`.execute(db)
}
