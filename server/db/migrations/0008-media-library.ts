import { sql, type Kysely } from 'kysely'

const live = sql`article_media(content->>'body', (content->'cover'->>'media')::uuid, (content->>'socialImage')::uuid)`

// An article that shows a picture twice, or to its editors and to readers, is one use. So whatever changes in one of the two
// rows is counted only as far as the other row does not show the same picture. Nothing is locked: see use_change.
const uses = [
  sql`alter table media add column uses int not null default 0`,
  sql`update media set uses = counted.uses from (
    select shown.media, count(*) as uses from (
      select id, unnest(article_media(body, cover_media, social_image)) as media from article
      where cover_media is not null or social_image is not null or body ilike '%/media/%'
      union select article_id, unnest(${live}) from article_live
      union select id, avatar from author where avatar is not null
    ) as shown group by 1
  ) as counted where counted.media = media.id`,
  sql`create function note_media_uses(before uuid[], after uuid[], elsewhere uuid[]) returns void language sql as $$
    insert into use_change
      select distinct 'media', id, 1 from unnest(after) as id
      where id <> all(before) and id <> all(coalesce(elsewhere, '{}'))
      union all select distinct 'media', id, -1 from unnest(before) as id
      where id <> all(after) and id <> all(coalesce(elsewhere, '{}'))
  $$`,
  sql`create function count_article_media() returns trigger language plpgsql as $$
    declare
      before uuid[] := '{}';
      after uuid[] := '{}';
    begin
      if tg_op <> 'INSERT' then before := article_media(old.body, old.cover_media, old.social_image); end if;
      if tg_op <> 'DELETE' then after := article_media(new.body, new.cover_media, new.social_image); end if;
      if not (before @> after and after @> before) then
        perform note_media_uses(before, after,
          (select ${live} from article_live where article_id = coalesce(new.id, old.id)));
      end if;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`,
  sql`create trigger article_media_added after insert on article for each row
    when (new.cover_media is not null or new.social_image is not null or new.body ilike '%/media/%')
    execute function count_article_media()`,
  sql`create trigger article_media_changed after update of body, cover_media, social_image on article for each row
    when (old.cover_media is distinct from new.cover_media or old.social_image is distinct from new.social_image
      or (old.body <> new.body and (old.body ilike '%/media/%' or new.body ilike '%/media/%')))
    execute function count_article_media()`,
  // Before, because afterwards what readers saw is gone as well.
  sql`create trigger article_media_gone before delete on article for each row
    when (old.cover_media is not null or old.social_image is not null or old.body ilike '%/media/%')
    execute function count_article_media()`,
  sql`create function count_live_media() returns trigger language plpgsql as $$
    declare
      before uuid[] := '{}';
      after uuid[] := '{}';
      content jsonb;
    begin
      if tg_op <> 'INSERT' then content := old.content; before := ${live}; end if;
      if tg_op <> 'DELETE' then content := new.content; after := ${live}; end if;
      if not (before @> after and after @> before) then
        perform note_media_uses(before, after, (select article_media(body, cover_media, social_image) from article
          where id = coalesce(new.article_id, old.article_id)));
      end if;
      return null;
    end $$`,
  sql`create trigger article_live_media_added after insert or delete on article_live for each row
    execute function count_live_media()`,
  sql`create trigger article_live_media_changed after update of content on article_live for each row
    when (old.content is distinct from new.content) execute function count_live_media()`,
  sql`create function count_avatars() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.avatar is not null then insert into use_change values ('media', old.avatar, -1); end if;
    if tg_op <> 'DELETE' and new.avatar is not null then insert into use_change values ('media', new.avatar, 1); end if;
    return null;
  end $$`,
  sql`create trigger author_avatar_set after insert or delete on author for each row execute function count_avatars()`,
  sql`create trigger author_avatar_changed after update of avatar on author for each row
    when (old.avatar is distinct from new.avatar) execute function count_avatars()`,
  sql`create index media_uses on media (uses, id) where deleted_at is null`,
]

// Pictures that look the same share one look, which counts those outside the trash. `bands` are the four quarters of the hash,
// told apart by their place: two hashes that differ in three bits have one in common.
const looks = [
  sql`create table media_look (
    id uuid primary key,
    hash bit(64) not null,
    bands int[] not null,
    ratio real not null,
    red int not null,
    green int not null,
    blue int not null,
    pictures int not null default 0
  )`,
  sql`create index media_look_bands on media_look using gin (bands)`,
  sql`create index media_look_shared on media_look (id) where pictures > 1`,
  sql`alter table media add column look uuid references media_look,
    add column complete boolean not null default false`,
  sql`create index media_by_look on media (look, id)`,
  sql`create index media_incomplete on media (id) where not complete`,
  sql`create function count_look(gone uuid[], added uuid[]) returns void language plpgsql as $$ begin
    if gone is null and added is null then return; end if;
    -- In one order for everybody, so that two who do it at once wait instead of locking each other out.
    perform from media_look where id = any(gone || added) order by id for no key update;
    update media_look set pictures = pictures + step
    from (
      select look, sum(step) as step from (
        select unnest(added) as look, 1 as step union all select unnest(gone), -1
      ) as steps group by 1 having sum(step) <> 0
    ) as changed where media_look.id = changed.look;
  end $$`,
  sql`create function count_looks() returns trigger language plpgsql as $$
    declare
      lost uuid[];
      won uuid[];
    begin
      if tg_op <> 'INSERT' then
        lost := (select array_agg(look) from gone where look is not null and deleted_at is null);
      end if;
      if tg_op <> 'DELETE' then
        won := (select array_agg(look) from added where look is not null and deleted_at is null);
      end if;
      if lost is distinct from won then perform count_look(lost, won); end if;
      return null;
    end $$`,
  sql`create trigger media_look_added after insert on media
    referencing new table as added for each statement execute function count_looks()`,
  sql`create trigger media_look_gone after delete on media
    referencing old table as gone for each statement execute function count_looks()`,
  sql`create trigger media_look_changed after update on media
    referencing old table as gone new table as added for each statement execute function count_looks()`,
]

const files = [
  sql`alter table media add column file_version int not null default 1, add column captured_at timestamp(0)`,
  // Files of pictures that were replaced or deleted for good, and until when they are kept.
  sql`create table media_old_file (
    storage_key text primary key,
    files text[] not null,
    until timestamptz(3) not null
  )`,
  sql`create index media_old_file_until on media_old_file (until)`,
  sql`create index media_uploader on media (created_by, created_at, id) where deleted_at is null`,
  sql`create index media_type on media (type, created_at, id) where deleted_at is null`,
  sql`create index media_missing_alt on media (created_at, id) where alt = '' and deleted_at is null`,
  sql`create index media_trashed on media (deleted_at) where deleted_at is not null`,
]

const uploads = [
  sql`create table media_upload (
    id uuid primary key,
    created_by uuid not null references user_account on delete cascade,
    expires_at timestamptz(3) not null,
    name text not null,
    bytes int not null,
    received int not null default 0,
    alt text not null,
    caption text not null,
    credit text not null,
    media uuid references media on delete cascade
  )`,
  sql`create index media_upload_of on media_upload (created_by)`,
  sql`create index media_upload_media on media_upload (media)`,
  sql`create index media_upload_expires on media_upload (expires_at)`,
  sql`create table media_upload_piece (
    upload_id uuid not null references media_upload on delete cascade,
    start int not null,
    bytes bytea not null,
    primary key (upload_id, start)
  )`,
  // Pictures do not become smaller; trying would cost time with every piece.
  sql`alter table media_upload_piece alter column bytes set storage external`,
]

/** Counted uses, looks, replaced files, uploads in pieces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...uses, ...looks, ...files, ...uploads]) await statement.execute(db)
}
