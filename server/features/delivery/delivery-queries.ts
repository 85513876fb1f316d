import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { articleDeliveryFields, listDeliveryFields, pickFields } from '#contract/article-fields.ts'
import { childrenByParent } from '#contract/category-tree.ts'
import type { DeliveryArticle, DeliveryArticleSummary, DeliveryCategory } from '#contract/delivery.ts'
import { pathOfSiteUrl, siteUrlOf, slugOfSitePath } from '#contract/site-address.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { publicPath } from '../../slugs/public-path-rules.ts'
import { publicAuthors } from '../authors/author-queries.ts'
import { bodyForReaders } from '../articles/article-body-queries.ts'
import { siteArticles } from '../articles/article-site-queries.ts'
import { readContent } from '../articles/article-content-rules.ts'
import { categoryWithChildren, publicCategories, publicCategoryTree } from '../categories/category-queries.ts'
import { deliveryImages } from '../media/media-queries.ts'
import { siteAddresses, type siteAddressesOf } from '../settings/setting-queries.ts'
import { publicTags } from '../tags/tag-queries.ts'
import { absoluteMedia, type Cursor } from './delivery-rules.ts'

export type Live = Omit<Selectable<Tables['articleLive']>, 'version'>
export type DeliveryFilter = { author?: string; category?: string; tag?: string; featured?: boolean }

/** What readers see of published articles, without their contents. */
export const live = (db: Db) =>
  db
    .selectFrom('articleLive')
    .select(['articleId', 'slug', 'title', 'publishedAt', 'updatedAt', 'featured'])
    .select(['authorIds', 'categoryIds', 'tagIds', 'wordCount', 'readingTime'])

/** Published articles, newest first, from the cursor on. One more than asked for tells that there are more. */
export async function deliverArticles(
  db: Db,
  publicUrl: string,
  filter: DeliveryFilter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<DeliveryArticleSummary[]> {
  const wanted = await conditionsOf(db, filter)
  if (!wanted) return []
  const { terms, conditions } = wanted
  const newestFirst = sql`order by published_at desc, article_id desc limit ${limit}`
  const [term, ...others] = terms
  const matching = term
    ? // By tag and by author from the index that has them in this order.
      sql`live_term where ${sql.join(
        [
          sql`term = ${term}::uuid`,
          ...others.map(
            (other) => sql`exists (select from live_term as other where other.term = ${other}::uuid
              and other.published_at = live_term.published_at and other.article_id = live_term.article_id)`,
          ),
          ...(cursor ? [after(cursor)] : []),
          ...(conditions.length
            ? [
                sql`exists (select from article_live where article_live.article_id = live_term.article_id
                  and ${sql.join(conditions, sql` and `)})`,
              ]
            : []),
        ],
        sql` and `,
      )}`
    : sql`article_live where ${sql.join([...conditions, ...(cursor ? [after(cursor)] : [sql`true`])], sql` and `)}`
  const found = await live(db)
    // Without the body, which a list does not show. Of the page alone: taken out before the order, all that match would be unpacked.
    .select(sql<Live['content']>`content - 'body'`.as('content'))
    .where(sql<SqlBool>`article_id = any(array(select article_id from ${matching} ${newestFirst}))`)
    .orderBy('publishedAt', 'desc')
    .orderBy('articleId', 'desc')
    .execute()
  const naming = await namesFor(db, publicUrl, found)
  return found.map((row) => toSummary(row, naming))
}

/** These published articles, in this order; what is not published is left out. */
export async function deliverInOrder(
  db: Db,
  publicUrl: string,
  ids: readonly string[],
): Promise<DeliveryArticleSummary[]> {
  const rows = await live(db)
    .select(sql<Live['content']>`content - 'body'`.as('content'))
    .where('articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const naming = await namesFor(db, publicUrl, rows)
  const byId = new Map(rows.map((row) => [row.articleId, toSummary(row, naming)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const after = ({ publishedAt, id }: Cursor) => sql<SqlBool>`(published_at, article_id) < (${publishedAt}, ${id}::uuid)`

/** One published article by the slug readers know it by. */
export async function deliverArticle(db: Db, publicUrl: string, slug: string): Promise<DeliveryArticle | undefined> {
  const row = await live(db).select('content').where('slug', '=', slug).executeTakeFirst()
  if (!row) return undefined
  const naming = await namesFor(db, publicUrl, [row])
  const content = readContent(row.content)
  const { body, socialImage } = content
  return {
    ...toSummary(row, naming),
    ...pickFields(content, articleDeliveryFields),
    body: await bodyForReaders(db, publicUrl, absoluteMedia(body, publicUrl)),
    socialImage: (socialImage && naming.images.get(socialImage)) || null,
  }
}

/** The tree of categories, in its order. */
export async function deliverCategories(db: Db): Promise<DeliveryCategory[]> {
  const lists = childrenByParent(await publicCategoryTree(db))
  const below = (parent: string | null): DeliveryCategory[] =>
    (lists.get(parent) ?? []).map(({ id, name, slug, description, articles }) => ({
      name,
      slug,
      description,
      articles,
      children: below(id),
    }))
  return below(null)
}

/** Where the row of a redirect leads, null when readers may not go there now. */
const target = sql<string | null>`case redirect.entity_type
    when 'article' then (select '/' || slug from article_live where article_id = redirect.entity_id)
    when 'tag' then (select ${sql.lit(publicPath('tag', ''))} || slug from tag
      where id = redirect.entity_id and visibility = 'public' and deleted_at is null)
    when 'author' then (select ${sql.lit(publicPath('author', ''))} || slug from author
      where id = redirect.entity_id and not hidden and deleted_at is null)
    when 'album' then (select '/album/' || slug from album
      where id = redirect.entity_id and status = 'published' and deleted_at is null)
    when 'category' then (select '/categories/' || slug from category
      where id = redirect.entity_id and deleted_at is null)
  end`

const bareOf = (path: string) => path.replace(/\/+$/, '')

type Redirect = { path: string; to: string | null; article: string | null }
const redirectColumns = sql`path, ${target} as to, case entity_type when 'article' then entity_id end as article`

/** Left by an article that was renamed here; the import keeps whole addresses. */
const LEFT_SLUG = /^\/([^/?]+)$/

/**
 * Articles are, and were before they were renamed, where the settings say that the outside site has them; without such a setting, and all
 * else, at paths of ours.
 */
async function onSite<Row extends Redirect>(
  db: Db,
  site: ReturnType<typeof siteAddressesOf>,
  rows: Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ article, to }) => (article && to ? [article] : []))
  if (ids.length === 0 || site.pattern === '') return rows
  const articles = new Map((await siteArticles(db, ids)).map((article) => [article.id, article]))
  return rows.map((row) => {
    const article = row.article ? articles.get(row.article) : undefined
    const url = article && siteUrlOf(site.pattern, article, site.timeZone)
    if (!url) return row
    const slug = LEFT_SLUG.exec(row.path)?.[1]
    const before = slug && siteUrlOf(site.pattern, { ...article, slug }, site.timeZone)
    return { ...row, to: pathOfSiteUrl(url), path: before ? pathOfSiteUrl(before) : row.path }
  })
}

/**
 * Where an old address leads now, as a path of the outside site; undefined when what was there is not public. An address of
 * an article is known by its slug, too, whatever its date or category was.
 */
export async function findRedirect(db: Db, path: string): Promise<string | undefined> {
  const bare = bareOf(path)
  const site = await siteAddresses(db)
  const slug = slugOfSitePath(site.pattern, bare)
  const { rows } = await sql<Redirect>`select ${redirectColumns}
    from redirect where path = any(${[...new Set([path, bare, `${bare}/`, ...(slug ? [`/${slug}`] : [])])]}::text[])
    -- Where several forms are known, the one that was asked for.
    order by path = ${path} desc, path = any(${[bare, `${bare}/`]}::text[]) desc`.execute(db)
  const { rows: live } = await sql<Redirect>`select '/' || slug as path, '/' || slug as to, article_id as article
    from article_live where slug = ${slug ?? null}`.execute(db)
  const to = (await onSite(db, site, [...rows, ...live])).find((row) => row.to !== null)?.to
  // How the outside site ends its addresses is its own affair: no redirect to the same place, it might be a circle.
  return to && bareOf(to) !== bare ? to : undefined
}

/** One page of all redirects that lead anywhere, by old path. `after`: the last path of the page before. */
export async function listRedirects(db: Db, after: string, limit: number) {
  const { rows } = await sql<Redirect>`
    select ${redirectColumns} from redirect where path > ${after} order by path limit ${limit}`.execute(db)
  const items = (await onSite(db, await siteAddresses(db), rows)).flatMap(({ path, to }) =>
    to && bareOf(to) !== bareOf(path) ? [{ path, to }] : [],
  )
  return { items, next: rows.length === limit ? (rows.at(-1)?.path ?? null) : null }
}

/** The ids of what a filter names, a category with those below it. Undefined when it names nothing public: then nothing can match. */
export async function filterIds(db: Db, { author, category, tag }: DeliveryFilter) {
  const ids: { author?: string[]; tag?: string[]; category?: string[] } = {}
  if (author) {
    const row = await db
      .selectFrom('author')
      .select('id')
      .where('slug', '=', author)
      .where('hidden', '=', false)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    ids.author = [row.id]
  }
  if (tag) {
    const row = await db
      .selectFrom('tag')
      .select('id')
      .where('slug', '=', tag)
      .where('visibility', '=', 'public')
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    ids.tag = [row.id]
  }
  if (category) {
    const row = await db
      .selectFrom('category')
      .select('id')
      .where('slug', '=', category)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    ids.category = await categoryWithChildren(db, row.id)
  }
  return ids
}

async function conditionsOf(db: Db, filter: DeliveryFilter) {
  const ids = await filterIds(db, filter)
  if (!ids) return undefined
  const conditions: RawBuilder<SqlBool>[] = []
  if (ids.category) conditions.push(sql<SqlBool>`category_ids && ${ids.category}::uuid[]`)
  if (filter.featured !== undefined) conditions.push(sql<SqlBool>`featured = ${filter.featured}`)
  return { terms: [...(ids.author ?? []), ...(ids.tag ?? [])], conditions }
}

export type Naming = Awaited<ReturnType<typeof namesFor>>

/**
 * The names of everything these articles point at: four queries, however many articles.
 * @param also ids of further authors, categories and tags
 */
export async function namesFor(db: Db, publicUrl: string, rows: readonly Live[], also: readonly string[] = []) {
  const unique = (ids: (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => id !== null && id !== undefined)),
  ]
  return {
    authors: await publicAuthors(db, unique([...rows.flatMap((row) => row.authorIds), ...also])),
    categories: await publicCategories(db, unique([...rows.flatMap((row) => row.categoryIds), ...also])),
    tags: await publicTags(db, unique([...rows.flatMap((row) => row.tagIds), ...also])),
    images: await deliveryImages(
      db,
      unique(rows.flatMap(({ content }) => [content.cover?.media, content.socialImage])),
      publicUrl,
    ),
  }
}

/** A published article as lists show it. */
export function toSummary(row: Live, { authors, categories, tags, images }: Naming): DeliveryArticleSummary {
  const content = readContent(row.content)
  const { cover, primaryCategory } = content
  const picture = cover && images.get(cover.media)
  const named = (ids: string[], names: Map<string, { name: string; slug: string }>) =>
    ids.flatMap((id) => names.get(id) ?? [])
  return {
    id: row.articleId,
    ...pickFields(content, listDeliveryFields),
    cover: picture ? { ...picture, alt: cover.alt, caption: cover.caption, credit: cover.credit } : null,
    authors: row.authorIds.flatMap((id) => authors.get(id) ?? []),
    primaryCategory: (primaryCategory && categories.get(primaryCategory)) || null,
    categories: named(
      row.categoryIds.filter((id) => id !== primaryCategory),
      categories,
    ),
    tags: named(row.tagIds, tags),
    publishedAt: row.publishedAt,
    updatedAt: row.updatedAt,
    wordCount: row.wordCount,
    readingTime: row.readingTime,
  }
}
