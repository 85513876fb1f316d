import { sql, type Kysely } from 'kysely'

/**
 * Of an article that is indexed again only the words are learned that it did not have. All of them were learned, and counted once more: after
 * the merge of a tag as well, where that took longer than all the rest of the job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function index_live_articles(ids uuid[], given tsvector) returns void language plpgsql
    set gin_pending_list_limit = '16MB' as $$ begin
    with earlier as materialized (
      select article_id, words from reader_search where article_id = any(ids)
    ), written as (
      insert into reader_search as known
        (article_id, doc, published_at, unpublish_at, title, terms, popularity, popular, head, words)
      select article_id, doc, published_at, unpublish_at, title, terms, popularity, popular, head,
        reader_search_lexemes(base, head, terms, branch, published_at, doc, popular)
      from (
        select live.article_id, coalesce(before.doc, nextval(pg_get_serial_sequence('reader_search', 'doc'))) as doc,
          live.published_at, (live.content->>'unpublishAt')::timestamptz as unpublish_at,
          lower(normalize(live.title, NFKC)) as title, live.author_ids || live.tag_ids || live.category_ids as terms, category_branch(live.category_ids) as branch,
          coalesce(before.popularity, 0) as popularity, coalesce(before.popular, false) as popular,
          coalesce(given, article.search_words) as base,
          weighted_words(live.title, 'A')
            || weighted_words(concat_ws(' ', live.content->>'subtitle', (
              select string_agg(display_name, ' ') from author where id = any(live.author_ids)
            ), (
              select string_agg(name || ' ' || array_to_string(synonyms, ' '), ' ') from tag
              where id = any(live.tag_ids) and visibility = 'public' and deleted_at is null
            )), 'B')
            || weighted_words(live.content->>'excerpt', 'C') as head
        from (select * from article_live where article_id = any(ids) order by published_at, article_id) as live
        join article on article.id = live.article_id
        left join reader_search as before on before.article_id = live.article_id
        offset 0
      ) as fresh
      on conflict (article_id) do update set published_at = excluded.published_at, unpublish_at = excluded.unpublish_at,
        title = excluded.title, terms = excluded.terms, head = excluded.head,
        words = reader_search_lexemes(excluded.words, excluded.head, excluded.terms, '{}', excluded.published_at, known.doc, known.popular)
      returning article_id, words
    )
    insert into search_word_change (article_id, name)
    select case when earlier.article_id is null then written.article_id end, fresh.words
    from written left join earlier using (article_id), lateral (
      select string_agg(word, ' ') as words
      from unnest(tsvector_to_array(ts_delete(written.words, tsvector_to_array(earlier.words)))) as word
      where is_search_word(word)
    ) as fresh
    where earlier.article_id is null or fresh.words is not null;
  end $$`.execute(db)
}
