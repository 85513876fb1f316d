import { sql, type Kysely, type RawBuilder } from 'kysely'

// A category and all it stands below, unless something on the way is deleted: as categoryWithChildren looks from above.
const upwards = (name: string, first: RawBuilder<unknown>) => sql`${sql.ref(name)}(id) as (
    ${first} union select category.parent from ${sql.ref(name)} as below join category on category.id = below.id
      where category.parent is not null and category.deleted_at is null
  )`
const above = upwards(
  'above',
  sql`select article.primary_category where article.primary_category is not null
    union select category_id from article_category where article_category.article_id = article.id`,
)
const liveAbove = upwards('live_above', sql`select unnest(category_ids) from live`)

// The month in which it was changed, so that a time is found together with the rest.
const month = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM')`

// What lists look for in an article outside the trash, in one index: several of these at once cost no more than the rarest.
const cards = [
  sql`create table article_card (
    article_id uuid primary key,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    published_at timestamptz(3),
    publish_at timestamptz(3),
    title text not null,
    terms uuid[] not null
  ) with (fillfactor = 90)`,
  // What is to be looked at again: many articles at once, or all that stand below a category.
  sql`create table article_card_change (article_id uuid, category_id uuid)`,

  // What is no id of a row: a state, standing at or below a category, and, as 'live', what readers see of an article
  // whose working copy differs.
  sql`create function card_term(kind text, value text) returns uuid language sql immutable parallel safe
    return md5(kind || ':' || value)::uuid`,
  sql`create function card_terms(article article) returns uuid[] language sql stable as $$
    with recursive ${above}, live as (
      select * from article_live where article_live.article_id = article.id and article.has_changes
    ), ${liveAbove}
    select array(
      select article.primary_category where article.primary_category is not null
      union select category_id from article_category where article_category.article_id = article.id
      union select card_term('branch', id::text) from above
      union select author_id from article_author where article_author.article_id = article.id
      union select tag_id from article_tag where article_tag.article_id = article.id
      union select unnest(array_remove(array[article.created_by, article.updated_by], null))
      union select card_term('status', article.status)
      union select card_term('is', 'featured') where article.featured
      union select card_term('is', 'changed') where article.has_changes
      union select card_term('is', 'seen') where article.status = 'published' and not article.has_changes
      union select card_term('month', ${month(sql`article.updated_at`)})
      union select card_term('creator', article.created_by::text) where article.created_by is not null
      union select card_term('live', unnest(author_ids || tag_ids)::text) from live
      union select card_term('live branch', id::text) from live_above
      union select card_term('live', 'featured') from live where live.featured
      order by 1
    )
  $$`,
  sql`create function card_articles(ids uuid[]) returns void language plpgsql as $$ begin
    -- First and by itself: the tree must be read after everybody who held these cards.
    perform from article_card where article_id = any(ids) order by article_id for no key update;
    delete from article_card where article_id = any(ids) and not exists (
      select from article where article.id = article_id and deleted_at is null);
    insert into article_card as card (article_id, created_at, updated_at, published_at, publish_at, title, terms)
      select id, created_at, updated_at, published_at, publish_at, lower(title), card_terms(article) from article
      where id = any(ids) and deleted_at is null order by id
      on conflict (article_id) do update set created_at = excluded.created_at, updated_at = excluded.updated_at,
        published_at = excluded.published_at, publish_at = excluded.publish_at, title = excluded.title, terms = excluded.terms;
  end $$`,
  // So many at once would keep a merge waiting: they are left for the job.
  sql`create function card_or_note(ids uuid[]) returns void language plpgsql as $$ begin
    if cardinality(ids) <= 200 then perform card_articles(ids);
    else insert into article_card_change (article_id) select unnest(ids);
    end if;
  end $$`,
]

const triggers = [
  sql`create function card_changed_articles() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then delete from article_card where article_id in (select id from gone);
    else perform card_or_note(array(select id from added));
    end if;
    return null;
  end $$`,
  sql`create trigger article_card_added after insert on article
    referencing new table as added for each statement execute function card_changed_articles()`,
  sql`create trigger article_card_changed after update on article
    referencing new table as added for each statement execute function card_changed_articles()`,
  sql`create trigger article_card_gone after delete on article
    referencing old table as gone for each statement execute function card_changed_articles()`,
  sql`create function card_changed_links() returns trigger language plpgsql as $$
    declare
      ids uuid[] := '{}';
    begin
      if tg_op <> 'DELETE' then ids := array(select distinct article_id from added); end if;
      if tg_op <> 'INSERT' then ids := ids || array(select distinct article_id from gone); end if;
      perform card_or_note(ids);
      return null;
    end $$`,
  ...['article_author', 'article_category', 'article_tag', 'article_live'].flatMap((name) => {
    const table = sql.table(name)
    const trigger = (what: string) => sql.ref(`${name}_card_${what}`)
    return [
      sql`create trigger ${trigger('added')} after insert on ${table}
        referencing new table as added for each statement execute function card_changed_links()`,
      sql`create trigger ${trigger('gone')} after delete on ${table}
        referencing old table as gone for each statement execute function card_changed_links()`,
      sql`create trigger ${trigger('changed')} after update on ${table}
        referencing old table as gone new table as added for each statement execute function card_changed_links()`,
    ]
  }),
  sql`create function note_card_branch() returns trigger language plpgsql as $$ begin
    insert into article_card_change (category_id) values (new.id);
    return null;
  end $$`,
  sql`create trigger category_card_moved after update of parent, deleted_at on category for each row
    when (old.parent is distinct from new.parent or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_card_branch()`,
]

// From nothing: for this migration, for content that was loaded without triggers, and for tests to compare with.
const content = [
  sql`create function refill_article_cards() returns void language sql as $$
    delete from article_card_change; delete from article_card;
    with recursive line(id, above) as (
      select id, id from category
      union select line.id, parent from line join category on category.id = line.above
        where parent is not null and deleted_at is null
    ), standing as (
      select id as article_id, primary_category as category_id from article where primary_category is not null
      union all select article_id, category_id from article_category
    ), live as materialized (
      select article_live.* from article_live join article on id = article_id where has_changes
    ), term as (
      select article_id, category_id as term from standing
      union all select article_id, card_term('branch', above::text) from standing join line on line.id = category_id
      union all select article_id, author_id from article_author
      union all select article_id, tag_id from article_tag
      union all select id, unnest(array[created_by, updated_by, card_term('status', status),
        card_term('creator', created_by::text), card_term('month', ${month(sql`updated_at`)}), case when featured then card_term('is', 'featured') end,
        card_term('is', case when has_changes then 'changed' when status = 'published' then 'seen' end)
      ]) from article
      union all select article_id, card_term('live', unnest(author_ids || tag_ids)::text) from live
      union all select article_id, card_term('live branch', above::text) from live join line on line.id = any(category_ids)
      union all select article_id, card_term('live', 'featured') from live where featured
    ), listed as (
      select article_id, array_agg(distinct term) as terms from term where term is not null group by 1
    )
    insert into article_card (article_id, created_at, updated_at, published_at, publish_at, title, terms)
      select id, created_at, updated_at, published_at, publish_at, lower(title), terms
      from article join listed on article_id = id where deleted_at is null order by id
  $$`,
  sql`select refill_article_cards()`,
  // Without fastupdate: whoever reads would have to look through what waits to be put in.
  sql`create index article_card_terms on article_card using gin (terms) with (fastupdate = off)`,
]

// One or two Chinese, Japanese or Korean characters are too few for trigrams. Each of them, and each two that stand together.
const DENSE = '[ぁ-ヿ㐀-鿿가-힣]'
const pairs = [
  sql`create function dense_pairs(given text) returns text[] language sql immutable parallel safe as $$
    select case when given ~ ${sql.lit(DENSE)} then array(
      select distinct substr(given, place, length) from generate_series(1, length(given)) as place,
        generate_series(1, 2) as length where substr(given, place, 1) ~ ${sql.lit(DENSE)}
    ) else '{}' end
  $$`,
  sql`create index media_pairs on media using gin (dense_pairs(lower(name || ' ' || alt || ' ' || caption)))`,
  sql`create index album_pairs on album using gin (dense_pairs(search_text))`,
]

// The trash in each of its orders, and what is sought in it, without reading the rows.
const trash = [
  sql`drop index media_trashed`,
  sql`create index media_trashed on media (deleted_at, id) where deleted_at is not null`,
  sql`create index media_trashed_name on media (lower(name), id) include (name) where deleted_at is not null`,
  sql`create index media_trashed_created on media (created_at, id) where deleted_at is not null`,
  sql`create index article_trashed_title on article (lower(title), id) include (title) where deleted_at is not null`,
  sql`drop index album_trashed`,
  sql`create index album_trashed on album (deleted_at, id) where deleted_at is not null`,
  sql`create index album_trashed_title on album (lower(title), id) include (title) where deleted_at is not null`,
  sql`create index album_trashed_updated on album (updated_at, id) where deleted_at is not null`,
]

const states = [
  sql`create index media_uploader_missing_alt on media (created_by, created_at, id) where alt = '' and deleted_at is null`,
  sql`create index album_status_updated on album (status, updated_at, id) where deleted_at is null`,
  sql`create index album_status_title on album (status, lower(title), id) include (title) where deleted_at is null`,
]

/** Lists with several filters, of a million pictures, and of a full trash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...cards, ...triggers, ...content, ...pairs, ...trash, ...states])
    await statement.execute(db)
}
