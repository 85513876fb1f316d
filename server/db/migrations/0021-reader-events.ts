import { sql, type Kysely } from 'kysely'

const statements = [
  // kind: 1 view, 2 search, 3 search click. A partition for each day (UTC), so that dropping a day costs nothing.
  sql`create table reader_event (
    at timestamptz not null, kind smallint not null, visitor bytea not null, article uuid, term text, results integer,
    "position" smallint, referrer text not null default ''
  ) partition by range (at)`,
  sql`create index reader_event_at on reader_event (at)`,
  sql`create function reader_event_make_day(day date) returns void language plpgsql as $$
    begin
      execute format(
        'create table if not exists %I partition of reader_event for values from (%L) to (%L)',
        'reader_event_' || to_char(day, 'YYYYMMDD'),
        (day::timestamp at time zone 'UTC'), ((day + 1)::timestamp at time zone 'UTC'));
    end $$`,
  // Repeated calls, by the caller's own id; only the days around now matter.
  sql`create table reader_batch (id uuid primary key, received_at timestamptz not null default now())`,
  sql`create index reader_batch_received on reader_batch (received_at)`,
  // An hour is counted up to change number "counted". The number only grows, so that no change is lost while one counts.
  sql`create table reader_hour (hour timestamptz primary key, changed bigint not null default 1, counted bigint not null default 0)`,
  sql`create index reader_hour_changed on reader_hour (hour) where changed > counted`,
  sql`create table visitor_salt (day date primary key, salt bytea not null)`,
  sql`create table article_view_hour (
    hour timestamptz not null, article uuid not null, views integer not null, visitors integer not null,
    primary key (hour, article))`,
  sql`create index article_view_hour_article on article_view_hour (article, hour)`,
  sql`create table article_referrer_hour (
    hour timestamptz not null, article uuid not null, referrer text not null, views integer not null,
    primary key (hour, article, referrer))`,
  sql`create table term_hour (
    hour timestamptz not null, term text not null, searches integer not null, no_results integer not null,
    results integer not null, primary key (hour, term))`,
  sql`create table term_click_hour (
    hour timestamptz not null, term text not null, article uuid not null, clicks integer not null,
    position_sum integer not null, primary key (hour, term, article))`,
  sql`create table term_day (day date not null, term text not null, searchers integer not null, primary key (day, term))`,
]

/** What readers do: raw events by day, and what was counted of each hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
