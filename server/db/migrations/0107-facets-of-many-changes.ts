import { sql, type Kysely } from 'kysely'

const statements = [
  // Who changes many articles one by one computes the facets once, at the end: see withFacetsAtEnd.
  sql`create or replace function facet_or_note(ids uuid[]) returns void language plpgsql as $$ begin
    if current_setting('copydesk.facets_at_end', true) = 'on' then return; end if;
    if cardinality(ids) <= 200 then perform facet_articles(ids);
    else insert into article_facets_change (article_id) select unnest(ids);
    end if;
  end $$`,
  // The same result: what is counted is what is left, and whole runs are taken out at once rather than each character. PostgreSQL
  // asks this at every change of a row.
  sql`create or replace function text_language(title text, body text) returns text language sql immutable parallel safe as $$
    with sample as (
      select regexp_replace(left(coalesce(title, '') || ' ' || coalesce(body, ''), 20000), '<[^>]*>|&[a-zA-Z0-9#]+;', ' ', 'g') as words
    ), counted as (
      select length(regexp_replace(words, '[^㐀-鿿]+', '', 'g')) as han,
        length(regexp_replace(words, '[^ぁ-ヿ]+', '', 'g')) as kana,
        length(regexp_replace(words, '[[:space:]0-9!-/:-@[-\`{-~–-⁯　-〿！-／：-＠]+', '', 'g')) as letters
      from sample
    )
    select case when letters = 0 then null when han > 0 and kana * 5 < han and (letters - han) <= han * 6 then 'zh'
      else 'other' end from counted
  $$`,
]

/** A change of many articles computes their facets once, not after each of its statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
