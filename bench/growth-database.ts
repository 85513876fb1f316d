import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { progress } from '../scripts/progress.ts'
import { DAY, type SeedPlan } from '../scripts/seed/plan.ts'
import { seedDatabase } from '../scripts/seed/seed-database.ts'
import { stopScheduledBackups } from './scheduled-backups.ts'

/** What is seeded is not written twice, and no checkpoint comes between. */
const SEED_SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '30min' }
const LONGEST_BODY = 3
/** In the folder of a database that is complete: in how many seconds it was made. */
const SEEDED = 'seeded-in'
const UNLIMITED = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

export type GrowthDatabase = Database & {
  url: string
  /** How long seeding took, perhaps in an earlier run. */
  seconds: number
  gigabytes: number
  end: () => Promise<void>
}

/** The names and pictures beside so many articles: they grow with the site, up to what a large site has. */
export const sizesOf = (articles: number) => ({
  articles,
  tags: Math.min(50_000, Math.max(10, Math.ceil(articles / 20))),
  authors: Math.min(20_000, Math.max(5, Math.ceil(articles / 50))),
})

/**
 * A durable PostgreSQL with so many articles of short bodies. It is kept in `data`, for later runs, or in a temporary
 * folder that `end` removes.
 * @param areBriefs articles of one sentence, without an excerpt
 */
export async function openGrowthDatabase(
  articles: number,
  data: string | undefined,
  areBriefs = false,
): Promise<GrowthDatabase> {
  const kept = `${articles}${areBriefs ? '-briefs' : ''}`
  const folder = data ? join(data, kept) : mkdtempSync(join(tmpdir(), 'copydesk-growth-'))
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, SEEDED))) await seed(folder, articles, areBriefs)
  const seconds = Number(readFileSync(join(folder, SEEDED), 'utf8'))
  // Measured with the settings that the server ships with.
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
  const { host, port, user, database: name } = postgres.connection
  const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const database = createDatabase({ connectionString: url, ...UNLIMITED })
  await migrate(database.db)
  await migrateJobs(database.pool)
  await stopScheduledBackups(database.db)
  const { rows } = await database.pool.query<{ bytes: string }>(`select pg_database_size(current_database()) as bytes`)
  return {
    ...database,
    url,
    seconds,
    gigabytes: Number(rows[0]?.bytes) / 1e9,
    end: async () => {
      await database.close()
      await postgres.stop()
      if (!data) for (const path of [folder, postgres.location]) rmSync(path, { recursive: true, force: true })
    },
  }
}

async function seed(folder: string, articles: number, areBriefs: boolean): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings: SEED_SETTINGS })
  const database = createDatabase({ ...postgres.connection, ...UNLIMITED })
  const plan: Omit<SeedPlan, 'first'> = {
    ...sizesOf(articles),
    categories: Math.min(700, Math.max(6, Math.ceil(articles / 50))),
    users: 40,
    pictures: 48,
    albums: 20,
    paragraphs: areBriefs ? 0 : LONGEST_BODY,
    seed: 1,
    until: Math.floor(Date.now() / DAY) * DAY,
  }
  try {
    await migrate(database.db)
    await migrateJobs(database.pool)
    const storage = createFolderStorage(join(folder, 'media'))
    const wish = { ...plan, readers: 0, intoExisting: false }
    const { seconds } = await seedDatabase({ ...database, storage }, wish, progress())
    writeFileSync(join(folder, SEEDED), String(seconds))
  } finally {
    await database.close()
    await postgres.stop()
  }
}
