import { sql, type Kysely, type RawBuilder } from 'kysely'

// Actions on articles become undo steps like all others: kept for thirty days and found in the trash.
const undo = [
  sql`alter table bulk_undo_item rename to article_undo_item`,
  sql`alter index bulk_undo_item_article rename to article_undo_item_article`,
  sql`alter table article_undo_item drop constraint bulk_undo_item_undo_id_fkey`,
  sql`insert into undo_step (id, created_at, created_by, noun, action, title, changed)
    select bulk.id, bulk.created_at, bulk.created_by, 'article', bulk.action, first.title, '{}'
    from bulk_undo as bulk cross join lateral (
      select article.title from article_undo_item as item join article on article.id = item.article_id
      where item.undo_id = bulk.id order by item.article_id limit 1
    ) as first`,
  sql`delete from article_undo_item where undo_id not in (select id from undo_step)`,
  sql`alter table article_undo_item add foreign key (undo_id) references undo_step on delete cascade`,
  sql`drop table bulk_undo`,
  // Until now the published text was kept and brought back whatever the action was.
  sql`alter table article_undo_item add column live_changed boolean not null default true,
    add column redirects jsonb not null default '[]'`,
  sql`alter table article_undo_item alter column live_changed drop default, alter column redirects drop default`,
]

// Chinese is told from other languages by its characters; Japanese has many kana among them. A Latin word has about as many
// letters as it takes to outweigh one character. The beginning of a text says enough.
const language = [
  sql`create function text_language(title text, body text) returns text language sql immutable parallel safe as $$
    with sample as (
      select regexp_replace(left(coalesce(title, '') || ' ' || coalesce(body, ''), 20000), '<[^>]*>|&[a-zA-Z0-9#]+;', ' ', 'g') as words
    ), counted as (
      select length(regexp_replace(words, '[^㐀-鿿]', '', 'g')) as han,
        length(regexp_replace(words, '[^ぁ-ヿ]', '', 'g')) as kana,
        length(regexp_replace(words, '[[:space:]0-9!-/:-@[-\`{-~–-⁯　-〿！-／：-＠]', '', 'g')) as letters
      from sample
    )
    select case when letters = 0 then null when han > 0 and kana * 5 < han and (letters - han) <= han * 6 then 'zh'
      else 'other' end from counted
  $$`,
  sql`alter table article add column language text generated always as (text_language(title, body)) stored`,
  sql`create index article_language_updated on article (language, updated_at desc, id desc) where deleted_at is null`,
  sql`create index article_missing_cover on article (updated_at desc, id desc)
    where cover_media is null and deleted_at is null`,
]

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
const month = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM')`

// As in 0012, with language, cover and the month of publication.
const facets = [
  sql`create or replace function card_terms(article article) returns uuid[] language sql stable as $$
    with recursive ${above}, live as (
      select *, text_language(article_live.content->>'title', article_live.content->>'body') as language,
        coalesce(article_live.content->'cover', 'null') <> 'null' as covered
      from article_live where article_live.article_id = article.id and article.has_changes
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
      union select card_term('cover', case when article.cover_media is null then 'missing' else 'there' end)
      union select card_term('language', article.language) where article.language is not null
      union select card_term('month', ${month(sql`article.updated_at`)})
      union select card_term('published', ${month(sql`article.published_at`)}) where article.published_at is not null
      union select card_term('creator', article.created_by::text) where article.created_by is not null
      union select card_term('live', unnest(author_ids || tag_ids)::text) from live
      union select card_term('live branch', id::text) from live_above
      union select card_term('live', 'featured') from live where live.featured
      union select card_term('live cover', case when covered then 'there' else 'missing' end) from live
      union select card_term('live language', live.language) from live where live.language is not null
      order by 1
    )
  $$`,
  sql`create or replace function refill_article_cards() returns void language sql as $$
    delete from article_card_change; delete from article_card;
    with recursive line(id, above) as (
      select id, id from category
      union select line.id, parent from line join category on category.id = line.above
        where parent is not null and deleted_at is null
    ), standing as (
      select id as article_id, primary_category as category_id from article where primary_category is not null
      union all select article_id, category_id from article_category
    ), live as materialized (
      select article_live.*, text_language(content->>'title', content->>'body') as language,
        coalesce(content->'cover', 'null') <> 'null' as covered
      from article_live join article on id = article_id where has_changes
    ), term as (
      select article_id, category_id as term from standing
      union all select article_id, card_term('branch', above::text) from standing join line on line.id = category_id
      union all select article_id, author_id from article_author
      union all select article_id, tag_id from article_tag
      union all select id, unnest(array[created_by, updated_by, card_term('status', status),
        card_term('creator', created_by::text), card_term('month', ${month(sql`updated_at`)}),
        card_term('published', ${month(sql`published_at`)}), card_term('language', language),
        card_term('cover', case when cover_media is null then 'missing' else 'there' end),
        case when featured then card_term('is', 'featured') end,
        card_term('is', case when has_changes then 'changed' when status = 'published' then 'seen' end)
      ]) from article
      union all select article_id, card_term('live', unnest(author_ids || tag_ids)::text) from live
      union all select article_id, card_term('live branch', above::text) from live join line on line.id = any(category_ids)
      union all select article_id, card_term('live', 'featured') from live where featured
      union all select article_id, card_term('live cover', case when covered then 'there' else 'missing' end) from live
      union all select article_id, card_term('live language', language) from live
    ), listed as (
      select article_id, array_agg(distinct term) as terms from term where term is not null group by 1
    )
    insert into article_card (article_id, created_at, updated_at, published_at, publish_at, title, terms)
      select id, created_at, updated_at, published_at, publish_at, lower(title), terms
      from article join listed on article_id = id where deleted_at is null order by id
  $$`,
  sql`drop index article_card_terms`,
  sql`select refill_article_cards()`,
  sql`create index article_card_terms on article_card using gin (terms) with (fastupdate = off)`,
  sql`create index article_card_published on article_card (published_at, article_id) where published_at is not null`,
]

/** Actions on articles can be undone for thirty days; lists ask for language, cover and the day of publication. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...undo, ...language, ...facets]) await statement.execute(db)
}
