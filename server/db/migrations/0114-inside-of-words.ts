import { sql, type Kysely } from 'kysely'

/** Parts of the slug of an article, which is searched as its title is, that are not among its words. A site has as many numbers as articles. */
const slugParts = sql`article join article_facets on article_id = id,
  lateral (select tsvector_to_array(words) as own offset 0) as listed, unnest(string_to_array(slug, '-')) as part
  where part ~ '[a-z]' and part <> all(own)`

const statements = [
  sql`alter table article_word add column in_slug bool not null default false`,
  sql`alter function note_article_words(uuid[]) rename to note_article_texts`,
  sql`alter function refill_article_words() rename to refill_article_texts`,
  sql`create function note_article_words(ids uuid[]) returns void language sql as $$
    select note_article_texts(ids);
    insert into article_word (word, in_slug) select part, true from (
      select distinct part from ${slugParts} and id = any(ids) offset 0
    ) as used
    where (select true from article_word where word = part and in_slug limit 1) is null
  $$`,
  sql`create function refill_article_words() returns void language sql as $$
    select refill_article_texts();
    insert into article_word (word, in_slug) select distinct part, true from ${slugParts}
  $$`,
  sql`insert into article_word (word, in_slug) select distinct part, true from ${slugParts}`,
  // New entries are written at once, as those of other indexes that a save writes: a list of waiting ones makes some saves slow.
  sql`create index article_word_inside on article_word using gin (word gin_trgm_ops) with (fastupdate = off)`,
]

/** Whether a word is inside of others is told by all words, not by the heads of all articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
