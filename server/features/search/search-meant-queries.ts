import type { AlbumListQuery } from '#contract/albums.ts'
import type { ArticleListQuery } from '#contract/article-list.ts'
import type { AuthorListQuery } from '#contract/authors.ts'
import type { MediaListQuery } from '#contract/media.ts'
import type { TagListQuery } from '#contract/tags.ts'
import { RELEVANCE } from '#contract/list.ts'
import { allows, scopeOf } from '#contract/permissions.ts'
import { type MeantKind, searchKinds } from '#contract/search.ts'
import type { Db } from '../../db/database.ts'
import { topPage } from '../../db/top-page.ts'
import { listAlbums } from '../albums/album-queries.ts'
import { listArticles } from '../articles/article-list-queries.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { listAuthors } from '../authors/author-queries.ts'
import { textsMeant } from '../delivery/search-word-queries.ts'
import { listMedia } from '../media/media-list-queries.ts'
import { listTags } from '../tags/tag-queries.ts'

/** So many corrected texts are tried. */
const MEANT_MAX = 3

type Found = Promise<{ items: readonly unknown[] }>
type FiltersOf<Query> = Omit<Query, keyof ReturnType<typeof asked>>
/** The filters of each list. */
export type MeantFilters = {
  articles: FiltersOf<ArticleListQuery>
  albums: FiltersOf<AlbumListQuery>
  media: FiltersOf<MediaListQuery>
  tags: FiltersOf<TagListQuery>
  authors: FiltersOf<AuthorListQuery>
}

const asked = (q: string) => ({ q, sort: RELEVANCE, page: 1, pageSize: 1 }) as const

/** The first row of each list. */
const finders: {
  [Kind in MeantKind]: (db: Db, viewer: Viewer, query: MeantFilters[Kind] & ReturnType<typeof asked>) => Found
} = {
  articles: (db, viewer, query) => listArticles(db, viewer, query, undefined, topPage),
  albums: (db, viewer, query) => listAlbums(db, viewer, query, topPage),
  media: (db, { id, role }, query) =>
    listMedia(db, query, { id, scope: scopeOf(role, 'media.write'), mayPurge: false, mayPublish: true }, topPage),
  tags: (db, _viewer, query) => listTags(db, query, topPage),
  authors: (db, _viewer, query) => listAuthors(db, query, topPage),
}

/**
 * The nearest text that finds something in this list, with these filters and for this person; null where there is none. The
 * known words are of everything: what finds nothing that the person may see is not told.
 */
export async function textMeant<Kind extends MeantKind>(
  db: Db,
  viewer: Viewer,
  kind: Kind,
  q: string,
  filters: MeantFilters[Kind],
): Promise<string | null> {
  if (!allows(viewer.role, searchKinds[kind])) return null
  const find = (text: string) => finders[kind](db, viewer, { ...filters, ...asked(text) })
  for (const text of await textsMeant(db, q, MEANT_MAX)) if ((await find(text)).items.length > 0) return text
  return null
}
