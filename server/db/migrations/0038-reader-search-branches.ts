import { sql, type Kysely } from 'kysely'

const statements = [
  // Titles and names of what is found are read by the thousand; beside their row, as the long word lists pushed them, each
  // costs a look-up of its own.
  sql`alter table reader_search alter column title set storage main, alter column terms set storage main`,
  sql`create function category_branch(ids uuid[]) returns uuid[] language sql stable as $$
    with recursive above (id) as (
      select id from category where id = any(ids) and deleted_at is null
      union
      select parent.id from above join category on category.id = above.id
        join category as parent on parent.id = category.parent and parent.deleted_at is null
    ) select array(select id from above)
  $$`,
  sql`drop function reader_search_lexemes(tsvector, tsvector, uuid[], timestamptz, bigint, boolean)`,
  // The words of a text, and what an article is sought by besides: '=word' is in the title, subtitle or names, '@id' has this
  // author, tag or category, '^id' has this category or one below it, '#y:' and '#m:' year and month, '#0:' to '#3:' groups of
  // 512, 4,096, 32,768 and 262,144 articles.
  sql`create function reader_search_lexemes(
    base tsvector, head tsvector, terms uuid[], branch uuid[], published_at timestamptz, doc bigint, popular boolean
  ) returns tsvector language sql immutable parallel safe as $$
    select base || strip(head) || array_to_tsvector(array(
      select '=' || lexeme from unnest(ts_filter(head, '{a,b}'))
      union select '@' || replace(term::text, '-', '') from unnest(terms) as term
      union select '^' || replace(id::text, '-', '') from unnest(branch) as id
      union select '#' || level || ':' || (doc >> (9 + 3 * level)) from generate_series(0, 3) as level
      union select '#y:' || to_char(published_at at time zone 'UTC', 'YYYY')
      union select '#m:' || to_char(published_at at time zone 'UTC', 'YYYY-MM')
      union select '#popular' where popular
    ))
  $$`,
  sql`do $$ declare definition text := pg_get_functiondef('index_live_articles(uuid[], tsvector)'::regprocedure); begin
    definition := replace(definition, 'reader_search_lexemes(base, head, terms, published_at', 'reader_search_lexemes(base, head, terms, branch, published_at');
    definition := replace(definition, 'live.author_ids || live.tag_ids || live.category_ids as terms',
      'live.author_ids || live.tag_ids || live.category_ids as terms, category_branch(live.category_ids) as branch');
    definition := replace(definition, 'reader_search_lexemes(excluded.words, excluded.head, excluded.terms, excluded',
      'reader_search_lexemes(excluded.words, excluded.head, excluded.terms, ''{}'', excluded');
    execute definition;
  end $$`,
  sql`create trigger category_search_moved after update of parent, deleted_at on category for each row
    when (old.parent is distinct from new.parent or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_term_for_search()`,
  // Until the job has indexed them again, a category is asked for with all those below it.
  sql`insert into reader_search_change (article_id) select article_id from reader_search`,
]

/** A category with what is below it is one word of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
