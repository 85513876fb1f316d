import { sql, type Kysely } from 'kysely'

/** Chinese, Japanese and Korean lexemes come after these; they are never asked for by their beginning. */
const latin = sql`ascii(lexeme) < 11904`

const statements = [
  // No unique index: whoever writes a word would wait for everyone who writes it at the same time. Read as a set.
  sql`create table article_word (word text collate "C" not null)`,
  sql`create or replace function note_article_words(ids uuid[]) returns void language sql as $$
    insert into article_word (word) select lexeme from (
      select distinct lexeme from article_facets, unnest(tsvector_to_array(words)) as lexeme
      where article_id = any(ids) and ${latin} offset 0
    ) as used
    -- A value for each word, so that the planner does not read the whole table instead.
    where (select true from article_word where word = lexeme limit 1) is null
  $$`,
  sql`create or replace function refill_article_words() returns void language sql as $$
    delete from article_word;
    insert into article_word (word) select lexeme from ts_stat('select words from article_facets') as used(lexeme, ndoc, nentry)
    where ${latin} order by lexeme
  $$`,
  sql`do ${sql.raw(`$do$ declare
      before text := pg_get_functiondef('facet_articles(uuid[])'::regprocedure);
      changed text := regexp_replace(before, 'else excluded[.]words end;', E'else excluded.words end;\n    perform note_article_words(ids);');
    begin
      if changed !~ 'note_article_words' then raise exception 'the facets have another shape than expected'; end if;
      execute changed;
    end $do$`)}`,
  sql`select refill_article_words()`,
  sql`create index article_word_word on article_word (word)`,
  sql`analyze article_word`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
