import type pg from 'pg'

const WORDS_IN_BODY = 300
/** In every fourth article; any other word is in about one of seventy. */
export const COMMON_WORD = 'harbour'
export const RARE_WORD = 'kabera'
const VOCABULARY = 20_000

/**
 * Fills an empty, migrated database with articles as a site of some years has them: 300 words each, one or two
 * bylines, a category, two tags; four of five are published. All in SQL, some thousand a second.
 */
export async function seedArticles(pool: pg.Pool, articles: number): Promise<void> {
  const people = `select id from user_account limit 1`
  await pool.query(`
    insert into author (id, display_name, slug) select uuidv7(), 'Author ' || n, 'author-' || n from generate_series(1, 50) n;
    insert into category (id, name, slug, position) select uuidv7(), 'Category ' || n, 'category-' || n, n from generate_series(1, 20) n;
    insert into tag (id, name, slug, search_text) select uuidv7(), 'Tag ' || n, 'tag-' || n, 'tag ' || n from generate_series(1, 200) n;
    create table bench_word as
      select n as place, (array['ka','lo','mi','ren','sto','vel','dan','pri','ost','uma'])[1 + n % 10]
        || (array['ber','tin','gor','lis','mar','nes','pol','rud','sen','tav'])[1 + n / 10 % 10]
        || (array['a','en','ik','o','um','yl','esk','ind','ora','ust'])[1 + n / 100 % 10]
        || (array['','s','ly','ful','er','est','ing','ed','ment','ship','ward','wise','less','ness','ish','al','ous','ity','ist','ism'])[1 + n / 1000]
        as word
      from generate_series(0, ${VOCABULARY - 1}) n;
    create table bench_article as
      select n, uuidv7() as id, now() - n * interval '7 minutes' as at, text.title, text.words,
        case when n % 20 < 16 then 'published' when n % 20 < 19 then 'draft' else 'in_review' end as status,
        (select array_agg(id) from (select id from author order by id offset n % 49 limit 1 + n % 2) a) as authors,
        (select id from category order by id offset n % 20 limit 1) as category,
        (select array_agg(id) from (select id from tag order by id offset n % 199 limit 2) t) as tags
      from generate_series(1, ${articles}) n, lateral (
        select string_agg(word, ' ') filter (where k <= 6) || ' ' || n as title, string_agg(word, ' ') || case when n % 4 = 0 then ' ${COMMON_WORD}' else '' end as words
        from generate_series(1, ${WORDS_IN_BODY}) k
        join bench_word w on w.place = (n::bigint * 7919 + k * k * 31 + k * (n % 9973)) % ${VOCABULARY}
      ) text;
    insert into article (id, created_at, created_by, updated_at, updated_by, status, published_at, title, slug, excerpt,
        body, primary_category, word_count, reading_time, search_head, search_words)
      select id, at, (${people}), at, (${people}), status, case when status = 'published' then at end, title, 'story-' || n,
        left(words, 120), '<p>' || words || '</p>', category, ${WORDS_IN_BODY}, 2, title || ' story-' || n, to_tsvector('simple', words)
      from bench_article;
    insert into article_author select id, author, position - 1 from bench_article, unnest(authors) with ordinality as u (author, position);
    insert into article_tag select id, tag, position - 1 from bench_article, unnest(tags) with ordinality as u (tag, position);
    insert into article_live (article_id, slug, title, published_at, updated_at, featured, author_ids, category_ids,
        tag_ids, content, word_count, reading_time, version)
      select b.id, 'story-' || n, b.title, at, at, false, authors, array[category], tags, jsonb_build_object(
        'title', b.title, 'subtitle', '', 'slug', 'story-' || n, 'excerpt', left(words, 120), 'body', '<p>' || words || '</p>',
        'cover', null, 'authors', to_jsonb(authors), 'primaryCategory', category, 'categories', '[]'::jsonb, 'tags', to_jsonb(tags),
        'featured', false, 'adsPolicy', 'normal', 'sensitive', false, 'publishAt', null, 'unpublishAt', null, 'canonicalUrl', '',
        'seoTitle', '', 'seoDescription', '', 'socialImage', null, 'internalNote', ''), ${WORDS_IN_BODY}, 2, 1
      from bench_article b where status = 'published';
    insert into article_revision (id, article_id, version, created_at, created_by, reason, title, word_count, content)
      select uuidv7(), article_id, 1, published_at, (${people}), 'publish', title, word_count, content from article_live;
  `)
  await pool.query('vacuum analyze')
}

/** Published articles to read and to change, spread over the whole table. */
export async function pickArticles(pool: pg.Pool): Promise<{ id: string; slug: string }[]> {
  const { rows } = await pool.query<{ id: string; slug: string }>(
    `select article_id as id, slug from article_live order by md5(slug) limit 4000`,
  )
  return rows
}
