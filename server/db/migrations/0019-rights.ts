import { sql, type Kysely } from 'kysely'

const statements = [
  // An invitation ends with its inviter's right to invite, and can bring an author profile with it.
  sql`alter table invitation add column ended_at timestamptz, add column gives_byline boolean not null default false,
    add column byline uuid references author (id) on delete set null`,
  sql`update invitation set ended_at = now() where used_at is null and not exists (
    select from user_account where user_account.id = invitation.created_by
      and role = 'administrator' and status = 'active')`,
  sql`create index author_email on author (lower(email)) where email <> '' and user_id is null and deleted_at is null`,

  // People who may not see a working copy get lists in the order of the titles that readers see.
  sql`alter table article add column published_title text`,
  sql`update article set published_title = article_live.title from article_live
    where article_live.article_id = article.id and has_changes`,
  sql`create index article_readers_title on article (lower(coalesce(published_title, title)), id)
    where deleted_at is null`,
  sql`create function note_published_title() returns trigger language plpgsql as $$
    begin
      new.published_title := case when new.has_changes
        then (select title from article_live where article_id = new.id) end;
      return new;
    end $$`,
  sql`create trigger article_published_title before insert or update on article for each row
    when (new.has_changes or new.published_title is not null) execute function note_published_title()`,
  sql`create function follow_published_title() returns trigger language plpgsql as $$
    begin
      update article set published_title = new.title where id = new.article_id and has_changes
        and published_title is distinct from new.title;
      return null;
    end $$`,
  sql`create trigger article_live_title after insert or update of title on article_live for each row
    execute function follow_published_title()`,
]

/** Invitations end with the right to invite, and unpublished titles do not show by their place in a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
