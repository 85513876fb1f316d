import { sql, type RawBuilder } from 'kysely'
import type { MediaUse } from '#contract/media.ts'
import type { Scope } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'

const USES_SHOWN = 50

/** `scope`: of reading articles and albums. */
type Reader = { id: string; scope: Scope; readsAds: boolean }
type Id = RawBuilder<unknown>

/** A noun that shows pictures. One that is new here also writes a line into use_change when it begins or ends to show one. */
type UsingNoun = {
  /** At most USES_SHOWN of those that show this picture. @param reader for titles: what they may not read is not named */
  find: (db: Db, media: string, reader: Reader) => Promise<MediaUse[]>
  /** How many show the picture whose id this expression is. */
  count: (media: Id) => RawBuilder<unknown>
}

type ArticleUse = {
  id: string
  /** As the reader may see it; null where they may not. */
  title: string | null
  trashed: boolean
  working: boolean
  cover: boolean
  socialImage: boolean
  body: boolean
  published: boolean
}

const live = sql`article_media(content->>'body', (content->'cover'->>'media')::uuid, (content->>'socialImage')::uuid)`
// What editors see and what readers see of an article is one use.
const showing = (media: Id) => sql`
  select id from article where article_media(body, cover_media, social_image) @> array[${media}]
  union
  select article_id from article_live where ${live} @> array[${media}]`

const articles: UsingNoun = {
  count: (media) => sql`select count(*) from (${showing(media)}) as found`,
  find: async (db, media, reader) => {
    const id = sql`${media}::uuid`
    const working = readsWorkingCopies(reader)
    const published = sql`coalesce(${id} = any(${live}), false)`
    const { rows } = await sql<ArticleUse>`
      select article.id, ${working} as working,
        case when ${working} then article.title when ${published} then article_live.title end as title,
        article.deleted_at is not null as trashed,
        coalesce(article.cover_media = ${id}, false) as cover,
        coalesce(article.social_image = ${id}, false) as social_image,
        ${id} = any(article_media(article.body, null, null)) as body,
        ${published} as published
      from article left join article_live on article_live.article_id = article.id
      where article.id in (${showing(id)})
      order by article.updated_at desc, article.id
      limit ${USES_SHOWN}`.execute(db)
    return rows.map(({ id: article, title, trashed, working: whole, ...places }) => ({
      type: 'article',
      id: article,
      title,
      // Where an unpublished text shows it is not for those who see the published one.
      places: (['cover', 'socialImage', 'body', 'published'] as const).filter(
        (place) => places[place] && (whole || title === null || place === 'published'),
      ),
      trashed,
    }))
  },
}

const authors: UsingNoun = {
  count: (media) => sql`select count(*) from author where avatar = ${media}`,
  find: async (db, media) => {
    const rows = await db
      .selectFrom('author')
      .select(['id', 'displayName', 'deletedAt'])
      .where('avatar', '=', media)
      .orderBy('id')
      .limit(USES_SHOWN)
      .execute()
    return rows.map(({ id, displayName: title, deletedAt }) => ({
      type: 'author',
      id,
      title,
      places: ['avatar'],
      trashed: deletedAt !== null,
    }))
  },
}

// A cover is one of the photos. Whoever may read an article in this scope may read an album in it.
const albums: UsingNoun = {
  count: (media) => sql`select count(*) from album_photo where media_id = ${media}`,
  find: async (db, media, { id, scope }) => {
    const { rows } = await sql<{ id: string; title: string; trashed: boolean; cover: boolean; readable: boolean }>`
      select album.id, title, deleted_at is not null as trashed, cover = media_id as cover,
        (${scope === 'all'} or (status = 'published' and deleted_at is null)
          or (${scope.startsWith('own')} and created_by = ${id})) as readable
      from album_photo join album on album.id = album_id
      where media_id = ${media} order by album.updated_at desc, album.id limit ${USES_SHOWN}`.execute(db)
    return rows.map(({ id: album, title, trashed, cover, readable: shown }) => ({
      type: 'album',
      id: album,
      title: shown ? title : null,
      places: cover ? ['photo', 'cover'] : ['photo'],
      trashed,
    }))
  },
}

// Whoever may not read ads learns that one shows the picture, not its name.
const ads: UsingNoun = {
  count: (media) => sql`select count(*) from ad where ad_media(fields, live) @> array[${media}]`,
  find: async (db, media, { readsAds }) => {
    const { rows } = await sql<{ id: string; name: string; deletedAt: string | null }>`
      select id, name, deleted_at from ad where ad_media(fields, live) @> array[${media}::uuid]
      order by updated_at desc, id limit ${USES_SHOWN}`.execute(db)
    return rows.map(({ id, name, deletedAt }) => ({
      type: 'ad',
      id,
      title: readsAds ? name : null,
      places: ['creative'],
      trashed: deletedAt !== null,
    }))
  },
}

// The logo of the site. It belongs to no item that could be opened by its id.
const settings: UsingNoun = {
  count: (media) => sql`select count(*) from setting where key = 'general' and value->>'logo' = ${media}::text`,
  find: async (db, media) => {
    const { rows } = await sql`select 1 from setting where key = 'general' and value->>'logo' = ${media}`.execute(db)
    return rows.map(() => ({ type: 'setting', id: media, title: null, places: ['logo'], trashed: false }))
  },
}

const nouns: readonly UsingNoun[] = [articles, authors, albums, ads, settings]

/**
 * Who shows this picture, trashed articles, authors and albums too, because they may come back. At most 50 of each noun are
 * listed; `total` counts all.
 */
export async function findMediaUses(
  db: Db,
  media: string,
  reader: Reader,
): Promise<{ items: MediaUse[]; total: number }> {
  const items: MediaUse[] = []
  for (const noun of nouns) items.push(...(await noun.find(db, media, reader)))
  return { items, total: (await countUses(db, [media])).get(media) ?? 0 }
}

/** How many show each of these pictures, from the very rows, not from the counts in the library. */
export async function countUses(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const sums = sql.join(
    nouns.map(({ count }) => sql`(${count(sql`wanted.id`)})`),
    sql` + `,
  )
  const { rows } = await sql<{ id: string; uses: number }>`
    select wanted.id, ${sums} as uses from unnest(${ids}::uuid[]) as wanted(id)`.execute(db)
  return new Map(rows.map(({ id, uses }) => [id, uses]))
}

/** Whose text this person reads as its editors do; all others are known to them as readers know them. */
function readsWorkingCopies({ id, scope }: Reader) {
  if (scope === 'all') return sql`true`
  if (!scope.startsWith('own')) return sql`false`
  return sql`(article.created_by = ${id} or exists (
    select from article_author join author on author.id = author_id where article_id = article.id and user_id = ${id}))`
}
