import { sql, type Kysely } from 'kysely'

const renamed = [
  sql`alter table media_look rename to perceptual_hash`,
  sql`alter table media rename column look to perceptual_hash_id`,
  sql`alter table tag_alike rename to similar_tag`,
  sql`alter table tag rename column alike_known to similar_known`,
  sql`alter table album_photo rename column placed to position_version`,
  sql`alter table album_photo rename column worded to text_version`,
  sql`alter table article_standing rename to article_category_assignment`,
  sql`alter index media_by_look rename to media_perceptual_hash`,
  sql`alter index tag_alike_unknown rename to tag_similar_unknown`,
  sql`alter function hand_on_photographer() rename to replace_merged_photographer`,
]

/** What is left of old names: indexes, and constraints, which in PostgreSQL 18 include those of columns that are not null. */
const derived = Object.entries({
  media_look: 'perceptual_hash',
  tag_alike: 'similar_tag',
  article_standing: 'article_category_assignment',
  article_card: 'article_facets',
  album_photo_placed: 'album_photo_position_version',
  album_photo_worded: 'album_photo_text_version',
}).map(
  ([from, to]) =>
    sql`do ${sql.raw(`$$ declare
    one record;
  begin
    for one in select conname, conrelid::regclass as owner from pg_constraint
      where connamespace = current_schema()::regnamespace and starts_with(conname, '${from}')
    loop
      execute format('alter table %s rename constraint %I to %I', one.owner, one.conname, replace(one.conname, '${from}', '${to}'));
    end loop;
    for one in select relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'i' and starts_with(relname, '${from}')
    loop
      execute format('alter index %I rename to %I', one.relname, replace(one.relname, '${from}', '${to}'));
    end loop;
  end $$`)}`,
)

const hashes = [
  ...['added', 'gone', 'changed'].map((event) => sql`drop trigger ${sql.ref(`media_look_${event}`)} on media`),
  sql`drop function count_looks()`,
  sql`drop function count_look(uuid[], uuid[])`,
  sql`create function add_hash_pictures(removed uuid[], added uuid[]) returns void language plpgsql as $$ begin
    if removed is null and added is null then return; end if;
    -- Always locked in the order of their ids, so that two transactions never wait for each other.
    perform from perceptual_hash where id = any(removed || added) order by id for no key update;
    update perceptual_hash set pictures = pictures + step
    from (
      select id, sum(step) as step from (
        select unnest(added) as id, 1 as step union all select unnest(removed), -1
      ) as steps group by 1 having sum(step) <> 0
    ) as changed where perceptual_hash.id = changed.id;
  end $$`,
  sql`create function count_hash_pictures() returns trigger language plpgsql as $$
    declare
      before uuid[];
      after uuid[];
    begin
      if tg_op <> 'INSERT' then
        before := (select array_agg(perceptual_hash_id) from removed
          where perceptual_hash_id is not null and deleted_at is null);
      end if;
      if tg_op <> 'DELETE' then
        after := (select array_agg(perceptual_hash_id) from added
          where perceptual_hash_id is not null and deleted_at is null);
      end if;
      if before is distinct from after then perform add_hash_pictures(before, after); end if;
      return null;
    end $$`,
  sql`create trigger perceptual_hash_added after insert on media
    referencing new table as added for each statement execute function count_hash_pictures()`,
  sql`create trigger perceptual_hash_removed after delete on media
    referencing old table as removed for each statement execute function count_hash_pictures()`,
  sql`create trigger perceptual_hash_changed after update on media
    referencing old table as removed new table as added for each statement execute function count_hash_pictures()`,
]

/** Functions that differ in names only. */
const functions = [
  sql`drop function note_media_uses(uuid[], uuid[], uuid[])`,
  sql`create function note_media_uses(before uuid[], after uuid[], other_row uuid[]) returns void language sql as $$
    insert into use_change
      select distinct 'media', id, 1 from unnest(after) as id
      where id <> all(before) and id <> all(coalesce(other_row, '{}'))
      union all select distinct 'media', id, -1 from unnest(before) as id
      where id <> all(after) and id <> all(coalesce(other_row, '{}'))
  $$`,
  ...Object.entries({
    recount_categories: [
      ['article_standing', 'article_category_assignment'],
      ['standing', 'assignment'],
    ],
    refill_article_facets: [['standing', 'assignment']],
  }).map(
    ([name, words]) =>
      sql`do ${sql.raw(`$do$ declare
      body text := pg_get_functiondef('${name}()'::regprocedure);
    begin
      ${words.map(([from, to]) => `body := regexp_replace(body, '\\m${from}\\M', '${to}', 'g');`).join('\n')}
      execute body;
    end $do$`)}`,
  ),
]

/** `from` as a key of an object becomes `to`, wherever the object has it. */
const withKey = (object: string, from: string, to: string) =>
  sql.raw(`case when ${object} ? '${from}' then ${object} - '${from}' || jsonb_build_object('${to}', ${object}->'${from}')
    else ${object} end`)

/** Parts of albums, replaced pictures and merged tags, as stored undo steps know them. */
const undo = [
  sql`update undo_step_item set part = 'moved', "before" = ${withKey('"before"', 'placed', 'positionVersions')}
    from undo_step where step_id = undo_step.id and noun = 'album' and part = 'placed'`,
  sql`update undo_step_item set part = 'texts', "before" = jsonb_set("before", '{texts}', (
      select coalesce(jsonb_agg(${withKey('photo', 'worded', 'textVersion')} order by place), '[]')
      from jsonb_array_elements("before"->'texts') with ordinality as given(photo, place)))
    from undo_step where step_id = undo_step.id and noun = 'album' and part = 'worded'`,
  sql`update undo_step_item set "before" = jsonb_set("before", '{rows}', (
      select coalesce(jsonb_agg(photo - 'placed' - 'worded' || jsonb_build_object(
        'positionVersion', photo->'placed', 'textVersion', photo->'worded') order by place), '[]')
      from jsonb_array_elements("before"->'rows') with ordinality as given(photo, place)))
    from undo_step where step_id = undo_step.id and noun = 'album' and part = 'removed'`,
  sql`update undo_step_item set "before" = ${withKey('"before"', 'look', 'perceptualHashId')}
    from undo_step where step_id = undo_step.id and noun = 'media' and part = 'replace'`,
  sql`update undo_step_item set "before" = jsonb_set("before", '{row}', ${withKey(`("before"->'row')`, 'alike_known', 'similar_known')})
    from undo_step where step_id = undo_step.id and noun = 'tag' and "before" ? 'row'`,
]

/** Filters, columns and orders of the lists of tags and media files in saved views. */
const views = [
  sql`update saved_view set query = regexp_replace(regexp_replace(query, '(^|&)alike=', '\\1similar='),
    '((?:^|&)columns=(?:[^&]*\\.)?)alike(?=[.&]|$)', '\\1similar') where screen = 'tags'`,
  sql`update saved_view set query = regexp_replace(query, '(^|&)sort=(-?)alike(?=&|$)', '\\1sort=\\2similar')
    where screen = 'media'`,
]

/** Tables, columns, functions, undo steps and saved views get the names of the glossary. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...renamed, ...derived, ...hashes, ...functions, ...undo, ...views])
    await statement.execute(db)
}
