import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table search_term_draft (
    article uuid primary key references article on delete cascade, key text not null, term text not null,
    started_by uuid references user_account on delete set null, started_at timestamptz not null default now())`,
  sql`create index search_term_draft_key on search_term_draft (key, started_at)`,
]

/** Which article was started from which search term, and by whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
