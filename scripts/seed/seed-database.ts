import { totalmem } from 'node:os'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { emailKeyOf } from '../../server/features/users/user-queries.ts'
import { planPublication } from '../../server/features/articles/article-schedule-commands.ts'
import { flushUseCounts } from '../../server/db/flush-use-counts.ts'
import { compareNewTags } from '../../server/features/tags/tag-similar-commands.ts'
import type { Database, Db } from '../../server/db/database.ts'
import type { Tables } from '../../server/db/tables.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { loadAds, noAds, type SeededAds } from './ad-load.ts'
import { loadAlbums, type Place, type PutFiles } from './album-load.ts'
import { articleTableNames, articleTables } from './article-copy.ts'
import { coverNewest } from './article-covers.ts'
import { articleTexts } from './article-workers.ts'
import { dropIndexes, makeIndexes } from '../../server/db/index-rebuild.ts'
import { copyInto, copyRows, renewWhereEmpty, silenceTriggers } from './bulk-load.ts'
import { type Taxonomy, makeTaxonomy, type Taken } from './taxonomy.ts'
import type { Say, SeedPlan } from './plan.ts'
import { loadReaders } from './reader-load.ts'
import { postgresEngine, type EventEngine } from '../../server/events/event-engine.ts'

/** `readers`: visits a day of the last thirty days. `ads`: none if left out. */
export type SeedWish = Omit<SeedPlan, 'first'> & { intoExisting: boolean; readers: number; ads?: number }
export type SeedReport = {
  seconds: number
  articles: number
  pictures: number
  albums: number
  ads: number
  events: number
}

/** Goals of ads are made for so many visits a day where there are no readers. */
const USUAL_VISITS = 600
/** Below this many articles the indexes stay, and a server beside it goes on answering. */
const BULK = 20_000
const NOUNS = ['author', 'tag', 'category'] as const
/** In bulk; pictures and albums come after them. */
const TABLES = [...NOUNS, ...articleTableNames]

/**
 * Fills a migrated database, all or nothing: one transaction. `signal` ends it at any time and leaves what was
 * there, in the storage too.
 * @throws Error with a sentence when there is content already, or the tables are in use
 */
export async function seedDatabase(
  {
    db,
    pool,
    storage,
    events: engine = postgresEngine,
  }: Pick<Database, 'db' | 'pool'> & { storage: Storage; events?: EventEngine },
  wish: SeedWish,
  say: Say = () => undefined,
  signal?: AbortSignal,
): Promise<SeedReport> {
  const began = Date.now()
  const client = await pool.connect()
  client.on('error', () => undefined)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stop = () => void pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]).catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  const put: PutFiles = []
  let filled: Filled = { writers: [], shown: noAds }
  try {
    signal?.throwIfAborted()
    await client.query('begin')
    filled = await fill({ client, db: productDb(client), storage, put, signal, say }, wish)
    say('Committing')
    await client.query('commit')
  } catch (error) {
    await removeFiles(pool, put)
    if (signal?.aborted) throw new Error('Stopped. Nothing was changed.', { cause: error })
    throw explained(error)
  } finally {
    signal?.removeEventListener('abort', stop)
    // Whatever was not committed goes with the connection.
    client.release(true)
  }
  say('Counting rows for the planner')
  const counted = [
    'user_account',
    'article_facets',
    'article_word',
    'article_category_assignment',
    'category_set',
    'category_count',
    'live_term',
    'reader_search',
    'search_word',
    'album',
    'album_photo',
    'media',
    'perceptual_hash',
    'placement',
    'ad',
    'ad_revision',
  ]
  for (const table of [...TABLES, ...counted]) if (!signal?.aborted) await pool.query(`vacuum (analyze) ${table}`)
  say('Looking for similar tags')
  if (!signal?.aborted) await compareNewTags(db)
  const events = await loadReaders(
    db,
    engine.storeOn(db),
    { seed: wish.seed, perDay: wish.readers, ...filled },
    say,
    signal,
  )
  const { articles, pictures, albums, ads = 0 } = wish
  return { seconds: (Date.now() - began) / 1000, articles, pictures, albums, ads, events }
}

/** Unless the commit went through and only its answer was lost. What stays here is found by the nightly sweep. */
async function removeFiles(pool: pg.Pool, put: PutFiles): Promise<void> {
  const keys = put.map(({ storageKey }) => storageKey)
  const found = await pool
    .query('select from media where storage_key = any($1)', [keys])
    .catch(() => ({ rowCount: keys.length }))
  if (!found.rowCount) for (const { discard } of put) await discard()
}

/** `writers`: the ids of the accounts that were made: all articles that were are theirs. */
type Filled = { writers: string[]; shown: SeededAds }

async function fill(place: Place, wish: SeedWish): Promise<Filled> {
  const { client, db, say } = place
  const memory = Math.max(64, Math.min(1024, Math.floor(totalmem() / 8 / 1_048_576)))
  await client.query(`set local lock_timeout = '5s'; set local maintenance_work_mem = '${memory}MB';
    set local max_parallel_maintenance_workers = 4; set local work_mem = '64MB'`)
  const { intoExisting, readers, ads = 0, ...asked } = wish
  const existing = await countOf(client, 'article')
  if (!intoExisting && (await hasContent(client)))
    throw new Error(
      'This database has content already. Seed an empty one, or say --into-existing to add to what is there.',
    )
  const plan: SeedPlan = { ...asked, first: existing }
  const isBesideServer = await isInUse(client)
  if (isBesideServer && plan.articles >= BULK)
    throw new Error(
      `Copydesk is running on this database, and would stop answering while ${plan.articles.toLocaleString('en')} articles are written. Stop it first, then seed. Nothing was changed.`,
    )
  // Locks the tables until the end: every reader would wait.
  if (existing === 0 && !isBesideServer) await renewWhereEmpty(client, TABLES)
  const indexed = [...TABLES, 'article_facets', 'article_word', 'reader_search', 'search_word']
  const indexes = plan.articles >= BULK ? await dropIndexes(client, indexed) : []
  const speak = await silenceTriggers(client, TABLES)

  say('Making authors, tags and categories')
  const taxonomy = makeTaxonomy(plan, await takenNames(client))
  await copyTaxonomy(client, taxonomy)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  const known = { users: ids(taxonomy.users), authors: ids(taxonomy.authors), tags: ids(taxonomy.tags) }
  for await (const { texts, done } of articleTexts(plan, { ...known, categories: ids(taxonomy.categories) })) {
    for (const table of articleTableNames) await copyInto(client, table, articleTables[table], texts[table])
    say('Articles', done, plan.articles)
  }
  say('Facets of articles')
  await client.query('select refill_article_facets()')
  await client.query('select refill_article_words()')
  await indexForReaders(client, say)
  await makeIndexes(client, indexes, say)
  await speak()
  say('Storing counts')
  await completeSeed(client, db, taxonomy)
  const pictures = await loadAlbums(place, plan, taxonomy)
  say('Covers')
  await coverNewest(client, pictures, known.users)
  const shown = await loadAds(place, plan, { count: ads, visits: readers || USUAL_VISITS }, taxonomy, pictures)
  await flushUseCounts(db, 'media')
  return { writers: known.users, shown }
}

/** So many articles one statement indexes. */
const INDEX_BATCH = 20_000

/** Search for readers, in the order of publication. Articles with a working copy are left to the job. */
async function indexForReaders(client: pg.ClientBase, say: Say): Promise<void> {
  await client.query(`create temporary table to_index on commit drop as
    select article_id, row_number() over (order by article_live.published_at, article_id) as place
    from article_live join article on id = article_id where not has_changes
      and not exists (select from reader_search where reader_search.article_id = article_live.article_id)`)
  await client.query('analyze to_index')
  const all = await countOf(client, 'to_index')
  for (let done = 0; done < all; done += INDEX_BATCH) {
    say('Search for readers', done, all)
    await client.query(
      `select index_live_articles(array(select article_id from to_index where place > $1 and place <= $2 order by place), null)`,
      [done, done + INDEX_BATCH],
    )
  }
  say('Words of the search')
  await client.query('delete from search_word_change where article_id is not null')
  await client.query(`insert into search_word select word, word_variants(word), ndoc from ts_stat('select words from reader_search')
    where is_search_word(word) order by word on conflict do nothing`)
  await client.query(`insert into reader_search_change (article_id)
    select article_id from article_live join article on id = article_id where has_changes`)
}

/** What triggers and the product's own commands would have done for each row. */
async function completeSeed(client: pg.ClientBase, db: Db, { users, authors, tags }: Taxonomy): Promise<void> {
  for (const [noun, made] of [
    ['author', authors],
    ['tag', tags],
  ] as const) {
    await client.query(
      `insert into use_change select $1, ${noun}_id, count(*) from article_${noun} join article on article.id = article_id
       where deleted_at is null and ${noun}_id = any($2) group by 2`,
      [noun, made.map(({ id }) => id)],
    )
    await flushUseCounts(db, noun)
  }
  for (const counts of ['recount_categories', 'recount_article_states', 'recount_article_days', 'refill_live_terms'])
    await client.query(`select ${counts}()`)
  const plans = await client.query<{ id: string; publish_at: Date }>(
    `select id, publish_at from article where status = 'scheduled' and deleted_at is null and created_by = any($1)`,
    [users.map(({ id }) => id)],
  )
  for (const row of plans.rows) await planPublication(db, row.id, new Date(row.publish_at).toISOString())
}

/** The product's commands on this very connection, inside its transaction. */
function productDb(client: pg.ClientBase): Kysely<Tables> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection as never, end: async () => undefined, options: {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** Writes users, authors, tags and categories. */
export async function copyTaxonomy(client: pg.ClientBase, taxonomy: Taxonomy): Promise<void> {
  const users = taxonomy.users.map((user) => ({ ...user, email_key: emailKeyOf(user.email), status: 'active' }))
  for (const [table, rows] of [
    ['user_account', users],
    ['author', taxonomy.authors],
    ['tag', taxonomy.tags],
    ['category', taxonomy.categories],
  ] as const) {
    await copyRows(client, table, rows)
  }
}

async function takenNames(client: pg.ClientBase): Promise<Taken> {
  const all = async (query: string) =>
    new Set((await client.query<{ name: string }>(query)).rows.map(({ name }) => name))
  return {
    emails: await all('select email_key as name from user_account'),
    authorSlugs: await all('select slug as name from author where deleted_at is null'),
    tagSlugs: await all('select slug as name from tag where deleted_at is null'),
    tagNames: await all('select lower(name) as name from tag where deleted_at is null'),
    categorySlugs: await all('select slug as name from category where deleted_at is null'),
    topCategories: await all('select lower(name) as name from category where deleted_at is null and parent is null'),
  }
}

async function hasContent(client: pg.ClientBase): Promise<boolean> {
  const filled = [...NOUNS, 'article', 'album', 'media'].map((table) => `exists (select from ${table})`).join(' or ')
  return (await client.query<{ filled: boolean }>(`select ${filled} as filled`)).rows[0]?.filled ?? false
}

/** Whether servers or other commands of Copydesk are connected, beside the pool of this one. */
const isInUse = async (client: pg.ClientBase): Promise<boolean> =>
  (
    await client.query<{ used: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database()
         and application_name like 'copydesk%' and application_name <> current_setting('application_name')) as used`,
    )
  ).rows[0]?.used ?? false

const countOf = async (client: pg.ClientBase, table: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) as count from ${table}`)).rows[0]?.count ?? 0)

function explained(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === '55P03')
    return new Error('The tables are in use. Stop the server, then seed again. Nothing was changed.', { cause: error })
  if (code === '53100') return new Error('The disk of the database is full. Nothing was changed.', { cause: error })
  return error
}
