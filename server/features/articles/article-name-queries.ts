import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { MediaRef } from '#contract/media.ts'
import { mediaRefOf, type MediaRefRow } from '../media/media-queries.ts'

export type ArticleNames = {
  authors: Map<string, string>
  tags: Map<string, string>
  /** From the root down. `sharesName`: another category has the same name. */
  categories: Map<string, { path: string[]; sharesName: boolean }>
  media: Map<string, MediaRef>
}
/** `namesakes`: whether another category has the same name is asked, too. */
type Wanted = { [Kind in keyof ArticleNames]: readonly string[] } & { asks: 'names' | 'names and namesakes' }
type Row = { kind: keyof ArticleNames; id: string; names: string[]; shared: boolean; picture: MediaRefRow | null }

/** The names and pictures of what articles point at, in one query; trashed names stay, trashed pictures are left out. */
export async function findArticleNames(db: Db, wanted: Wanted): Promise<ArticleNames> {
  const found: ArticleNames = { authors: new Map(), tags: new Map(), categories: new Map(), media: new Map() }
  const { authors, tags, categories, media } = wanted
  const namesakes = wanted.asks === 'names and namesakes'
  if (authors.length + tags.length + categories.length + media.length === 0) return found
  const { rows } = await sql<Row>`
    with recursive line (id, parent, name, names) as (
      select id, parent, name, array[name] from category where id = any(${categories}::uuid[])
      union all
      select line.id, above.parent, line.name, above.name || line.names
      from line join category above on above.id = line.parent
    )
    select 'authors' as kind, id, array[display_name] as names, false as shared, null::json as picture
      from author where id = any(${authors}::uuid[])
    union all select 'tags', id, array[name], false, null from tag where id = any(${tags}::uuid[])
    union all select 'categories', id, names, ${namesakes}::boolean and (select count(*) from category other
        where lower(other.name) = lower(line.name) and deleted_at is null) > 1, null
      from line where parent is null
    union all select 'media', id, '{}', false, json_build_object('id', id, 'type', type, 'width', width, 'height', height,
        'alt', alt, 'fileVersion', file_version)
      from media where id = any(${media}::uuid[]) and deleted_at is null`.execute(db)
  for (const { kind, id, names, shared, picture } of rows) {
    if (kind === 'categories') found.categories.set(id, { path: names, sharesName: shared })
    else if (picture) found.media.set(id, mediaRefOf(picture))
    else if (kind !== 'media') found[kind].set(id, names[0] ?? '')
  }
  return found
}
