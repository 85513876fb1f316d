/** The lists of the product as SQL that someone would write by hand for each: no rights, no settling, no estimates. */
import type pg from 'pg'

export type Query = Record<string, string | undefined>
type Page = { items: unknown[]; total: number }
const COUNTED = 10_001

/** Conditions and their values, in the order of the dollar signs. */
class Where {
  readonly values: unknown[] = []
  readonly parts: string[]
  constructor(...parts: string[]) {
    this.parts = parts
  }
  add(sql: (place: string) => string, value: unknown): void {
    if (value === undefined) return
    this.values.push(value)
    this.parts.push(sql(`$${this.values.length}`))
  }
  get sql() {
    return this.parts.join(' and ') || 'true'
  }
}

const orders: Record<string, string> = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  publishedAt: 'published_at',
  publishAt: 'publish_at',
  calendar: `case status when 'published' then published_at else publish_at end`,
  submittedAt: 'submitted_at',
  title: 'lower(title)',
  name: 'lower(name)',
  displayName: `lower(coalesce(nullif(sort_name, ''), display_name))`,
  uses: 'uses',
  bytes: 'bytes',
  similar: 'perceptual_hash_id',
  eventDate: 'event_date',
  photos: 'photos',
  deletedAt: 'deleted_at',
}
const orderOf = (sort: string) => {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const key = orders[sort.replace('-', '')]!
  return `${key} ${direction}${/publish|event/.test(key) ? ' nulls last' : ''}, id ${direction}`
}

/** Every match is scored and sorted. */
const names: Record<string, [name: string, then: string]> = {
  article: ['title', 'updated_at'],
  album: ['title', 'updated_at'],
  media: ['name', 'created_at'],
  author: ['display_name', 'uses'],
  tag: ['name', 'uses'],
  category: ['name', 'updated_at'],
}
function bestFirst(table: string, q: string) {
  const [name, then] = names[table]!
  const [text, wanted] = [`lower(${name})`, `'${q.toLowerCase().replaceAll("'", "''")}'`]
  return `case when ${text} = ${wanted} then 0 when starts_with(${text}, ${wanted}) then 1
    when strpos(${text}, ' ' || ${wanted}) > 0 then 2 when strpos(${text}, ${wanted}) > 0 then 3 else 4 end,
    ${then} desc, id desc`
}

async function page(
  pool: pg.Pool,
  table: string,
  where: Where,
  query: Query,
  sort: string,
  shown: string,
): Promise<Page> {
  const size = Number(query['pageSize'] ?? 25)
  const order = query['sort'] === 'relevance' ? bestFirst(table, query['q'] ?? '') : orderOf(query['sort'] ?? sort)
  const { rows } = await pool.query(
    `select ${shown} from (select id from ${table} where ${where.sql} order by ${order}
     limit ${size} offset ${(Number(query['page'] ?? 1) - 1) * size}) page join ${table} using (id) order by ${order}`,
    where.values,
  )
  const counted = await pool.query(
    `select count(*) from (select from ${table} where ${where.sql} limit ${COUNTED}) as counted`,
    where.values,
  )
  return { items: rows, total: Number(counted.rows[0].count) }
}

const bylines = `
  (select json_agg(json_build_object('id', a.id, 'displayName', a.display_name) order by l.position)
    from article_author l join author a on a.id = l.author_id where l.article_id = article.id) as authors,
  (select json_build_object('id', c.id, 'name', c.name) from category c where c.id = article.primary_category) as category`
const branch = (place: string) => `with recursive branch(id) as (
  select ${place}::uuid union select c.id from category c join branch on c.parent = branch.id) select id from branch`

/** A word as a tsquery; Chinese by pairs of characters. */
const wordsOf = (text: string | undefined) =>
  text
    ?.split(/\s+/)
    .flatMap((word, place, all) => {
      if (!/\p{Script=Han}/u.test(word)) return [`'${word}'${place === all.length - 1 ? ':*' : ''}`]
      const signs = Array.from(word)
      return signs.length === 1 ? [`'${word}'`] : signs.slice(1).map((sign, at) => `'${signs[at]}${sign}'`)
    })
    .join(' & ')

export function listArticles(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where(query['status'] === 'trashed' ? 'deleted_at is not null' : 'deleted_at is null')
  if (query['status'] !== 'trashed') where.add((v) => `status = ${v}`, query['status'])
  where.add((v) => `id in (select article_id from article_author where author_id = ${v})`, query['author'])
  where.add((v) => `id in (select article_id from article_tag where tag_id = ${v})`, query['tag'])
  where.add(
    (v) =>
      `(primary_category in (${branch(v)}) or id in (select article_id from article_category where category_id in (${branch(v)})))`,
    query['category'],
  )
  where.add((v) => `updated_at >= ${v}`, query['from'])
  where.add((v) => `updated_at < ${v}`, query['to'])
  const inCalendar = (sign: string) => (v: string) =>
    `(status = 'published' and published_at ${sign} ${v}
      or status in ('draft', 'in_review', 'scheduled') and publish_at ${sign} ${v})`
  where.add(inCalendar('>='), query['calendarFrom'])
  where.add(inCalendar('<'), query['calendarTo'])
  const sort = query['calendarFrom'] && query['sort'] === 'publishedAt' ? { sort: 'calendar' } : {}
  where.add((v) => `search_words @@ ${v}::tsquery`, wordsOf(query['q']))
  if (query['featured']) where.parts.push('featured')
  if (query['hasChanges']) where.parts.push('has_changes')
  if (query['mine']) where.parts.push('created_by = (select id from user_account limit 1)')
  const shown = `id, title, slug, status, has_changes, featured, updated_at, published_at, word_count, ${bylines}`
  return page(pool, 'article', where, { ...query, ...sort }, '-updatedAt', shown)
}

/** The first articles of each day, and how many it has. */
export async function calendar(pool: pg.Pool, { firstDay, lastDay, perDay }: Query) {
  const { rows } = await pool.query(
    `select * from (
      select id, title, slug, status, at, at::date as day, row_number() over (partition by at::date order by at, id) as number,
        count(*) over (partition by at::date) as total, ${bylines}
      from (
        select article.*, published_at as at from article where status = 'published' and deleted_at is null
          and published_at >= $1::date and published_at < $2::date + 1
        union all select article.*, publish_at from article where status in ('draft', 'in_review', 'scheduled') and deleted_at is null
          and publish_at >= $1::date and publish_at < $2::date + 1
      ) as article
    ) as numbered where number <= $3 order by at, id`,
    [firstDay, lastDay, perDay],
  )
  return { days: rows }
}

const USE: Record<string, number> = { unused: 0, once: 1 }

export function listTags(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where('deleted_at is null')
  where.add((v) => `search_text like '%' || ${v} || '%'`, query['q']?.toLowerCase())
  where.add((v) => `uses = ${v}`, query['use'] && USE[query['use']])
  where.add((v) => `visibility = ${v}`, query['visibility'])
  if (query['similar']) where.parts.push('exists (select from similar_tag where tag_id = tag.id)')
  return page(pool, 'tag', where, query, 'name', 'tag.*')
}

export function listAuthors(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where('deleted_at is null')
  where.add((v) => `lower(display_name) like '%' || ${v} || '%'`, query['q']?.toLowerCase())
  where.add((v) => `uses = ${v}`, query['use'] && USE[query['use']])
  if (query['hidden']) where.parts.push('hidden')
  return page(pool, 'author', where, query, 'displayName', 'author.*')
}

export function listCategories(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where('deleted_at is null')
  where.add((v) => `lower(name) like '%' || ${v} || '%'`, query['q']?.toLowerCase())
  return page(pool, 'category', where, query, 'name', 'category.*')
}

export function listMedia(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where(query['trashed'] ? 'deleted_at is not null' : 'deleted_at is null')
  where.add((v) => `lower(name || ' ' || alt || ' ' || caption) like '%' || ${v} || '%'`, query['q']?.toLowerCase())
  where.add((v) => `type = ${v}`, query['type'])
  where.add((v) => `created_by = ${v}`, query['uploader'])
  if (query['missingAlt']) where.parts.push(`alt = ''`)
  if (query['unused']) where.parts.push('uses = 0')
  if (query['duplicates'])
    where.parts.push(
      'exists (select from perceptual_hash where perceptual_hash.id = perceptual_hash_id and pictures > 1)',
    )
  where.add(
    (v) => `perceptual_hash_id = (select perceptual_hash_id from media as given where given.id = ${v})`,
    query['likeOf'],
  )
  return page(pool, 'media', where, query, '-createdAt', 'media.*')
}

export const search = (pool: pg.Pool, q: string | undefined) => {
  const query = { q, sort: 'relevance', pageSize: '5' }
  return Promise.all(
    [listArticles, listTags, listAuthors, listCategories, listMedia, listAlbums].map((list) => list(pool, query)),
  )
}

export const mediaUses = async (pool: pg.Pool, id: string) =>
  (
    await pool.query(
      `select album.id, title from album_photo join album on album.id = album_id where media_id = $1
       union all select id, title from article where article_media(body, cover_media, social_image) @> array[$1::uuid]
       union all select id, display_name from author where avatar = $1`,
      [id],
    )
  ).rows

export function listAlbums(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where(query['status'] === 'trashed' ? 'deleted_at is not null' : 'deleted_at is null')
  if (query['status'] !== 'trashed') where.add((v) => `status = ${v}`, query['status'])
  where.add((v) => `search_text like '%' || ${v} || '%'`, query['q']?.toLowerCase())
  where.add((v) => `photographer = ${v}`, query['photographer'])
  where.add((v) => `event_date >= ${v}`, query['from'])
  where.add((v) => `event_date <= ${v}`, query['to'])
  if (query['missingAlt'])
    where.parts.push(`${query['missingAlt'] === 'true' ? '' : 'not '}exists (
      select from album_photo join media on media.id = media_id
      where album_id = album.id and album_photo.alt = '' and media.alt = '')`)
  return page(pool, 'album', where, query, '-updatedAt', 'album.*')
}

export async function listTrash(pool: pg.Pool, query: Query): Promise<Page> {
  const where = new Where('deleted_at is not null')
  where.add((v) => `lower(title) like '%' || ${v} || '%'`, query['q']?.toLowerCase())
  const kinds = Object.entries({ article: 'title', media: 'name', album: 'title', tag: 'name', category: 'name' })
  const all = kinds
    .filter(([table]) => table === (query['type'] ?? table))
    .map(([table, title]) => `select id, ${title} as title, deleted_at from ${table} where deleted_at is not null`)
    .join(' union all ')
  const found = `from (${all}) as trashed where ${where.sql}`
  const { rows } = await pool.query(
    `select * ${found} order by ${orderOf(query['sort'] ?? '-deletedAt')} limit 25 offset
     ${(Number(query['page'] ?? 1) - 1) * 25}`,
    where.values,
  )
  const counted = await pool.query(`select count(*) ${found}`, where.values)
  return { items: rows, total: Number(counted.rows[0].count) }
}

export async function categoryTree(pool: pg.Pool) {
  const { rows } = await pool.query(`select id, name, slug, parent, position, own, total
    from category left join category_count on category_id = id where deleted_at is null order by position`)
  return { items: rows }
}

export async function welcome(pool: pg.Pool) {
  const section = async (where: string, order = 'updated_at desc, id desc') => {
    const { rows } = await pool.query(`select id, title, status, updated_at, publish_at from article
      where deleted_at is null and ${where} order by ${order} limit 8`)
    const counted = await pool.query(`select count(*) from (
      select from article where deleted_at is null and ${where} limit ${COUNTED}) as counted`)
    return { items: rows, total: Number(counted.rows[0].count) }
  }
  return {
    mine: await section(`status = 'draft' and created_by = (select id from user_account limit 1)`),
    inReview: await section(`status = 'in_review'`),
    scheduled: await section(`status = 'scheduled'`, 'publish_at, id'),
    recent: await section('true'),
  }
}

export async function delivered(pool: pg.Pool, query: Query) {
  const where = new Where()
  const one = (table: string) => (v: string) =>
    `array[(select id from ${table} where slug = ${v} and deleted_at is null)]`
  where.add((v) => `author_ids @> ${one('author')(v)}`, query['author'])
  where.add((v) => `tag_ids @> ${one('tag')(v)}`, query['tag'])
  where.add(
    (v) => `category_ids && array(${branch(`(select id from category where slug = ${v} and deleted_at is null)`)})`,
    query['category'],
  )
  if (query['featured']) where.parts.push('featured')
  const { rows } = await pool.query(
    `select slug, title, published_at, content->'excerpt' as excerpt,
       (select json_agg(json_build_object('displayName', display_name, 'slug', slug)) from author where id = any(author_ids)) as authors,
       (select json_agg(json_build_object('name', name, 'slug', slug)) from tag where id = any(tag_ids)) as tags
     from article_live where ${where.sql} order by published_at desc, article_id desc limit 20`,
    where.values,
  )
  return { items: rows }
}

export const publicNames = async (pool: pg.Pool, table: 'tag' | 'author') =>
  (await pool.query(`select * from ${table} where deleted_at is null order by slug limit 20`)).rows
