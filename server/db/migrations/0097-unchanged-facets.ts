import { sql, type Kysely } from 'kysely'

const statements = [
  // Triggers of statements come also when no row was written, and for a publication twice: what readers see is written after the
  // article. A row that would be the same is left alone, since a new one would be entered in the index with each of its words.
  sql`create or replace function facet_articles(ids uuid[]) returns void language plpgsql as $$
  declare
    written uuid[];
  begin
    if cardinality(ids) = 0 then return; end if;
    -- First and by itself: the tree must be read after everybody who held these rows.
    perform from article_facets where article_id = any(ids) order by article_id for no key update;
    delete from article_facets where article_id = any(ids) and not exists (
      select from article where article.id = article_id and deleted_at is null);
    with fresh as (
      insert into article_facets as facets (article_id, created_at, updated_at, published_at, publish_at, title, terms, head, words)
      select id, created_at, updated_at, published_at, publish_at, lower(title), facet_terms(article), search_head, search_words
      from article where id = any(ids) and deleted_at is null order by id
      on conflict (article_id) do update set created_at = excluded.created_at, updated_at = excluded.updated_at,
        published_at = excluded.published_at, publish_at = excluded.publish_at, title = excluded.title,
        terms = excluded.terms, head = excluded.head,
        words = case when facets.words = excluded.words then facets.words else excluded.words end
      where (facets.created_at, facets.updated_at, facets.published_at, facets.publish_at, facets.title, facets.terms,
          facets.head, facets.words)
        is distinct from (excluded.created_at, excluded.updated_at, excluded.published_at, excluded.publish_at, excluded.title,
          excluded.terms, excluded.head, excluded.words)
      returning article_id
    ) select array_agg(article_id) into written from fresh;
    if written is not null then perform note_article_words(written); end if;
  end $$`,
]

/** The facets of an article are written once for a publication, and not at all when nothing in them changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
