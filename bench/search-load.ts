import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { articleTables } from '../scripts/seed/article-copy.ts'
import { copyInto } from '../scripts/seed/bulk-load.ts'
import { dropIndexes, makeIndexes } from '../server/db/index-rebuild.ts'
import type { SeedPlan } from '../scripts/seed/plan.ts'
import { copyTaxonomy } from '../scripts/seed/seed-database.ts'
import { makeTaxonomy } from '../scripts/seed/taxonomy.ts'
import { SEARCH_COLUMNS } from './search-rows.ts'
import type { SearchRows, SearchRowsPlan } from './search-rows-worker.ts'

const BATCH = 2000
/** Of the seeded articles so many are published without unpublished changes. */
const PUBLISHED = 0.84
const TABLES = ['author', 'tag', 'category', 'article_live', 'reader_search', 'search_word']

/** Fills an empty database with what readers' search reads: published articles, their names and index, and no more. */
export async function loadSearchRows(client: pg.ClientBase, given: SeedPlan, say: (step: string) => void) {
  const plan = { ...given, articles: Math.ceil(given.articles / PUBLISHED) }
  await client.query('begin')
  await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '1GB'`)
  await client.query('truncate article_live cascade')
  const indexes = await dropIndexes(client, TABLES)
  const none = () => new Set<string>()
  const taxonomy = makeTaxonomy(plan, {
    emails: none(),
    authorSlugs: none(),
    tagSlugs: none(),
    tagNames: none(),
    categorySlugs: none(),
    topCategories: none(),
  })
  await copyTaxonomy(client, taxonomy)
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
  const names = Object.fromEntries([
    ...taxonomy.authors.map((author) => [author.id, author.display_name]),
    ...taxonomy.tags.flatMap(({ id, name, synonyms, visibility }) =>
      visibility === 'public' ? [[id, [name, ...synonyms].join(' ')]] : [],
    ),
  ]) as Record<string, string>
  const { users, authors, tags, categories } = taxonomy
  const ids = { users: idsOf(users), authors: idsOf(authors), tags: idsOf(tags), categories: idsOf(categories) }
  const seen = new Map<string, number>()
  for await (const { live, rows, words, done } of searchRows({ plan, ids, names, branches: branchesOf(categories) })) {
    await copyInto(client, 'article_live', articleTables.article_live, live)
    await copyInto(client, 'reader_search', SEARCH_COLUMNS, rows)
    for (const [word, count] of words) seen.set(word, (seen.get(word) ?? 0) + count)
    if (done % 50_000 === 0) say(`Articles ${done}`)
  }
  say(`Words ${seen.size}`)
  await client.query(
    `select setval(pg_get_serial_sequence('reader_search', 'doc'), (select max(doc) from reader_search))`,
  )
  const known = [...seen]
  await client.query(
    `insert into search_word select word, word_variants(word), seen from unnest($1::text[], $2::int[]) as given(word, seen) order by word`,
    [known.map(([word]) => word), known.map(([, count]) => count)],
  )
  await makeIndexes(client, indexes, say)
  await client.query('commit')
  say('Counting rows for the planner')
  for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`)
}

/** Each category with those above it. */
function branchesOf(categories: readonly { id: string; parent: string | null }[]): Record<string, string[]> {
  const parents = new Map(categories.map(({ id, parent }) => [id, parent]))
  const line = (id: string | null | undefined): string[] => (id ? [id, ...line(parents.get(id))] : [])
  return Object.fromEntries(categories.map(({ id }) => [id, line(id)]))
}

/** Made by several threads, in order. */
async function* searchRows(data: SearchRowsPlan): AsyncGenerator<SearchRows & { done: number }> {
  const { articles } = data.plan
  const count = Math.max(1, availableParallelism() - 1)
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./search-rows-worker.ts', import.meta.url), { workerData: data }),
  )
  const ask = (number: number): Promise<[SearchRows]> => {
    const worker = workers[number % count]!
    const made = once(worker, 'message') as Promise<[SearchRows]>
    worker.postMessage([number * BATCH, Math.min(articles, (number + 1) * BATCH)])
    return made
  }
  const batches = Math.ceil(articles / BATCH)
  const asked = Array.from({ length: Math.min(count, batches) }, (_, number) => ask(number))
  try {
    for (let number = 0; number < batches; number++) {
      const [made] = await asked[number]!
      if (number + count < batches) asked.push(ask(number + count))
      yield { ...made, done: Math.min(articles, (number + 1) * BATCH) }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
