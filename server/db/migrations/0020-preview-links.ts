import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table preview_link (
    id uuid primary key,
    article_id uuid not null references article on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    created_by uuid not null references user_account on delete cascade,
    expires_at timestamptz not null
  )`,
  sql`create index preview_link_article on preview_link (article_id)`,
  sql`create index preview_link_creator on preview_link (created_by)`,
  sql`create index preview_link_expiry on preview_link (expires_at)`,
]

/** Links that show the working copy of an article to people without an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
