import { sql, type Kysely } from 'kysely'

const statements = [
  // The views behind the parts of a score. Lists are counted again each minute; until then, what the other columns tell.
  sql`alter table hot_article add column views_recent integer not null default 0,
    add column views_earlier integer not null default 0`,
  sql`update hot_article set
    views_recent = case "window" when '24h' then views_hour when '7d' then views_day else 0 end,
    views_earlier = case "window" when '24h' then views_day - views_hour when '1h' then views_hour else 0 end`,

  // Who sent an article back, and when; of what was sent back before, its history tells.
  sql`alter table article add column returned_at timestamptz(3), add column returned_by uuid references user_account`,
  sql`alter table article disable trigger user`,
  sql`update article set (returned_at, returned_by) = (
    select created_at, created_by from article_revision
      where article_id = article.id and reason = 'return' order by version desc limit 1
  ) where return_note <> '' and deleted_at is null`,
  sql`alter table article enable trigger user`,
]

/** Scores show the views behind their parts; a note of a reviewer says who wrote it and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
