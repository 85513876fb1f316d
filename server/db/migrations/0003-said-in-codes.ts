import { sql, type Kysely } from 'kysely'

// What the server has to say is kept as codes and values, so that each person reads it in their own language.
const statements = [
  // Reports of before said it in English sentences, which no code can be made of.
  sql`alter table import_item drop column reason, add column reasons jsonb not null default '[]'`,
  sql`alter table article add column return_missing text[] not null default '{}'`,
  sql`drop index article_returned`,
  sql`create index article_returned on article (created_by, updated_at desc, id desc)
    where status = 'draft' and (return_note <> '' or return_missing <> '{}') and deleted_at is null`,
]

/** Import reports and returned articles without sentences of the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
