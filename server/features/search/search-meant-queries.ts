import type { z } from 'zod'
import { albumList } from '#contract/albums.ts'
import { articleList } from '#contract/article-list.ts'
import { authorList } from '#contract/authors.ts'
import { RELEVANCE } from '#contract/list.ts'
import { mediaList } from '#contract/media.ts'
import { allows, scopeOf } from '#contract/permissions.ts'
import { type MeantKind, searchKinds } from '#contract/search.ts'
import { tagList } from '#contract/tags.ts'
import type { Db } from '../../db/database.ts'
import { topPage } from '../../db/top-page.ts'
import { invalidField } from '../../http/problem-error.ts'
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
type Finder = (db: Db, viewer: Viewer, filters: Record<string, string>) => (q: string) => Found

const asked = (q: string) => ({ q, sort: RELEVANCE, page: 1, pageSize: 1 }) as const

/** @param find the first row of the list with these filters */
const finder =
  <S extends z.ZodObject>(
    schema: S,
    find: (db: Db, viewer: Viewer, query: z.output<S> & ReturnType<typeof asked>) => Found,
  ): Finder =>
  (db, viewer, filters) => {
    const { success, data } = schema.safeParse(filters)
    if (!success) throw invalidField('filters', 'invalid', 'not filters of this list')
    return (q) => find(db, viewer, { ...data, ...asked(q) })
  }

const finders: Record<MeantKind, Finder> = {
  articles: finder(articleList.filter, (db, viewer, query) => listArticles(db, viewer, query, undefined, topPage)),
  albums: finder(albumList.filter, (db, viewer, query) => listAlbums(db, viewer, query, topPage)),
  media: finder(mediaList.filter, (db, { id, role }, query) =>
    listMedia(db, query, { id, scope: scopeOf(role, 'media.write'), mayPurge: false, mayPublish: true }, topPage),
  ),
  tags: finder(tagList.filter, (db, _viewer, query) => listTags(db, query, topPage)),
  authors: finder(authorList.filter, (db, _viewer, query) => listAuthors(db, query, topPage)),
}

type Asked = { kind: MeantKind; q: string; filters?: string | undefined }

/**
 * The nearest text that finds something in this list, with these filters and for this person; null where there is none. The
 * known words are of everything: what finds nothing that the person may see is not told.
 */
export async function textMeant(db: Db, viewer: Viewer, { kind, q, filters = '' }: Asked): Promise<string | null> {
  if (!allows(viewer.role, searchKinds[kind])) return null
  const find = finders[kind](db, viewer, Object.fromEntries(new URLSearchParams(filters)))
  for (const text of await textsMeant(db, q, MEANT_MAX)) if ((await find(text)).items.length > 0) return text
  return null
}
