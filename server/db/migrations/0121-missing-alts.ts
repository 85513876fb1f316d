import { sql, type Kysely } from 'kysely'

/** How many photos of an album have no alternative text is stored with it: a filter need not read all photos. */
const statements = [
  sql`alter table album add column missing_alt integer not null default 0`,
  // Albums whose number may be another one. Without a reference to album: a change in the library would wait for whoever edits an album.
  sql`create table album_alt_change (album_id uuid not null)`,
  sql`create index album_alt_change_album on album_alt_change (album_id)`,
  sql`create function note_photos_of_album() returns trigger language plpgsql as $$ begin
    insert into album_alt_change select distinct album_id from changed;
    return null;
  end $$`,
  sql`create trigger album_alts_added after insert on album_photo referencing new table as changed
    for each statement execute function note_photos_of_album()`,
  sql`create trigger album_alts_gone after delete on album_photo referencing old table as changed
    for each statement execute function note_photos_of_album()`,
  sql`create function note_alt_of_photo() returns trigger language plpgsql as $$ begin
    insert into album_alt_change values (old.album_id), (new.album_id);
    return null;
  end $$`,
  sql`create trigger album_alts_changed after update of alt, album_id on album_photo for each row
    when ((old.alt = '') <> (new.alt = '') or old.album_id <> new.album_id) execute function note_alt_of_photo()`,
  sql`create function note_alt_of_media() returns trigger language plpgsql as $$ begin
    insert into album_alt_change select album_id from album_photo where media_id = new.id and alt = '';
    return null;
  end $$`,
  sql`create trigger album_alts_of_media after update of alt on media for each row
    when ((old.alt = '') <> (new.alt = '')) execute function note_alt_of_media()`,
  sql`create function recount_album_alts() returns void language sql as $$
    update album set missing_alt = counted.photos from (
      select album_id, count(*) as photos from album_photo join media on media.id = media_id
      where album_photo.alt = '' and media.alt = '' group by album_id
    ) as counted where id = album_id and missing_alt <> counted.photos
  $$`,
  sql`select recount_album_alts()`,
  sql`create index album_missing_alt on album (missing_alt) where deleted_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
