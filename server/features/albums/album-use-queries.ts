import { sql } from 'kysely'
import type { AlbumUse } from '#contract/albums.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from './album-rules.ts'

const USES_SHOWN = 50

type Row = { id: string; title: string | null; trashed: boolean; working: boolean; body: boolean; published: boolean }

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
  const working = readsWorkingCopies(viewer)
  const published = sql`coalesce(${id} = any(article_albums(content->>'body')), false)`
  const found = sql`
    select id as article_id from article where article_albums(body) @> array[${id}]
    union select article_id from article_live where article_albums(content->>'body') @> array[${id}]`
  const { rows } = await sql<Row>`
    select article.id, ${working} as working,
      case when ${working} then article.title when ${published} then article_live.title end as title,
      article.deleted_at is not null as trashed,
      ${id} = any(article_albums(article.body)) as body,
      ${published} as published
    from article left join article_live on article_live.article_id = article.id
    where article.id in (${found})
    order by article.deleted_at nulls first, article.updated_at desc, article.id
    limit ${USES_SHOWN}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from (${found}) as found`.execute(db)
  return {
    items: rows.map(({ id: article, title, trashed, working: whole, ...places }) => ({
      type: 'article' as const,
      id: article,
      title,
      places: (['body', 'published'] as const).filter(
        (place) => places[place] && (whole || title === null || place === 'published'),
      ),
      trashed,
    })),
    total: counted[0]?.total ?? 0,
  }
}

/** Whose text this person reads as its editors do; all others are known to them as readers know them. */
function readsWorkingCopies({ id, role }: Viewer) {
  const scope = scopeOf(role, 'articles.read')
  if (scope === 'all') return sql`true`
  if (scope !== 'own+published') return sql`false`
  return sql`(article.created_by = ${id} or exists (select from article_author
    join author on author.id = author_id where article_id = article.id and user_id = ${id}))`
}
