import { sql, type Kysely } from 'kysely'

/** Adds what a search looks in to the statement that writes all facet rows, whose terms several migrations have changed. */
const refill = sql`do ${sql.raw(`$do$ declare
    before text := pg_get_functiondef('refill_article_facets()'::regprocedure);
    changed text := regexp_replace(regexp_replace(before,
      'publish_at, title, terms\\)', 'publish_at, title, terms, head, words)'),
      'lower\\(title\\), terms\\M', 'lower(title), terms, search_head, search_words');
  begin
    if changed !~ 'terms, head, words\\)' or changed !~ 'terms, search_head, search_words' then
      raise exception 'the facets have another shape than expected';
    end if;
    execute changed;
  end $do$`)}`

const facets = [
  sql`alter table article_facets add column head text not null default '', add column words tsvector not null default ''`,
  sql`alter table article_facets alter column words set storage external`,
  // An unchanged text keeps its stored value, so that only the row is written and none of the index.
  sql`create or replace function facet_articles(ids uuid[]) returns void language plpgsql as $$ begin
    -- First and by itself: the tree must be read after everybody who held these rows.
    perform from article_facets where article_id = any(ids) order by article_id for no key update;
    delete from article_facets where article_id = any(ids) and not exists (
      select from article where article.id = article_id and deleted_at is null);
    insert into article_facets as facets (article_id, created_at, updated_at, published_at, publish_at, title, terms, head, words)
      select id, created_at, updated_at, published_at, publish_at, lower(title), facet_terms(article), search_head, search_words
      from article where id = any(ids) and deleted_at is null order by id
      on conflict (article_id) do update set created_at = excluded.created_at, updated_at = excluded.updated_at,
        published_at = excluded.published_at, publish_at = excluded.publish_at, title = excluded.title,
        terms = excluded.terms, head = excluded.head,
        words = case when facets.words = excluded.words then facets.words else excluded.words end;
  end $$`,
  refill,
  sql`drop index article_facets_terms`,
  sql`truncate article_facets`,
  sql`select refill_article_facets()`,
]

const indexes = [
  // Words and filters in one index: what both find costs no more than the rarer of them. Without a list of entries that wait:
  // whoever fills that list would write them all, and wait for it.
  sql`create index article_facets_terms on article_facets using gin (terms, words, head gin_trgm_ops)
    with (fastupdate = off)`,
  // Outside the trash facets answer.
  sql`drop index article_search_words`,
  sql`drop index article_search_head`,
  sql`create index article_trashed_words on article using gin (search_words) where deleted_at is not null`,
  sql`create index article_trashed_head on article using gin (search_head gin_trgm_ops) where deleted_at is not null`,
  sql`create index article_trashed_search on article using gin (lower(title) gin_trgm_ops) where deleted_at is not null`,
  sql`analyze article_facets`,
]

/** Searches with filters are answered by one index: the facets get the words of the articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...facets, ...indexes]) await statement.execute(db)
}
