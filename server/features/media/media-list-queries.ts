import { sql } from 'kysely'
import type { MediaListQuery } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike, listPage } from '../../db/list-page.ts'
import type { Asker } from './media-rules.ts'
import { mediaByIds } from './media-view-queries.ts'

const keys = {
  createdAt: sql`created_at`,
  name: sql`lower(name)`,
  bytes: sql`bytes`,
  uses: sql`uses`,
  alike: sql`look`,
}

/** One page of the library, or of what the asker may take out of its trash. Settle the counts of uses before. */
export function listMedia(db: Db, query: MediaListQuery, asker: Asker) {
  const by = keys[query.sort.replace(/^-/, '') as keyof typeof keys]
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  return listPage(db, fitting(db, query, asker), { by, direction }, query, (ids) => mediaByIds(db, ids, asker))
}

function fitting(db: Db, query: MediaListQuery, asker: Asker) {
  const { q, type, missingAlt, unused, duplicates, likeOf, uploader, trashed } = query
  let rows = db
    .selectFrom('media')
    .select('id')
    .where('deletedAt', trashed ? 'is not' : 'is', null)
  if (trashed && asker.scope !== 'all') {
    const own = asker.scope === 'own' ? sql<boolean>`created_by = ${asker.id}` : sql<boolean>`false`
    rows = rows.where(own)
  }
  if (q)
    rows = rows.where(sql<boolean>`lower(name || ' ' || alt || ' ' || caption) like lower(${`%${escapeLike(q)}%`})`)
  if (type) rows = rows.where('type', '=', type)
  if (missingAlt !== undefined) rows = rows.where('alt', missingAlt ? '=' : '<>', '')
  if (unused !== undefined) rows = rows.where('uses', unused ? '=' : '>', 0)
  if (uploader) rows = rows.where('createdBy', '=', uploader)
  if (likeOf)
    rows = rows.where(
      sql<boolean>`(id = ${likeOf} or look = (select look from media as given where given.id = ${likeOf}))`,
    )
  if (duplicates !== undefined) {
    const shared = sql<boolean>`exists (select from media_look where media_look.id = look and pictures > 1)`
    rows = rows.where(duplicates ? shared : sql<boolean>`not ${shared}`)
  }
  return rows
}
