import { sql, type Kysely } from 'kysely'

/** What replies of the delivery API are made of, with the columns they show; counters are not among them. */
const delivered: readonly (readonly [table: string, columns: string])[] = [
  ['article_live', ''],
  ['author', 'display_name, slug, bio, job_title, links, avatar, hidden, deleted_at'],
  ['tag', 'name, slug, description, colour, visibility, deleted_at'],
  ['category', 'name, slug, description, parent, position, deleted_at'],
  ['media', 'alt, caption, credit, focal_x, focal_y, variants, file_version, type, deleted_at'],
  ['album', ''],
  ['album_photo', ''],
  ['redirect', ''],
  ['setting', ''],
]

const statements = [
  sql`create function notify_delivery() returns trigger language plpgsql as $$ begin
    perform pg_notify('delivery', '');
    return null;
  end $$`,
  ...delivered.map(
    ([table, columns]) => sql`create trigger ${sql.ref(`${table}_delivery`)}
      after insert or delete or update ${sql.raw(columns && `of ${columns}`)} on ${sql.table(table)}
      for each statement execute function notify_delivery()`,
  ),
  sql`create function notify_session() returns trigger language plpgsql as $$ begin
    perform pg_notify('sessions', old.user_id::text);
    return null;
  end $$`,
  sql`create trigger session_ended after delete on session for each row execute function notify_session()`,
  // Not the times of use, which are written every few seconds.
  sql`create trigger session_changed after update on session for each row
    when (old.second_step is distinct from new.second_step or old.expires_at is distinct from new.expires_at
      or old.user_id is distinct from new.user_id or new.last_seen_at < old.last_seen_at)
    execute function notify_session()`,
  sql`create function notify_person() returns trigger language plpgsql as $$ begin
    perform pg_notify('sessions', old.id::text);
    return null;
  end $$`,
  sql`create trigger user_account_changed after update on user_account for each row
    when (old.role is distinct from new.role or old.status is distinct from new.status or old.name is distinct from new.name
      or old.second_step_since is distinct from new.second_step_since)
    execute function notify_person()`,
  sql`create trigger user_account_removed after delete on user_account for each row execute function notify_person()`,
  sql`create function notify_sessions() returns trigger language plpgsql as $$ begin
    perform pg_notify('sessions', '');
    return null;
  end $$`,
  // Which roles need a second step.
  sql`create trigger setting_sessions after insert or update or delete on setting
    for each statement execute function notify_sessions()`,
]

/** Tells every process when a session ends or a role changes, and when something changes that readers see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
