import type pg from 'pg'

/** The names to ask for: used by very many, by some, and by few articles of a seeded database. */
export type Samples = {
  articles: { id: string; slug: string; version: number }[]
  /** What is written: the texts of other articles, so that searches of a database that was measured often find as much as before. */
  texts: { title: string; body: string }[]
  authors: Ranks
  tags: Ranks
  categories: Ranks
  /** Two lots of tags for a merge, each in use by about ten thousand articles, or by as many as there are. */
  merges: { target: string; from: string[] }[]
  rareWord: string
  rareChinese: string
  tagName: string
  authorName: string
  synonym: string
  day: string
  /** Empty where no pictures are. */
  pictures: { id: string; name: string }[]
  uploaders: string[]
  photographers: string[]
}
type Named = { id: string; slug: string }
type Ranks = { common: Named[]; middling: Named[]; rare: Named[] }

const MERGED = 50
const RARE_USES = 15
const MERGE_USES = 10_000

export async function takeSamples(pool: pg.Pool): Promise<Samples> {
  const all = async <T extends pg.QueryResultRow>(query: string, values: unknown[] = []) =>
    (await pool.query<T>(query, values)).rows
  const text = async (query: string) => (await all<{ text: string }>(query))[0]?.text ?? ''
  const idsOf = async (query: string) => (await all<{ id: string }>(query)).map(({ id }) => id)
  const [common, middling, rare] = ['offset 0 limit 8', 'offset greatest(8, @ / 50) limit 8', 'offset @ / 2 limit 8']
  const ranks = async (used: string): Promise<Ranks> => {
    const total = (await all(`select from (${used}) as used`)).length
    const at = (range: string) => all<Named>(`${used} order by uses desc, id ${range.replaceAll('@', String(total))}`)
    return { common: await at(common!), middling: await at(middling!), rare: await at(rare!) }
  }
  const named = (table: string) => `select id, slug, uses from ${table} where deleted_at is null and uses > 0`
  return {
    articles: await all(`select article.id, article.slug, article.version from article
      where status = 'published' and deleted_at is null and not has_changes order by md5(slug) limit 4000`),
    texts: await all(`select title, body from article where deleted_at is null order by md5(slug) desc limit 500`),
    pictures: await all(`select id, name from media where deleted_at is null order by md5(id::text) limit 40`),
    uploaders: await idsOf(`select created_by as id from media where deleted_at is null group by 1 order by 1 limit 8`),
    photographers:
      await idsOf(`select photographer as id from album where photographer is not null and deleted_at is null
      group by 1 order by count(*) desc, 1 limit 8`),
    authors: await ranks(`${named('author')} and not hidden`),
    tags: await ranks(`${named('tag')} and visibility = 'public'`),
    categories: await ranks(`select id, slug, total as uses from category join category_count on category_id = id
      where deleted_at is null and total > 0`),
    merges: mergesOf(await all(`${named('tag')} and uses < ${MERGE_USES / 5} order by uses desc, id limit 5000`)),
    // As rare at every size: about as many articles have it.
    rareWord: await text(`select word as text from (
        select word from search_word where word ~ '^[a-z]{7,}$' order by abs(seen - ${RARE_USES}), md5(word) limit 100
      ) as word, lateral (
        select count(*) as uses from article_facets where words @@ quote_literal(word)::tsquery
      ) as found where uses > 0 order by abs(uses - ${RARE_USES}), word limit 1`),
    rareChinese: await text(`select (regexp_match(title, '^(.+)与'))[1] as text from article
      where title ~ '^[^ ]{3}与' and deleted_at is null order by md5(slug) limit 1`),
    tagName:
      await text(`select split_part(name, ' ', 1) as text from tag where name ~ '^[a-z]{6,} ' and deleted_at is null
      order by md5(slug) limit 1`),
    authorName:
      await text(`select lower(display_name) as text from author where display_name ~ '^[A-Z]' and deleted_at is null
      order by md5(slug) limit 1`),
    synonym: await text(`select synonyms[1] as text from tag where synonyms <> '{}' order by md5(slug) limit 1`),
    day: await text(
      `select to_char(max(updated_at) - interval '400 days', 'YYYY-MM-DD"T00:00:00Z"') as text from article`,
    ),
  }
}

/** Neighbours in the order of use, so that both lots weigh the same. */
function mergesOf(tags: (Named & { uses: number })[]): Samples['merges'] {
  const lots = [0, 1].map((first) => tags.filter((_, place) => place % 2 === first))
  return lots.map((lot) => {
    const wanted = MERGE_USES / MERGED
    const begin = Math.max(
      0,
      Math.min(
        lot.findIndex(({ uses }) => uses <= wanted),
        lot.length - MERGED - 1,
      ),
    )
    const [target, ...from] = lot.slice(begin, begin + MERGED + 1).map(({ id }) => id)
    return { target: target!, from }
  })
}
