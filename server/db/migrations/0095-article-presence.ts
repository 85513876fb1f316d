import { sql, type Kysely } from 'kysely'

/**
 * Who has an article open, a row for each tab. Unlogged: it is worth nothing after a crash. Without foreign keys, which would
 * lock the article's row; rows expire. Written every few seconds: room in the page keeps these updates out of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table article_presence (
    article_id uuid not null,
    user_id uuid not null,
    tab text not null,
    since timestamptz(3) not null default now(),
    seen_at timestamptz(3) not null default now(),
    typed_at timestamptz(3),
    primary key (article_id, user_id, tab)
  ) with (fillfactor = 50)`.execute(db)
}
