import { sql, type Kysely } from 'kysely'

const changes = [
  // Long texts are beside the row, so that lists read few pages; a title or a slug cost a lookup in four pages there, for each row
  // that is shown or looked through. It holds for what is written from now on.
  sql`alter table article alter column title set storage main, alter column slug set storage main,
    alter column published_title set storage main`,
  // The newest five thousand titles are read from the index alone.
  sql`drop index article_updated`,
  sql`create index article_updated on article (updated_at desc, id desc) include (title, has_changes)
    where deleted_at is null`,
  // PostgreSQL expects each word in one of two hundred titles otherwise: what the index of words tells it is not used, as that
  // index has no rows of the trash.
  sql`create statistics article_title_word_counts on (title_words(title)) from article`,
  sql`analyze article`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await change.execute(db)
}
