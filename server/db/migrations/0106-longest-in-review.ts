import { sql, type Kysely } from 'kysely'

const statements = [
  // An imported article may be in review without having been submitted here.
  sql`create index article_in_review on article (coalesce(submitted_at, updated_at), id)
    where status = 'in_review' and deleted_at is null`,
  sql`create index article_changes_in_review on article (coalesce(submitted_at, updated_at), id)
    where submitted_at is not null and status = 'published' and deleted_at is null`,
]

/** What waits for review is read in the order in which it was submitted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
