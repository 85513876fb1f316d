import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import {
  COUNTING_POOL,
  createDatabase,
  DELIVERY_POOL,
  DIRECT_POOL,
  IMPORT_POOL,
  READ_ONLY_POOL,
} from './db/database.ts'
import { addressError, databaseVariable, isAddressProblem, requireDatabase } from './db/database-address.ts'
import { databaseConnection, type DatabaseConnection } from './db/database-hosts.ts'
import { startEmbeddedPostgres } from './db/embedded/start-embedded-postgres.ts'
import { isDatabaseUnavailable } from './db/errors.ts'
import { withAdvisoryLock } from './db/advisory-lock.ts'
import { migrate } from './db/migrate.ts'
import { errorSentence } from './error-sentence.ts'
import { openEventEngine } from './events/event-engine.ts'
import { poolerProblem } from './db/pooler.ts'
import { watchReplica } from './db/read-replica.ts'
import { sweepSiteExportsHourly } from './features/import/site-export-sweep-commands.ts'
import { prepareSetup } from './features/session/setup-commands.ts'
import { captureConsole } from './http/log-lines.ts'
import { jobLanes } from './job-tasks.ts'
import { connectionsFor, migrateJobs, startJobLanes } from './jobs/job-queue.ts'
import { listenProblem, portProblem } from './http/free-port.ts'
import type { Services } from './services.ts'
import { makeFolder } from './db/embedded/make-folder.ts'
import { releaseStartMemory } from './start-memory.ts'
import { createStorage } from './storage/create-storage.ts'

const plain = captureConsole()
const say = (line: string) => plain.log(line)
/** What works for others: told to stop all together. */
const serving: (() => Promise<unknown>)[] = []
/** What they need: closed afterwards, newest first. */
const open: (() => Promise<unknown>)[] = []
let stopping = false
let drainMs = 0
/** How long the database may take to answer a server that starts, perhaps with others. */
const START_MS = 10_000
/** All is given back by then, after the time of draining. */
const STOP_MS = 9000
/** Requests and jobs under way end by then. */
const QUIET_MS = 6000
/** A folder, or a file in it, cannot be written. */
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))

try {
  await start(readConfig(process.env))
} catch (error) {
  plain.error(sentenceOf(error))
  await stop(1)
}

async function start(config: Config) {
  const problem = await portProblem(config)
  if (problem) throw new Error(problem)
  makeFolder(config.dataDir)
  drainMs = config.drainSeconds * 1000
  const { requests, connection } = await reachDatabase(config)
  await prepareSchema(config, connection)

  const database = createDatabase(requests)
  open.push(database.close)
  const direct = createDatabase({ ...connection, ...DIRECT_POOL })
  open.push(direct.close)
  if (config.databaseUrl) await requireWorkingPooler(database, requests.pooled)
  const storage = await createStorage(config)
  const delivery = createDatabase({ ...requests, ...DELIVERY_POOL })
  open.push(delivery.close)
  const replica = await reachReplica(config, database.db)
  const events = await openEventEngine(config.events)
  open.push(events.close)
  const services = {
    db: database.db,
    deliveryDb: delivery.db,
    replica,
    pool: database.pool,
    directPool: direct.pool,
    config,
    storage,
    events,
  }
  const code = await prepareSetup(services)

  const app = await buildApp(services)
  serving.push(() => app.close())
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw new Error(listenProblem(error, config))
  })

  const counting = createDatabase({ ...connection, ...COUNTING_POOL })
  const importing = createDatabase({ ...connection, ...IMPORT_POOL })
  open.push(counting.close, importing.close)
  const lanes = jobLanes(services, { counting: counting.db, importing: importing.db })
  // The queue listens and fetches on connections of its own, so that requests never wait for it.
  const queue = createDatabase({ ...connection, max: connectionsFor(lanes) })
  open.push(queue.close)
  const runner = await startJobLanes(queue.pool, lanes, (line) => app.log.warn(line))
  serving.push(() => runner.stop())
  const sweeping = sweepSiteExportsHourly(services, (error) => {
    if (!isDatabaseUnavailable(error)) app.log.warn(error, 'old exports were not removed')
  })
  serving.push(sweeping.stop)
  app.health.start()
  app.notices.start(direct.pool)

  releaseStartMemory()
  if (stopping) return
  const { port } = app.server.address() as AddressInfo
  if (!config.smtpUrl) say(`No SMTP_URL: mails are written to ${join(config.dataDir, 'outbox')}`)
  const here = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  // Port 0 is any free one, which only listening tells.
  const link = `${config.port === 0 ? here : config.publicUrl}/register#setup=${code}`
  const setup = `\n\nNo account exists yet. Create the first one, the administrator, here:\n  ${link}\n`
  // One write: who waits for the first line has the second.
  say(`Copydesk is ready on ${here}${code ? setup : ''}`)
}

/** `requests` may lead through a pooler; `connection` leads to PostgreSQL itself. */
async function reachDatabase(
  config: Config,
): Promise<{ requests: DatabaseConnection; connection: DatabaseConnection }> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl) {
    const requests = databaseConnection(databaseUrl)
    if (!databaseDirectUrl) return { requests, connection: requests }
    return { requests: { ...requests, pooled: true }, connection: databaseConnection(databaseDirectUrl) }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  open.push(embedded.stop)
  return { requests: embedded.connection, connection: embedded.connection }
}

/** @throws Error with a sentence when the pooler drops the time limits */
async function requireWorkingPooler({ pool }: ReturnType<typeof createDatabase>, pooled = false): Promise<void> {
  const { missing, hint } = await poolerProblem(pool, pooled).catch((error: unknown) => {
    throw addressError(error, 'DATABASE_URL')
  })
  if (missing) throw new Error(`DATABASE_URL is wrong: ${missing}`)
  if (hint) say(hint)
}

/** @throws Error when DATABASE_READ_URL is set and no replica of the database answers there */
async function reachReplica({ databaseReadUrl }: Config, primary: Services['db']): Promise<Services['replica']> {
  if (!databaseReadUrl) return undefined
  const connection = { connectionString: databaseReadUrl, ...READ_ONLY_POOL }
  const [lists, delivery] = [createDatabase(connection), createDatabase({ ...connection, ...DELIVERY_POOL })]
  open.push(lists.close, delivery.close)
  return watchReplica(primary, { db: lists.db, deliveryDb: delivery.db })
}

/** On connections without the time limit of requests: another process may be at it for a while. */
async function prepareSchema(config: Config, connection: DatabaseConnection) {
  const schemaDatabase = createDatabase({
    ...connection,
    max: 3,
    statement_timeout: 0,
    connectionTimeoutMillis: START_MS,
  })
  const variable = databaseVariable(config)
  try {
    if (variable) await requireDatabase(schemaDatabase.pool, variable)
    // All under one lock: a migration reads every table, also those that another process would be changing.
    await withAdvisoryLock(schemaDatabase.pool, 'copydesk schema', async () => {
      await migrate(schemaDatabase.db)
      await migrateJobs(schemaDatabase.pool)
    })
  } catch (error) {
    if (variable && isAddressProblem(error)) throw addressError(error, variable)
    throw error
  } finally {
    await schemaDatabase.close()
  }
}

/** Answers what is being asked, then gives everything back. A second signal changes nothing: we are on our way. */
async function stop(exitCode: number) {
  if (stopping) return
  stopping = true
  setTimeout(() => {
    plain.error('Something did not come to its end in time; stopping all the same.')
    process.exit(exitCode)
  }, STOP_MS + drainMs).unref()
  const complain = (error: unknown) => plain.error(sentenceOf(error))
  const quiet = Promise.all(serving.map((close) => close().catch(complain)))
  // A job that does not end is begun again by the next start.
  await Promise.race([quiet, pause(QUIET_MS + drainMs)])
  for (const close of open.toReversed()) await close().catch(complain)
  process.exit(exitCode)
}

/** What stops a start; of files only those of DATA_DIR are written then. */
function sentenceOf(error: unknown): string {
  const sentence = errorSentence(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if (NOT_WRITABLE.includes(code)) return `${sentence}. Set DATA_DIR to a folder that this user may write to.`
  return code === 'ENOSPC' || code === 'EDQUOT' ? `${sentence}. Make room on the disk of DATA_DIR.` : sentence
}
