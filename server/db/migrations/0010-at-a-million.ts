import { sql, type Kysely } from 'kysely'

// Articles outside the trash as their editors see them (`live` false), and what readers see of them, with the
// categories they stand in; each category once, in the order of the ids.
const standings = sql`
  select article.id as article_id, false as live, listed.categories
  from article, lateral (
    select array_agg(distinct category_id order by category_id) as categories from (
      select primary_category as category_id where primary_category is not null
      union all select category_id from article_category where article_category.article_id = article.id
    ) as standing
  ) as listed
  where article.deleted_at is null and listed.categories is not null
  union all
  select article_id, true, (select array_agg(distinct id order by id) from unnest(category_ids) as given(id))
  from article_live where category_ids <> '{}'`

// Counting locks neither articles nor categories: every change leaves a line, and who reads the counts settles them.
// See category-count-commands.ts. No references: what is deleted has to be counted off.
const categoryCounts = [
  sql`create table category_change (article_id uuid, category_id uuid)`,
  // What was counted for an article, so that a line says no more than "look again".
  sql`create table article_standing (
    article_id uuid not null,
    live boolean not null,
    categories uuid[] not null,
    primary key (article_id, live)
  )`,
  // How many stand in exactly these: what a category has in all can be told without reading the articles.
  sql`create table category_set (
    categories uuid[] not null,
    live boolean not null,
    count int not null,
    primary key (categories, live)
  )`,
  sql`create index category_set_members on category_set using gin (categories)`,
  sql`create index category_set_empty on category_set (live) where count = 0`,
  sql`create table category_count (
    category_id uuid primary key,
    own int not null default 0,
    total int not null default 0,
    published int not null default 0
  )`,

  sql`create function note_article_categories() returns trigger language plpgsql as $$ begin
    insert into category_change (article_id) values (coalesce(new.id, old.id));
    return null;
  end $$`,
  sql`create trigger article_categories_new after insert on article for each row
    when (new.primary_category is not null) execute function note_article_categories()`,
  sql`create trigger article_categories_changed after update of primary_category, deleted_at on article for each row
    when (old.primary_category is distinct from new.primary_category or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_article_categories()`,
  sql`create trigger article_categories_gone after delete on article for each row execute function note_article_categories()`,

  sql`create function note_category_links() returns trigger language plpgsql as $$ begin
    if tg_op <> 'DELETE' then insert into category_change (article_id) select distinct article_id from added; end if;
    if tg_op <> 'INSERT' then insert into category_change (article_id) select distinct article_id from gone; end if;
    return null;
  end $$`,
  sql`create trigger article_category_added after insert on article_category
    referencing new table as added for each statement execute function note_category_links()`,
  sql`create trigger article_category_gone after delete on article_category
    referencing old table as gone for each statement execute function note_category_links()`,
  sql`create trigger article_category_moved after update on article_category
    referencing old table as gone new table as added for each statement execute function note_category_links()`,

  sql`create function note_live_categories() returns trigger language plpgsql as $$ begin
    insert into category_change (article_id) values (coalesce(new.article_id, old.article_id));
    return null;
  end $$`,
  sql`create trigger article_live_categories_there after insert or delete on article_live for each row
    execute function note_live_categories()`,
  sql`create trigger article_live_categories_changed after update of category_ids on article_live for each row
    when (old.category_ids is distinct from new.category_ids) execute function note_live_categories()`,

  // What stood above before and what stands above now.
  sql`create function note_category_tree() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then insert into category_change (category_id) values (old.id), (old.parent); end if;
    if tg_op <> 'DELETE' then insert into category_change (category_id) values (new.id), (new.parent); end if;
    return null;
  end $$`,
  sql`create trigger category_tree_there after insert or delete on category for each row
    execute function note_category_tree()`,
  sql`create trigger category_tree_moved after update of parent, deleted_at on category for each row
    when (old.parent is distinct from new.parent or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_category_tree()`,

  // From nothing: for this migration, for content that was loaded without triggers, and for tests to compare with.
  sql`create function recount_categories() returns void language sql as $$
    delete from category_change; delete from article_standing; delete from category_set; delete from category_count;
    insert into article_standing (article_id, live, categories) ${standings};
    insert into category_set (categories, live, count) select categories, live, count(*) from article_standing group by 1, 2;
    with recursive line(id, above) as (
      select id, id from category where deleted_at is null
      union select line.id, parent from line join category on category.id = line.above where parent is not null
    ), above as (
      select distinct categories, live, count, above as id
      from category_set, unnest(categories) as standing(id) join line using (id)
    ), added as (
      select id, count as own, 0 as total, 0 as published from category_set, unnest(categories) as standing(id) where not live
      union all
      select id, 0, case when live then 0 else count end, case when live then count else 0 end from above
    )
    insert into category_count select id, sum(own), sum(total), sum(published) from added group by id;
  $$`,
  sql`select recount_categories()`,
]

// How many articles are in each state, the trash being one; lines as for the uses of tags.
const stateCounts = [
  sql`create table article_state_change (state text not null, delta int not null)`,
  sql`create table article_state_count (state text primary key, count int not null)`,
  sql`create function recount_article_states() returns void language sql as $$
    delete from article_state_change; delete from article_state_count;
    insert into article_state_count select case when deleted_at is null then status else 'trashed' end, count(*)
    from article group by 1
  $$`,
  sql`create function note_article_state() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then
      insert into article_state_change values (case when old.deleted_at is null then old.status else 'trashed' end, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into article_state_change values (case when new.deleted_at is null then new.status else 'trashed' end, 1);
    end if;
    return null;
  end $$`,
  sql`create trigger article_state_there after insert or delete on article for each row execute function note_article_state()`,
  sql`create trigger article_state_changed after update of status, deleted_at on article for each row
    when (old.status <> new.status or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_article_state()`,
  sql`select recount_article_states()`,
]

// Published articles by tag and by author, newest first, as readers ask for them.
const liveTerms = [
  sql`create table live_term (
    term uuid not null,
    published_at timestamptz(3) not null,
    article_id uuid not null,
    primary key (term, published_at, article_id)
  )`,
  sql`create function refill_live_terms() returns void language sql as $$
    delete from live_term;
    insert into live_term select term, published_at, article_id
    from article_live, lateral (select distinct unnest(author_ids || tag_ids) as term) as terms
  $$`,
  sql`create function note_live_terms() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then
      delete from live_term where article_id = old.article_id and published_at = old.published_at
        and term = any(old.author_ids || old.tag_ids) and (
          tg_op = 'DELETE' or new.published_at <> old.published_at or term <> all(new.author_ids || new.tag_ids));
    end if;
    if tg_op <> 'DELETE' then
      insert into live_term select distinct unnest(new.author_ids || new.tag_ids), new.published_at, new.article_id
      on conflict do nothing;
    end if;
    return null;
  end $$`,
  sql`create trigger article_live_terms_there after insert or delete on article_live for each row
    execute function note_live_terms()`,
  sql`create trigger article_live_terms_changed after update of published_at, author_ids, tag_ids on article_live for each row
    when (old.published_at <> new.published_at or old.author_ids <> new.author_ids or old.tag_ids <> new.tag_ids)
    execute function note_live_terms()`,
  sql`select refill_live_terms()`,
]

const indexes = [
  // Texts and words beside the row: what is looked through for a list fits into a tenth of the pages.
  sql`alter table article set (toast_tuple_target = 256)`,
  // Words hardly shrink, and unpacking them for each row that is looked at costs more than reading them.
  sql`alter table article alter column search_words set storage external`,
  sql`create index article_updater_updated on article (updated_by, updated_at desc, id desc) where deleted_at is null`,
  sql`create index article_trashed_updated on article (updated_at desc, id desc) where deleted_at is not null`,
  sql`create index author_account on author (user_id) where user_id is not null`,
  // With the id that breaks ties, and the columns that the expression is made of: without these PostgreSQL does not read
  // the way to a page far behind from the index alone.
  sql`create index tag_name_id on tag (lower(name), id) include (name) where deleted_at is null`,
  sql`drop index author_sort_name`,
  sql`create index author_sort_name on author (lower(coalesce(nullif(sort_name, ''), display_name)), id)
    include (sort_name, display_name) where deleted_at is null`,
  sql`drop index article_title`,
  sql`create index article_title on article (lower(title), id) include (title) where deleted_at is null`,
]

/** Lists, their counts and pickers that do not slow down as the tables grow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...categoryCounts, ...stateCounts, ...liveTerms, ...indexes]) await statement.execute(db)
}
