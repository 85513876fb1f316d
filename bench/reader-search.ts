/**
 * `npm run bench:search -- [--articles 100000] [--rounds 60] [--data DIR] [--typos 500]`: what one search of a reader costs over so many seeded
 * articles, through the whole server without a network, one at a time; and how many of the queries with one typing error
 * find what they mean among the first five. A folder given with --data is kept and used again.
 */
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createDatabase, DELIVERY_POOL } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { dice } from '../server/testing/dice.ts'
import { DAY } from '../scripts/seed/plan.ts'
import { figuresOf } from './measure.ts'
import { postgresEngine } from '../server/events/event-engine.ts'
import { loadSearchRows } from './search-load.ts'
import { readArguments } from '../scripts/read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run bench:search -- [options]',
  about: 'What one search of a reader costs, and how many typing errors it forgives.',
  options: {
    articles: { type: 'string', default: '100000', about: 'articles' },
    rounds: { type: 'string', default: '60', about: 'searches of each kind' },
    typos: { type: 'string', default: '500', about: 'queries with a typing error' },
    data: { type: 'string', value: 'DIR', about: 'a folder that is kept and used again' },
  },
})
const [articles, rounds, typos] = [values.articles, values.rounds, values.typos].map(Number) as [number, number, number]
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
const settings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '30min' }
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings })
const slow = createDatabase({ ...postgres.connection, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
const delivery = createDatabase({ ...postgres.connection, ...DELIVERY_POOL })
const roll = dice(7)
let calls = 0
const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(1))
try {
  await run()
  await stop(0)
} catch (error) {
  await stop(1, error instanceof Error ? (error.stack ?? error.message) : String(error))
}

async function run() {
  await migrate(slow.db)
  await migrateJobs(slow.pool)
  const storage = createFolderStorage(join(folder, 'media'))
  const { rows: there } = await sql`select from reader_search limit 1`.execute(slow.db)
  if (there.length === 0) await fill()
  const config = readConfig({ HOST: 'localhost', PORT: '80', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const app = await buildApp({
    db: slow.db,
    deliveryDb: delivery.db,
    pool: slow.pool,
    config,
    storage,
    events: postgresEngine,
  })
  const { rows } = await sql<{ count: number }>`select count(*) as count from reader_search`.execute(slow.db)
  console.log(
    `\n${Number(rows[0]?.count).toLocaleString('en')} published articles, ${rounds} searches a row; milliseconds\n`,
  )
  await warm()
  await measureAll(app, await samples())
  await measureTypos(app)
  await app.close()
}

async function fill() {
  const began = Date.now()
  const plan = {
    articles,
    authors: Math.max(5, Math.min(20_000, Math.ceil(articles / 50))),
    tags: Math.max(10, Math.min(50_000, Math.ceil(articles / 20))),
    categories: Math.max(6, Math.min(700, Math.ceil(articles / 50))),
    users: 60,
    pictures: 0,
    albums: 0,
    paragraphs: 3,
    seed: 1,
    first: 0,
    until: Math.floor(Date.now() / DAY) * DAY,
  }
  const client = await slow.pool.connect()
  try {
    await loadSearchRows(client, plan, (step) => console.log(`${new Date().toISOString().slice(11, 19)} ${step}`))
  } finally {
    client.release(true)
  }
  console.log(`filled in ${Math.round((Date.now() - began) / 1000)} s`)
}

/** Reads the files of what is searched and shown, as they are in memory where readers search all day. */
async function warm() {
  const { rows } = await sql<{ path: string; bytes: number }>`
    select current_setting('data_directory') || '/' || pg_relation_filepath(file) as path, pg_relation_size(file) as bytes
    from pg_class as made, lateral (
      select made.oid as file union all select made.reltoastrelid where made.reltoastrelid <> 0
      union all select indexrelid from pg_index where indrelid in (made.oid, made.reltoastrelid)
    ) as files where made.relname in ('reader_search', 'article_live', 'search_word')`.execute(slow.db)
  let bytes = 0
  for (const { path } of rows)
    for (let part = 0; ; part++) {
      const file = part === 0 ? path : `${path}.${part}`
      if (!existsSync(file)) break
      for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) bytes += (chunk as Buffer).length
    }
  console.log(`${(bytes / 2 ** 30).toFixed(1)} GB of tables and indexes read into memory`)
}

/** Queries of each kind, made of what there is. */
async function samples(): Promise<Record<string, () => string>> {
  const { rows: words } = await sql<{ word: string; ndoc: number }>`
    select word, ndoc from ts_stat('select words from reader_search tablesample system (2)') where word ~ '^[[:alpha:]]+$'`.execute(
    slow.db,
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from reader_search tablesample system (2)`.execute(slow.db)
  const all = Number(counted[0]?.count)
  const isDense = ({ word }: { word: string }) => /[㐀-鿿]/.test(word)
  const share = ({ ndoc }: { ndoc: number }) => Number(ndoc) / all
  const latin = words.filter((one) => !isDense(one) && one.word.length >= 4)
  const byShare = latin.toSorted((a, b) => share(b) - share(a))
  const one = words.filter((word) => isDense(word) && word.word.length === 1).map(({ word }) => word)
  const two = words.filter((word) => isDense(word) && word.word.length === 2).map(({ word }) => word)
  const common = byShare.slice(0, 60).map(({ word }) => word)
  const rare = byShare.slice(-Math.ceil(byShare.length / 3)).map(({ word }) => word)
  const { rows: titles } = await sql<{
    title: string
  }>`select title from reader_search tablesample system (1) limit 4000`.execute(slow.db)
  const chinese = titles.map(({ title }) => title).filter((title) => /[㐀-鿿]{6}/.test(title))
  const long = () => {
    const run = /[㐀-鿿]{5,}/.exec(pick(chinese))![0]
    return run.slice(0, 4 + roll(run.length - 3))
  }
  const slugs = async (table: string) =>
    (
      await sql<{
        slug: string
      }>`select slug from ${sql.table(table)} where deleted_at is null order by random() limit 50`.execute(slow.db)
    ).rows.map(({ slug }) => slug)
  const [categories, tags, authors] = [await slugs('category'), await slugs('tag'), await slugs('author')]
  const firstSlugs = async (table: string, where = sql`true`) =>
    (
      await sql<{ slug: string }>`select slug from ${sql.table(table)} where ${where} order by ctid limit 20`.execute(
        slow.db,
      )
    ).rows.map(({ slug }) => slug)
  // The first of the seeded names are used most.
  const [branches, busyTags] = [
    await firstSlugs('category', sql`parent is null`),
    await firstSlugs('tag', sql`visibility = 'public'`),
  ]
  const wrongCharacter = (text: string) => Array.from(text).with(roll(text.length), '鑫').join('')
  const asked = (q: string) => `q=${encodeURIComponent(q)}`
  console.log(
    `most frequent: ${byShare
      .slice(0, 3)
      .map((word) => `${word.word} ${Math.round(share(word) * 100)} %`)
      .join(', ')}; 的 or the like: ${one.slice(0, 3).join('')}`,
  )
  return {
    'one Chinese character': () => asked(pick(one)),
    'two Chinese characters': () => asked(pick(two)),
    'four and more': () => asked(long()),
    'a common Latin word': () => asked(pick(common)),
    'a rare Latin word': () => asked(pick(rare)),
    'two common words': () => asked(`${pick(common)} ${pick(common)}`),
    'one typing error': () => asked(mistyped(pick(latin.filter(({ word }) => word.length > 4)).word)),
    'one wrong Chinese character': () => asked(wrongCharacter(long())),
    'a branch of categories': () => `${asked(pick(common))}&category=${pick(branches)}`,
    'two broad filters': () => `${asked(pick(common))}&category=${pick(branches)}&tag=${pick(busyTags)}`,
    'two filters': () => `${asked(pick(common))}&category=${pick(categories)}&author=${pick(authors)}`,
    'a tag and a year': () => `${asked(pick(common))}&tag=${pick(tags)}&from=2024-01-01&to=2025-01-01`,
    'a common word, a month long ago': () => `${asked(pick(common))}&from=2023-03-01&to=2023-04-01`,
  }
}

/** One letter wrong, missing, too many, or two changed places. */
function mistyped(word: string): string {
  const letters = Array.from(word)
  const at = roll(letters.length)
  const letter = String.fromCharCode(97 + roll(26))
  const ways = [
    () => letters.with(at, letter),
    () => letters.toSpliced(at, 1),
    () => letters.toSpliced(at, 0, letter),
    () => (at > 0 ? letters.with(at, letters[at - 1]!).with(at - 1, letters[at]!) : letters.toSpliced(0, 1)),
  ]
  const changed = pick(ways)().join('')
  return changed === word ? mistyped(word) : changed
}

async function ask(app: FastifyInstance, query: string) {
  // Each reader from an address of their own, so that no limit counts them as one.
  const remoteAddress = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
  const began = performance.now()
  const reply = await app.inject({ url: `/content/v1/search?${query}`, remoteAddress })
  const took = performance.now() - began
  if (reply.statusCode !== 200) throw new Error(`${query}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
  return { took, items: reply.json<{ items: { title: string }[] }>().items }
}

async function measureAll(app: FastifyInstance, queries: Record<string, () => string>) {
  const cell = (value: string | number) => String(value).padStart(10)
  console.log(`${''.padEnd(34)}${['p50', 'p95', 'longest'].map(cell).join('')}`)
  for (const [name, query] of Object.entries(queries)) {
    for (let n = 0; n < 5; n++) await ask(app, query())
    const times: number[] = []
    for (let n = 0; n < rounds; n++) times.push((await ask(app, query())).took)
    const { p50, p95 } = figuresOf(times)
    console.log(`${name.padEnd(34)}${[p50, p95, Math.max(...times)].map((ms) => cell(ms.toFixed(1))).join('')}`)
  }
}

/** Titles in which one Latin word is mistyped: is an article of that title among the first five? */
async function measureTypos(app: FastifyInstance) {
  const { rows } = await sql<{ title: string }>`
    select live.title from reader_search tablesample system (${sql.lit(Math.min(100, 100 * (20_000 / articles)))})
    join article_live as live using (article_id) where live.title ~ '[a-z]{5}' order by random() limit ${typos}`.execute(
    slow.db,
  )
  let right = 0
  const times: number[] = []
  const missed: string[] = []
  for (const { title } of rows) {
    const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
    const long = words.flatMap((word, place) => (/^[a-zA-Z]{4,}$/.test(word) ? [place] : []))
    if (long.length === 0) continue
    const wrong = pick(long)
    const query = words.map((word, place) => (place === wrong ? mistyped(word.toLowerCase()) : word)).join(' ')
    const { took, items } = await ask(app, `q=${encodeURIComponent(query)}&limit=5`)
    times.push(took)
    if (items.some((item) => item.title === title)) right++
    else missed.push(`${query} (${title})`)
  }
  const { p50, p95 } = figuresOf(times)
  console.log(
    `\n${times.length} titles with one typing error: recall@5 ${(right / times.length).toFixed(3)}, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}`,
  )
  if (missed.length) console.log(`missed, for example: ${missed.slice(0, 5).join(' · ')}`)
}

async function stop(code: number, said?: string): Promise<never> {
  if (said) console.error(said)
  await Promise.all([slow.close(), delivery.close()])
  await postgres.stop()
  if (!values.data) for (const path of [postgres.location, folder]) rmSync(path, { recursive: true, force: true })
  process.exit(code)
}
