import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table album (
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3),
    title text not null,
    slug text not null,
    description text not null default '',
    event_date date,
    place text not null default '',
    photographer uuid references author on delete set null,
    cover uuid references media,
    status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
    published_at timestamptz(3),
    photos int not null default 0,
    search_text text generated always as (lower(title || E'\n' || place || E'\n' || description)) stored
  )`,
  sql`create unique index album_slug on album (slug) where deleted_at is null`,
  sql`create index album_updated on album (updated_at, id) where deleted_at is null`,
  sql`create index album_title on album (lower(title), id) where deleted_at is null`,
  sql`create index album_event on album (event_date, id) where deleted_at is null`,
  sql`create index album_size on album (photos, id) where deleted_at is null`,
  sql`create index album_published on album (published_at, id) where status = 'published' and deleted_at is null`,
  sql`create index album_trashed on album (deleted_at) where deleted_at is not null`,
  sql`create index album_creator on album (created_by)`,
  sql`create index album_photographer on album (photographer) where photographer is not null`,
  sql`create index album_search_trgm on album using gin (search_text gin_trgm_ops)`,

  // placed, worded: the album's version when somebody last gave the photo its place, or its texts. An undo goes by them.
  sql`create table album_photo (
    id uuid primary key,
    album_id uuid not null references album on delete cascade,
    media_id uuid not null references media,
    alt text not null default '',
    caption text not null default '',
    position bigint not null,
    placed int not null,
    worded int not null,
    constraint album_photo_media unique (album_id, media_id),
    constraint album_photo_position unique (album_id, position) deferrable initially immediate
  )`,
  sql`create index album_photo_use on album_photo (media_id)`,
  // Albums with photos that have no text of their own: the rest need no look at their media files.
  sql`create index album_photo_no_alt on album_photo (album_id, media_id) where alt = ''`,

  // Uses of media files, as migration 0008 counts them. A photo never becomes that of another file.
  sql`create function count_album_media() returns trigger language plpgsql as $$ begin
    insert into use_change select 'media', media_id, case tg_op when 'INSERT' then 1 else -1 end from changed;
    return null;
  end $$`,
  sql`create trigger album_media_added after insert on album_photo
    referencing new table as changed for each statement execute function count_album_media()`,
  sql`create trigger album_media_gone after delete on album_photo
    referencing old table as changed for each statement execute function count_album_media()`,

  // A photographer who was merged into another author is that author, and the old one again when the merge is taken back.
  sql`create function author_now(author_id uuid) returns uuid language sql stable as $$
    with recursive line (id, merged_into, step) as (
      select id, merged_into, 1 from author where id = author_id
      union all
      select author.id, author.merged_into, step + 1 from line join author on author.id = line.merged_into where step < 20
    )
    select id from line order by step desc limit 1
  $$`,

  sql`create function hand_on_photographer() returns trigger language plpgsql as $$ begin
    update album set photographer = old.merged_into where photographer = old.id;
    return old;
  end $$`,
  sql`create trigger author_photographer_gone before delete on author for each row
    when (old.merged_into is not null) execute function hand_on_photographer()`,

  // Which articles show an album must be known at a million articles, bodies included.
  sql`create function article_albums(body text) returns uuid[]
    language sql immutable parallel safe as $$
      select array(
        select distinct (found[1])::uuid
        from regexp_matches(body, '<div data-album="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'gi') as found
      )
    $$`,
  sql`create index article_album_use on article using gin (article_albums(body))`,
  sql`create index article_live_album_use on article_live using gin (article_albums(content->>'body'))`,
]

/** Albums, their photos, and which articles show them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
