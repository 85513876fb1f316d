/**
 * npm run seed -- --articles N [--authors n] [--tags n] [--categories n] [--users n] [--pictures n] [--albums n]
 * [--readers n] [--seed n] [--into-existing]: fills the database and the media storage of this installation with plausible content, the same for
 * the same numbers on the same day; readers, in the same hour.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { progress } from './progress.ts'
import { DAY } from './seed/plan.ts'
import { DRAWN } from './seed/picture.ts'
import { seedDatabase, type SeedWish } from './seed/seed-database.ts'
import { openEventEngine } from '../server/events/event-engine.ts'

const USAGE = `Usage: npm run seed -- --articles N [--authors n] [--tags n] [--categories n] [--users n] [--pictures n] [--albums n] [--readers n] [--seed n] [--into-existing]`
const MOST = 10_000_000
/** Unless more are asked for. */
const ALBUMS_MOST = 2000
/** Visits a day. */
const READERS = 600
/** A server that is begun for this alone need not write everything twice. */
const settings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '30min' }

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(): Promise<void> {
  const wish = readWish()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true })
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log, settings })
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl }
  const database = createDatabase({ ...connection, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  try {
    await migrate(database.db)
    await migrateJobs(database.pool)
    const engine = await openEventEngine(config.events)
    const place = { ...database, storage: await createStorage(config), events: engine }
    const { articles, pictures, albums, events, seconds } = await seedDatabase(place, wish, progress(), stopping.signal)
    const [written, shown, held, read] = [articles, pictures, albums, events].map((count) => count.toLocaleString('en'))
    console.log(`${written} articles, ${shown} pictures and ${held} albums written in ${Math.round(seconds)} s.`)
    await engine.close()
    if (events > 0) console.log(`${read} events of readers counted.`)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

function readWish(): SeedWish {
  const number = { type: 'string' } as const
  const options = {
    articles: number,
    authors: number,
    tags: number,
    categories: number,
    users: number,
    pictures: number,
    albums: number,
    readers: number,
    seed: number,
    'into-existing': { type: 'boolean', default: false },
  } as const
  const { values } = read()
  const count = (name: Exclude<keyof typeof values, 'into-existing'>, otherwise?: number, least = 1, most = MOST) => {
    const value = values[name] === undefined ? otherwise : Number(values[name])
    if (value === undefined) throw new Error(USAGE)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} must be a whole number from ${least} to ${most.toLocaleString('en')}.\n${USAGE}`)
    return value
  }
  const articles = count('articles')
  return {
    articles,
    authors: count('authors', Math.max(5, Math.ceil(articles / 50))),
    tags: count('tags', Math.max(10, Math.ceil(articles / 20))),
    categories: count('categories', Math.max(6, Math.min(700, Math.ceil(articles / 50)))),
    users: count('users', Math.max(6, Math.min(60, Math.ceil(articles / 500)))),
    pictures: count('pictures', values.albums === '0' ? 0 : DRAWN, values.albums === '0' ? 0 : 1),
    albums: count('albums', Math.max(2, Math.min(ALBUMS_MOST, Math.round(articles / 500))), 0),
    readers: count('readers', READERS, 0, 1_000_000),
    seed: count('seed', 1, 0),
    until: Math.floor(Date.now() / DAY) * DAY,
    intoExisting: values['into-existing'],
  }

  function read() {
    try {
      return parseArgs({ options })
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error })
    }
  }
}
