import { sql } from 'kysely'
import type { AlbumUse } from '#contract/albums.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from './album-rules.ts'

const USES_SHOWN = 50

type Row = { id: string; title: string; trashed: boolean; readable: boolean; body: boolean; published: boolean }

/**
 * The articles that show this album, trashed ones too: they may come back. At most 50 are listed, those outside the
 * trash first; `total` counts all.
 * @param viewer for the titles: what they may not read is counted, not named
 */
export async function findAlbumUses(
  db: Db,
  album: string,
  viewer: Viewer,
): Promise<{ items: AlbumUse[]; total: number }> {
  const id = sql`${album}::uuid`
  const found = sql`
    select id as article_id from article where article_albums(body) @> array[${id}]
    union select article_id from article_live where article_albums(content->>'body') @> array[${id}]`
  const { rows } = await sql<Row>`
    select article.id, article.title, article.deleted_at is not null as trashed, ${readable(viewer)} as readable,
      ${id} = any(article_albums(article.body)) as body,
      coalesce(${id} = any(article_albums(content->>'body')), false) as published
    from article left join article_live on article_live.article_id = article.id
    where article.id in (${found})
    order by article.deleted_at nulls first, article.updated_at desc, article.id
    limit ${USES_SHOWN}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from (${found}) as found`.execute(db)
  return {
    items: rows.map(({ id: article, title, trashed, readable: shown, ...places }) => ({
      type: 'article' as const,
      id: article,
      title: shown ? title : null,
      places: (['body', 'published'] as const).filter((place) => places[place]),
      trashed,
    })),
    total: counted[0]?.total ?? 0,
  }
}

function readable({ id, role }: Viewer) {
  const scope = scopeOf(role, 'articles.read')
  if (scope === 'all') return sql`true`
  const published = sql`article_live.article_id is not null`
  if (scope !== 'own+published') return published
  return sql`(${published} or article.created_by = ${id} or exists (select from article_author
    join author on author.id = author_id where article_id = article.id and user_id = ${id}))`
}
