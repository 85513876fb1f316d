import { sql, type Kysely } from 'kysely'

const statements = [
  // The last two days by the minute, so that "the last hour" is the last hour.
  sql`create table article_view_minutes (
    at timestamptz not null, article uuid not null, views integer not null, primary key (at, article))`,
  sql`create index article_view_minutes_article on article_view_minutes (article, at)`,
  sql`create table hot_article (
    "window" text not null, article uuid not null, rank integer not null, score double precision not null,
    recent double precision not null, earlier double precision not null, lift double precision, usual double precision,
    views_hour integer not null, views_day integer not null, sparkline integer[] not null, referrer text, term text,
    primary key ("window", article))`,
  sql`create table hot_list ("window" text primary key, as_of timestamptz not null)`,
  // Ranks as they were at the first count of each hour.
  sql`create table hot_rank (
    "window" text not null, hour timestamptz not null, article uuid not null, rank integer not null,
    primary key ("window", hour, article))`,
  sql`create table hot_choice (
    article uuid primary key references article on delete cascade, kind text not null check (kind in ('pin', 'bury')),
    until timestamptz, created_by uuid references user_account on delete set null, created_at timestamptz not null default now())`,
]

/** What is hot: counted each minute, read as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
