/**
 * `npm run bench:albums -- [--photos 5000] [--moved 200] [--rounds 40]`: what one request costs that moves many photos of a
 * large album, in a throwaway PostgreSQL, through the whole server without a network. Beside it, in the same run, the
 * least that PostgreSQL itself needs to change as many rows by hand. Ends by itself and leaves nothing behind.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { openSession } from '../server/features/session/session-commands.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { figuresOf } from './measure.ts'
import { postgresEngine } from '../server/events/event-engine.ts'

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '5000' },
    moved: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '40' },
  },
})
const [photos, moved, rounds] = [values.photos, values.moved, values.rounds].map(Number) as [number, number, number]
const LONGEST_MS = 5 * 60_000
const ALBUM = '0190a000-0000-7000-8000-00000000a1b0'
const PERSON = '0190a000-0000-7000-8000-00000000beef'

const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
const { db, pool, close } = createDatabase(postgres.connection)
const timer = setTimeout(() => void stop(1, 'This takes too long; stopped.'), LONGEST_MS)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(1))
try {
  await run()
  await stop(0)
} catch (error) {
  await stop(1, error instanceof Error ? (error.stack ?? error.message) : String(error))
}

async function run() {
  await migrate(db)
  await migrateJobs(pool)
  const config = readConfig({ HOST: 'localhost', PORT: '80', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const app = await buildApp({
    db,
    deliveryDb: db,
    pool,
    config,
    storage: createFolderStorage(join(folder, 'media')),
    events: postgresEngine,
  })
  await seed()
  const person = { userId: PERSON, passwordHash: 'none' }
  let headers = {}
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const began = performance.now()
    const reply = await app.inject({ method, url: `/api/albums/${ALBUM}${path}`, headers, ...(payload && { payload }) })
    const took = performance.now() - began
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
    return { took, body: reply.json() as { items: { id: string }[]; next: string | null } }
  }
  const readAll = async () => {
    const ids: string[] = []
    let took = 0
    for (let next: string | null = ''; next !== null;) {
      const page = await call('GET', `/photos${next && `?after=${next}`}`)
      ids.push(...page.body.items.map(({ id }) => id))
      took += page.took
      next = page.body.next
    }
    return { ids, took }
  }

  const list = async () => {
    const began = performance.now()
    const reply = await app.inject({ url: '/api/albums?sort=-photos', headers })
    if (reply.statusCode !== 200) throw new Error(`list: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
    return performance.now() - began
  }

  const ways: Record<string, (ids: string[]) => [path: string, body: object]> = {
    'together, to one place': (ids) => ['/photos/move', { photos: ids.slice(0, moved), before: ids[ids.length / 2] }],
    'scattered, to one place': (ids) => [
      '/photos/move',
      { photos: ids.filter((_, n) => n % Math.floor(photos / moved) === 3).slice(0, moved), before: ids[1] },
    ],
    'to the end': (ids) => ['/photos/move', { photos: ids.slice(100, 100 + moved), before: null }],
    'sort by name (all)': () => ['/photos/sort', { by: 'name' }],
    captions: (ids) => ['/photos/texts', { photos: ids.slice(0, moved), caption: `Day {n} ${Math.random()}` }],
  }
  const times = new Map<string, number[]>()
  const note = (name: string, took: number) => times.set(name, [...(times.get(name) ?? []), took])
  for (let round = -3; round < rounds; round++) {
    // A session may ask 600 times a minute.
    const session = await openSession(db, person, { ip: '127.0.0.1', userAgent: 'bench' })
    headers = { authorization: `bearer ${session?.token}` }
    for (const [name, way] of Object.entries(ways)) {
      const { ids, took } = await readAll()
      const [path, body] = way(ids)
      const answer = await call('POST', path, body)
      const floor = await byHand(ids.slice(0, moved))
      // The first rounds warm everything up.
      if (round < 0) continue
      note(name, answer.took)
      note('(read all photos)', took)
      note('(list of 25 albums)', await list())
      note('(rows changed by hand)', floor)
    }
  }
  await app.close()

  const cell = (value: string | number) => String(value).padStart(10)
  console.log(`${moved} of ${photos} photos in one request, ${rounds} rounds; milliseconds in the server\n`)
  console.log(`${''.padEnd(28)}${['p50', 'p95', 'longest'].map(cell).join('')}`)
  for (const [name, all] of times) {
    const { p50, p95 } = figuresOf(all)
    console.log(`${name.padEnd(28)}${[p50, p95, Math.max(...all)].map((ms) => cell(ms.toFixed(1))).join('')}`)
  }
}

/** As many positions given again with one statement in one transaction: durable, and nothing else. */
async function byHand(ids: string[]): Promise<number> {
  const began = performance.now()
  await sql`update bench_photo set position = position + 1 where id = any(${ids}::uuid[])`.execute(db)
  return performance.now() - began
}

async function seed() {
  const untimed = createDatabase({ ...postgres.connection, statement_timeout: 0 })
  await sql`insert into user_account (id, email, email_key, name, password_hash, role, status)
    values (${PERSON}, 'b@example.com', 'b@example.com', 'Bench', 'none', 'editor', 'active')`.execute(untimed.db)
  await sql`insert into media (id, sha256, name, type, bytes, width, height, alt, storage_key, variants)
    select uuidv7(), sha256(n::text::bytea), 'IMG_' || (n * 7919 % ${photos}) || '.jpg', 'image/jpeg', 9, 1600, 900,
      case when n % 3 = 0 then '' else 'Picture ' || n end, n::text, '[]' from generate_series(1, ${photos}) as n`.execute(
    db,
  )
  await sql`insert into album (id, title, slug, created_by, updated_by, photos)
    values (${ALBUM}, 'Bench', 'bench', ${PERSON}, ${PERSON}, ${photos})`.execute(untimed.db)
  await sql`insert into album_photo (id, album_id, media_id, position, position_version, text_version)
    select uuidv7(), ${ALBUM}, id, row_number() over (order by id) * 4294967296, 1, 1 from media`.execute(untimed.db)
  // More albums of a fifth of that, for the list.
  await sql`insert into album (id, title, slug, created_by, updated_by, photos)
    select uuidv7(), 'Album ' || n, 'album-' || n, ${PERSON}, ${PERSON}, ${photos / 5}
    from generate_series(1, 60) as n`.execute(untimed.db)
  await sql`insert into album_photo (id, album_id, media_id, position, position_version, text_version)
    select uuidv7(), album.id, media.id, row_number() over (partition by album.id order by media.id) * 4294967296, 1, 1
    from album cross join (select id from media order by id limit ${photos / 5}) as media
    where album.id <> ${ALBUM}`.execute(untimed.db)
  await sql`create table bench_photo as select id, position from album_photo where album_id = ${ALBUM}`.execute(
    untimed.db,
  )
  await sql`alter table bench_photo add primary key (id)`.execute(untimed.db)
  await sql`create index on bench_photo (position)`.execute(untimed.db)
  await sql`analyze`.execute(untimed.db)
  await untimed.close()
}

async function stop(code: number, said?: string): Promise<never> {
  clearTimeout(timer)
  if (said) console.error(said)
  await close()
  await postgres.stop()
  rmSync(postgres.location, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
