import { sql } from 'kysely'
import type { MediaUse } from '#contract/media.ts'
import type { Scope } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'

const USES_SHOWN = 50

type ArticleUse = {
  id: string
  title: string
  trashed: boolean
  readable: boolean
  cover: boolean
  socialImage: boolean
  body: boolean
  published: boolean
}

/**
 * Who shows this picture: articles (trashed ones too, they may come back), what readers see of them, and authors.
 * At most 50 are listed; `total` counts all.
 * @param reader for the titles: what they may not read is counted, not named
 */
export async function findMediaUses(
  db: Db,
  media: string,
  reader: { id: string; scope: Scope },
): Promise<{ items: MediaUse[]; total: number }> {
  const id = sql`${media}::uuid`
  const found = sql<{ articleId: string }>`
    select id as article_id from article where article_media(body, cover_media, social_image) @> array[${id}]
    union
    select article_id from article_live
    where article_media(content->>'body', (content->'cover'->>'media')::uuid, (content->>'socialImage')::uuid) @> array[${id}]`
  const { rows: articles } = await sql<ArticleUse>`
    select article.id, article.title, article.deleted_at is not null as trashed,
      coalesce(article.cover_media = ${id}, false) as cover,
      coalesce(article.social_image = ${id}, false) as social_image,
      ${id} = any(article_media(article.body, null, null)) as body,
      coalesce(${id} = any(article_media(content->>'body', (content->'cover'->>'media')::uuid, (content->>'socialImage')::uuid)), false) as published,
      ${readable(reader)} as readable
    from article left join article_live on article_live.article_id = article.id
    where article.id in (${found})
    order by article.updated_at desc, article.id
    limit ${USES_SHOWN}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from (${found}) as found`.execute(db)
  const authors = await db
    .selectFrom('author')
    .select(['id', 'displayName', 'deletedAt'])
    .where('avatar', '=', media)
    .limit(USES_SHOWN)
    .execute()
  return {
    items: [
      ...articles.map(({ id: article, title, trashed, readable: shown, ...places }) => ({
        type: 'article' as const,
        id: article,
        title: shown ? title : null,
        places: (['cover', 'socialImage', 'body', 'published'] as const).filter((place) => places[place]),
        trashed,
      })),
      ...authors.map((author) => ({
        type: 'author' as const,
        id: author.id,
        title: author.displayName,
        places: ['avatar' as const],
        trashed: author.deletedAt !== null,
      })),
    ],
    total: (counted[0]?.total ?? 0) + authors.length,
  }
}

function readable({ id, scope }: { id: string; scope: Scope }) {
  const published = sql`article_live.article_id is not null`
  const own = sql`(article.created_by = ${id} or exists (
    select from article_author join author on author.id = author_id where article_id = article.id and user_id = ${id}))`
  if (scope === 'all') return sql`true`
  if (scope === 'own+published') return sql`(${published} or ${own})`
  if (scope === 'own') return own
  return scope === 'published' ? published : sql`false`
}
