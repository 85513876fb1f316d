import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import { movePendingEntries, movePendingEntriesOf } from '../../db/pending-entries.ts'
import type { StoredContent, Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { readContent } from './article-content-rules.ts'
import { inBranches } from './article-search-rules.ts'
import { describeText } from './body-html-pool.ts'
import { tsvector } from './article-save-commands.ts'

/** Articles that one transaction indexes: their rows are locked meanwhile. */
const BATCH = 100
const WORDS_BATCH = 500

/** Readers find the article as soon as the transaction is committed. Only where its working copy is what readers see. */
export async function indexPublished(trx: Db, id: string): Promise<void> {
  await sql`select index_live_articles(array[${id}]::uuid[], null)`.execute(trx)
  await sql`delete from reader_search_change where ctid in (
    select ctid from reader_search_change where article_id = ${id} for update skip locked)`.execute(trx)
}

/**
 * Indexes what changed in other ways: names, merges, undo, and what was published before there was an index.
 * @param counting connections on which a statement may take longer than on those of requests
 */
export async function flushArticleIndex(db: Kysely<Tables>, counting = db): Promise<void> {
  await db.transaction().execute(noteArticlesOfTerms)
  for (let done = 1; done > 0;) {
    done = await db.transaction().execute(indexBatch)
    await movePendingEntriesOf(counting, 'reader_search_words')
  }
  for (let done = WORDS_BATCH; done > 0;) done = await db.transaction().execute(learnBatch)
  // Of imports and of what was published by its time. What is changed in the console does so itself.
  await movePendingEntries(counting)
}

/** Notes the articles of authors and tags that changed, and of categories that moved with what is below them. */
async function noteArticlesOfTerms(trx: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from reader_search_change where term_id is not null returning term_id as id`.execute(trx)
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ id }) => id))]
  const below = inBranches(ids)
  // The planner thinks that reading the table as a whole is cheaper.
  await sql`set local enable_seqscan = off`.execute(trx)
  await sql`insert into reader_search_change (article_id)
    select article_id from live_term where term = any(${ids}::uuid[])
    union select article_id from reader_search where words @@ ${below}::tsquery`.execute(trx)
}

async function indexBatch(trx: Db): Promise<number> {
  const ids = await lockNoted(trx)
  if (ids.length === 0) return 0
  await sql`delete from reader_search_change where ctid in (
    select ctid from reader_search_change where article_id = any(${ids}::uuid[]) for update skip locked)`.execute(trx)
  await sql`select from reader_search where article_id = any(${ids}::uuid[]) order by article_id for no key update`.execute(
    trx,
  )
  const { rows: differing } = await sql<{ id: string; content: StoredContent }>`
    select article_id as id, content from article_live join article on id = article_id
    where article_id = any(${ids}::uuid[]) and has_changes`.execute(trx)
  const apart = new Set(differing.map(({ id }) => id))
  await sql`select index_live_articles(${ids.filter((id) => !apart.has(id))}::uuid[], null)`.execute(trx)
  for (const { id, content } of differing) {
    const { searchWords } = await describeText(readContent(content))
    await sql`select index_live_articles(array[${id}]::uuid[], ${tsvector(searchWords)})`.execute(trx)
  }
  return ids.length
}

/**
 * Of the articles that were noted, some that no one else has locked, and those that readers do not see any more. A large merge or
 * deletion holds its articles for minutes; what waits for it is left for the next time, and what another job does just now is not done
 * twice. A transaction that changes an article notes it again when it commits.
 */
async function lockNoted(trx: Db): Promise<string[]> {
  const { rows: seen } = await sql<{ id: string }>`
    select article_id as id from reader_search_change join article_live using (article_id)
    limit ${BATCH} for no key update skip locked`.execute(trx)
  const { rows: gone } = await sql<{ id: string }>`
    select article_id as id from reader_search_change where article_id is not null
      and not exists (select from article_live where article_live.article_id = reader_search_change.article_id)
    limit ${BATCH - seen.length}`.execute(trx)
  return [...new Set([...seen, ...gone].map(({ id }) => id))]
}

/** Learns words of an alphabet with four letters and more, which a search with a typing error may mean. */
async function learnBatch(trx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from search_word_change where ctid in (
        select ctid from search_word_change limit ${WORDS_BATCH} for update skip locked)
      returning article_id, name
    ), word as (
      select word, count(*) as seen from (
        select unnest(tsvector_to_array(words)) as word from reader_search where article_id in (select article_id from gone)
        union all select unnest(tsvector_to_array(title_words(title))) from article where id in (select article_id from gone)
        union all select unnest(tsvector_to_array(title_words(name))) from gone
      ) as given where is_search_word(word) group by word
    ), learned as (
      insert into search_word as known (word, variants, seen) select word, word_variants(word), seen from word order by word
      on conflict (word) do update set seen = known.seen + excluded.seen
    )
    select count(*) as count from gone`.execute(trx)
  return rows[0]?.count ?? 0
}

const DAYS = 30
const HOUR = 3_600_000
/** So many are told apart by their readers, and so many of these are looked at first. */
const COUNTED = 50_000
const POPULAR = 5000
/** Views in thirty days from which on more make no difference. */
const MOST_VIEWS = 10_000
/** A smaller change is not worth a write. */
const NOTABLE = 0.02

/**
 * Brings up to date how much read each article is. Those that were not read now or the last time are not looked at: most of a large site
 * is neither.
 */
export async function countPopularity(db: Kysely<Tables>, events: EventStore, now = Date.now()): Promise<void> {
  const last = Math.floor(now / HOUR) * HOUR
  const hours = new Map(Array.from({ length: DAYS * 24 }, (_, n) => [last - n * HOUR, 1]))
  const views = [...(await events.weighedViews({ minutes: new Map(), hours }, COUNTED))]
  const scores = views.map(([, { views: count }]) => Math.min(1, Math.log1p(count) / Math.log1p(MOST_VIEWS)))
  await db.transaction().execute(async (trx) => {
    // Two at once would write the same rows of what was counted. Those of articles are locked in the order of a bulk publication.
    await sql`select pg_advisory_xact_lock(hashtextextended('popularity', 0))`.execute(trx)
    await sql`with counted as materialized (
        select article_id, score, row_number() over (order by score desc, article_id) <= ${POPULAR} as popular
        from unnest(${views.map(([id]) => id)}::uuid[], ${scores}::float8[]) as given(article_id, score)
      ), fresh as materialized (
        select article_id, coalesce(score, 0) as score, coalesce(popular, false) as popular
        from counted full join popularity_counted using (article_id)
      ), noted as (
        insert into popularity_counted select article_id from counted on conflict do nothing
      ), forgotten as (
        delete from popularity_counted where article_id not in (select article_id from counted)
      ), locked as materialized (
        select article_id from reader_search as known join fresh using (article_id)
        where known.popular <> fresh.popular or abs(known.popularity - fresh.score) > ${NOTABLE}
        order by article_id for no key update of known
      )
      update reader_search as known set popularity = fresh.score, popular = fresh.popular,
        words = case when known.popular = fresh.popular then words when fresh.popular then words || array_to_tsvector('{#popular}')
          else ts_delete(words, '#popular') end
      from fresh join locked using (article_id) where known.article_id = fresh.article_id`.execute(trx)
  })
}
