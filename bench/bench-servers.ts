import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from '../scripts/seed/plan.ts'
import { seedDatabase } from '../scripts/seed/seed-database.ts'
import type { Database } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'

/** What is to be closed at the end, newest first. */
export type Open = (() => Promise<unknown> | void)[]

/** A PostgreSQL of its own, as it ships. @returns its address */
export async function startOwnDatabase(open: Open): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
  open.push(async () => {
    await postgres.stop()
    rmSync(postgres.location, { recursive: true, force: true })
  })
  const { host, port, user, database: name } = postgres.connection
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

/** The bare handlers in a process of their own. */
export async function startBareServer(databaseUrl: string, open: Open): Promise<{ url: string; pid: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  open.push(() => void child.kill())
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error('the bare server did not start')))
    child.stdout.on('data', (said: Buffer) => {
      const url = /http:\S+/.exec(String(said))?.[0]
      if (url) resolve({ url, pid: child.pid! })
    })
  })
}

type Sizes = Record<'articles' | 'tags' | 'authors' | 'pictures' | 'albums', number>

/** How many of each there are beside so many articles, unless it is said. */
export const sizesOf = (articles: number): Sizes => ({
  articles,
  tags: Math.ceil(articles / 20),
  authors: Math.ceil(articles / 50),
  pictures: articles,
  albums: Math.ceil(articles / 10),
})

/** What a bench has seeded, of so many of each. */
export const planOf = (sizes: Sizes) => ({
  ...sizes,
  categories: Math.min(700, Math.ceil(sizes.articles / 50)),
  users: 40,
  seed: 1,
})

/** Makes the tables, and fills them with what `npm run seed` writes. */
export async function fillOwnDatabase(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  plan: ReturnType<typeof planOf>,
  open: Open,
): Promise<void> {
  await migrate(db)
  await migrateJobs(pool)
  const until = Math.floor(Date.now() / DAY) * DAY
  const media = mkdtempSync(join(tmpdir(), 'copydesk-bench-media-'))
  open.push(() => rmSync(media, { recursive: true, force: true }))
  const { seconds } = await seedDatabase(
    { db, pool, storage: createFolderStorage(media) },
    { ...plan, until, readers: 0, intoExisting: false },
  )
  console.log(`${plan.articles.toLocaleString('en')} articles written in ${seconds.toFixed(1)} s`)
}
