import { sql, type Kysely } from 'kysely'

const figures = sql.raw(`searches integer not null, no_results integer not null, clicks integer not null,
  position_sum bigint not null, searchers integer not null, clickers integer not null`)

const statements = [
  // Variants of a term have one key. What writes terms writes their keys.
  sql`create table reader_term (term text primary key, key text not null)`,
  sql`create index reader_term_key on reader_term (key)`,
  // A searcher or clicker is counted in the last such hour of the day: the sum of the hours until now counts each of them
  // once a day.
  sql`create table term_key_hour (hour timestamptz not null, key text not null, ${figures}, primary key (hour, key))`,
  sql`create index term_key_hour_key on term_key_hour (key, hour)`,
  sql`create table term_key_day (day date not null, key text not null, ${figures}, primary key (day, key))`,
  sql`create index term_key_day_key on term_key_day (key, day)`,
  // Of the last search of the day: when it was, and its results; and when the last one was that found nothing.
  sql`alter table term_day add column searches integer not null default 0, add column results integer not null default 0,
    add column last_at timestamptz, add column last_empty_at timestamptz`,
  sql`create index term_day_term on term_day (term, day)`,
  sql`create index term_click_hour_term on term_click_hour (term, hour)`,
  sql`create index reader_event_searches on reader_event (at) where kind > 1`,
  sql`create table search_rank (
    "window" text not null, key text not null, term text not null, variants text[] not null, previous integer,
    results integer, found boolean not null, tabs text[] not null, ${figures}, primary key ("window", key))`,
  sql`create table search_rank_list ("window" text primary key, as_of timestamptz not null, compared boolean not null)`,
  // Hours whose raw events are still there are counted again, now with keys.
  sql`update reader_hour set changed = changed + 1 where hour > now() - interval '29 days'`,
]

/** Search terms counted with their variants, and ranked after each roll-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
