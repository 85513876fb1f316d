import { sql } from 'kysely'
import { compiledQuery } from '../../db/compiled-query.ts'
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
type Ids = { [Kind in keyof ArticleNames]: readonly string[] }
type Wanted = Ids & { asks: 'names' | 'names and namesakes' }
type Row = { kind: keyof ArticleNames; id: string; names: string[]; shared: boolean; picture: MediaRefRow | null }

/** `offset 0` keeps each step of the recursion a look-up by id; joined, it would read all categories at each level. */
const namesOf = compiledQuery<Ids & { namesakes: boolean }, Row>((db, value) =>
  sql<Row>`
    with recursive line (id, parent, name, names) as (
      select id, parent, name, array[name] from category where id = any(${value('categories')}::uuid[])
      union all
      select line.id, above.parent, line.name, above.name || line.names
      from line cross join lateral (select parent, name from category where id = line.parent offset 0) as above
    )
    select 'authors' as kind, id, array[display_name] as names, false as shared, null::json as picture
      from author where id = any(${value('authors')}::uuid[])
    union all select 'tags', id, array[name], false, null from tag where id = any(${value('tags')}::uuid[])
    union all select 'categories', id, names, ${value('namesakes')}::boolean and (select count(*) from category other
        where lower(other.name) = lower(line.name) and deleted_at is null) > 1, null
      from line where parent is null
    union all select 'media', id, '{}', false, json_build_object('id', id, 'type', type, 'width', width, 'height', height,
        'alt', alt, 'fileVersion', file_version)
      from media where id = any(${value('media')}::uuid[]) and deleted_at is null`.compile(db),
)

/** The names and pictures of what articles point at, in one query; trashed names stay, trashed pictures are left out. */
export async function findArticleNames(db: Db, { asks, ...ids }: Wanted): Promise<ArticleNames> {
  const found: ArticleNames = { authors: new Map(), tags: new Map(), categories: new Map(), media: new Map() }
  if (Object.values(ids).every((each) => each.length === 0)) return found
  const rows = await namesOf(db, { ...ids, namesakes: asks === 'names and namesakes' })
  for (const { kind, id, names, shared, picture } of rows) {
    if (kind === 'categories') found.categories.set(id, { path: names, sharesName: shared })
    else if (picture) found.media.set(id, mediaRefOf(picture))
    else if (kind !== 'media') found[kind].set(id, names[0] ?? '')
  }
  return found
}
