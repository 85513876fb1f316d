import { sql, type RawBuilder } from 'kysely'
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
const nameRows = (ids: { [Kind in keyof ArticleNames]: RawBuilder<unknown> }, namesakes: RawBuilder<unknown>) =>
  sql<Row>`
    with recursive line (id, parent, name, names) as (
      select id, parent, name, array[name] from category where id = any(${ids.categories})
      union all
      select line.id, above.parent, line.name, above.name || line.names
      from line cross join lateral (select parent, name from category where id = line.parent offset 0) as above
    )
    select 'authors' as kind, id, array[display_name] as names, false as shared, null::json as picture
      from author where id = any(${ids.authors})
    union all select 'tags', id, array[name], false, null from tag where id = any(${ids.tags})
    union all select 'categories', id, names, ${namesakes} and (select count(*) from category other
        where lower(other.name) = lower(line.name) and deleted_at is null) > 1, null
      from line where parent is null
    union all select 'media', id, '{}', false, json_build_object('id', id, 'type', type, 'width', width, 'height', height,
        'alt', alt, 'fileVersion', file_version)
      from media where id = any(${ids.media}) and deleted_at is null`

const namesOf = compiledQuery<Ids & { namesakes: boolean }, Row>((db, value) =>
  nameRows(
    {
      authors: sql`${value('authors')}::uuid[]`,
      tags: sql`${value('tags')}::uuid[]`,
      categories: sql`${value('categories')}::uuid[]`,
      media: sql`${value('media')}::uuid[]`,
    },
    sql`${value('namesakes')}::boolean`,
  ).compile(db),
)

/** The names and pictures of what articles point at, in one query; trashed names stay, trashed pictures are left out. */
export async function findArticleNames(db: Db, { asks, ...ids }: Wanted): Promise<ArticleNames> {
  if (Object.values(ids).every((each) => each.length === 0)) return namesIn([])
  return namesIn(await namesOf(db, { ...ids, namesakes: asks === 'names and namesakes' }))
}

const linked = (noun: 'author' | 'tag' | 'category') =>
  sql`array(select ${sql.ref(`${noun}_id`)} from ${sql.table(`article_${noun}`)} where article_id = article.id)`

/** The same of one row of `article`, as an expression for its query: for `namesIn`. */
export const ownNames = sql<Row[] | null>`(select json_agg(named) from (${nameRows(
  {
    authors: linked('author'),
    tags: linked('tag'),
    categories: sql`article.primary_category || ${linked('category')}`,
    media: sql`array[article.cover_media, article.social_image]`,
  },
  sql`true`,
)}) as named)`

export type NameRows = readonly Row[]

/** What such a query found, by id. */
export function namesIn(rows: NameRows): ArticleNames {
  const found: ArticleNames = { authors: new Map(), tags: new Map(), categories: new Map(), media: new Map() }
  for (const { kind, id, names, shared, picture } of rows) {
    if (kind === 'categories') found.categories.set(id, { path: names, sharesName: shared })
    else if (picture) found.media.set(id, mediaRefOf(picture))
    else if (kind !== 'media') found[kind].set(id, names[0] ?? '')
  }
  return found
}
