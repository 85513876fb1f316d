import { sql, type Kysely } from 'kysely'

const nouns = ['tag', 'author'] as const

// Counting uses locks no tag: every change of an article's links leaves a line, and who reads the counts adds the lines up.
// Otherwise two people who save articles with the same tags would wait for each other, or lock each other out.
const counted = (noun: (typeof nouns)[number]) => {
  const [id, links, name] = [sql.raw(`${noun}_id`), sql.raw(`article_${noun}`), sql.raw(`count_${noun}_uses`)]
  const kind = sql.lit(noun)
  return [
    sql`alter table ${sql.raw(noun)} add column uses int not null default 0,
      add column merged_into uuid references ${sql.raw(noun)} on delete set null`,
    sql`update ${sql.raw(noun)} as name set uses = counted.uses from (
      select ${id} as id, count(*) as uses from ${links} join article on article.id = article_id
      where deleted_at is null group by 1
    ) as counted where counted.id = name.id`,
    sql`create index ${sql.raw(`${noun}_uses`)} on ${sql.raw(noun)} (uses, id) where deleted_at is null`,
    sql`create index ${sql.raw(`${noun}_updated`)} on ${sql.raw(noun)} (updated_at, id) where deleted_at is null`,
    sql`create index ${sql.raw(`${noun}_trashed`)} on ${sql.raw(noun)} (deleted_at) where deleted_at is not null`,
    sql`create index ${sql.raw(`${noun}_merged_into`)} on ${sql.raw(noun)} (merged_into) where merged_into is not null`,
    // A plan made for one link would be kept, and be a hundred times too slow for thirty thousand.
    sql`create function ${name}() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$ begin
      if tg_op <> 'DELETE' then
        insert into use_change select ${kind}, ${id}, count(*) from added join article on article.id = article_id
        where deleted_at is null group by 2;
      end if;
      if tg_op <> 'INSERT' then
        insert into use_change select ${kind}, ${id}, -count(*) from gone join article on article.id = article_id
        where deleted_at is null group by 2;
      end if;
      return null;
    end $$`,
    sql`create trigger ${sql.raw(`${noun}_use_added`)} after insert on ${links}
      referencing new table as added for each statement execute function ${name}()`,
    sql`create trigger ${sql.raw(`${noun}_use_gone`)} after delete on ${links}
      referencing old table as gone for each statement execute function ${name}()`,
    sql`create trigger ${sql.raw(`${noun}_use_moved`)} after update on ${links}
      referencing old table as gone new table as added for each statement execute function ${name}()`,
  ]
}

const statements = [
  sql`create table use_change (entity_type text not null, entity_id uuid not null, delta int not null)`,
  sql`create index use_change_entity on use_change (entity_type, entity_id)`,
  ...nouns.flatMap(counted),
  // What is in the trash is not in use.
  sql`create function count_trashed_uses() returns trigger language plpgsql as $$
    declare step int := case when new.deleted_at is null then 1 else -1 end;
    begin
      insert into use_change
        select 'tag', tag_id, step from article_tag where article_id = new.id
        union all select 'author', author_id, step from article_author where article_id = new.id;
      return null;
    end $$`,
  sql`create trigger article_uses_trashed after update of deleted_at on article for each row
    when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_trashed_uses()`,

  sql`alter table author drop constraint author_user`,
  sql`create unique index author_user on author (user_id) where deleted_at is null`,

  sql`create index author_sort_name on author (lower(coalesce(nullif(sort_name, ''), display_name)), id)
    where deleted_at is null`,

  // An ordered list of ids after a merge: the target stands where the first of the merged stood; no target, no entry.
  sql`create function merged_ids(ids uuid[], gone uuid[], target uuid) returns uuid[]
    language sql immutable parallel safe as $$
      select coalesce(array_agg(id order by place), '{}') from (
        select case when id = any(gone) then target else id end as id, min(place) as place
        from unnest(ids) with ordinality as given(id, place) group by 1
      ) as mapped where id is not null
    $$`,
  sql`create table catalogue_undo (
    id uuid primary key,
    created_at timestamptz(3) not null default now(),
    created_by uuid not null references user_account on delete cascade,
    entity_type text not null,
    target uuid,
    gone uuid[] not null,
    target_version int,
    entities jsonb not null,
    redirects jsonb not null
  )`,
  sql`create table catalogue_undo_item (
    undo_id uuid not null references catalogue_undo on delete cascade,
    article_id uuid not null references article on delete cascade,
    live boolean not null,
    ids uuid[] not null,
    positions int[],
    primary key (undo_id, article_id, live)
  )`,
  sql`create index catalogue_undo_item_article on catalogue_undo_item (article_id)`,

  // Pairs of tags that look alike; a tag whose name is new is looked at when somebody asks next.
  sql`alter table tag add column alike_known boolean not null default false`,
  sql`create index tag_alike_unknown on tag (id) where not alike_known and deleted_at is null`,
  sql`create table tag_variant (
    tag_id uuid not null references tag on delete cascade,
    variant text not null,
    primary key (tag_id, variant)
  )`,
  sql`create index tag_variant_variant on tag_variant (variant)`,
  sql`create table tag_alike (
    tag_id uuid not null references tag on delete cascade,
    other_id uuid not null references tag on delete cascade,
    primary key (tag_id, other_id)
  )`,
  sql`create index tag_alike_other on tag_alike (other_id)`,
]

/** Counts of uses, merges that can be taken back, and tags that look alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
