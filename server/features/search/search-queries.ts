import type { Reply } from '#contract/endpoint.ts'
import { RELEVANCE } from '#contract/list.ts'
import { kindRank, matchRank } from '#contract/match-rank.ts'
import { allows, type Role, scopeOf } from '#contract/permissions.ts'
import {
  SEARCH_HITS_MOST,
  searchKinds,
  type SearchGroup,
  type searchEndpoints,
  type SearchHit,
  type SearchKind,
  viewScreens,
  type ViewScreen,
} from '#contract/search.ts'
import type { Db } from '../../db/database.ts'
import { topPage } from '../../db/top-page.ts'
import { listAlbums } from '../albums/album-queries.ts'
import { listArticles } from '../articles/article-list-queries.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { listAuthors } from '../authors/author-queries.ts'
import { listCategories } from '../categories/category-queries.ts'
import { textsMeant } from '../delivery/search-word-queries.ts'
import { listMedia } from '../media/media-list-queries.ts'
import { findSavedViews } from '../saved-views/saved-view-queries.ts'
import { listTags } from '../tags/tag-queries.ts'
import { listUsers } from '../users/user-queries.ts'

const screensOf = (role: Role) =>
  (Object.keys(viewScreens) as ViewScreen[]).filter((screen) => allows(role, viewScreens[screen]))

type Hit = SearchHit & { rank: number }
type Find = (db: Db, viewer: Viewer, q: string) => Promise<Hit[]>

const asked = (q: string) => ({ q, sort: RELEVANCE, page: 1, pageSize: SEARCH_HITS_MOST }) as const
const hit = (q: string, id: string, label: string, detail: string[], thumb: string | null = null): Hit => {
  const rank = Math.max(...[label, ...detail].map((text) => kindRank(text, q)))
  return { id, label, detail, status: null, thumb, rank }
}

const finders: Record<SearchKind, Find> = {
  articles: async (db, viewer, q) => {
    const { items } = await listArticles(db, viewer, asked(q), undefined, topPage)
    return items.map(({ id, title, authors, cover, status }) => {
      const found = hit(q, id, title, [], cover?.thumb)
      return { ...found, status, detail: authors.map(({ displayName }) => displayName) }
    })
  },
  albums: async (db, viewer, q) => {
    const { items } = await listAlbums(db, viewer, asked(q), topPage)
    return items.map(({ id, title, place, coverImage, status }) => ({
      ...hit(q, id, title, [place].filter(Boolean), coverImage?.thumb),
      status,
    }))
  },
  media: async (db, { id: person, role }, q) => {
    // What may be done with them is not shown here, so it is not asked.
    const asker = { id: person, scope: scopeOf(role, 'media.write'), mayPurge: false, mayPublish: true }
    const { items } = await listMedia(db, asked(q), asker, topPage)
    return items.map(({ id, name, alt, thumb }) => hit(q, id, name, [alt].filter(Boolean), thumb))
  },
  tags: async (db, _viewer, q) => {
    const { items } = await listTags(db, asked(q), topPage)
    return items.map(({ id, name, synonyms }) => {
      // Why it was found, where its name does not say so.
      const meant = matchRank(name, q) > 0 ? [] : synonyms.filter((synonym) => matchRank(synonym, q) > 0)
      return { ...hit(q, id, name, []), detail: meant }
    })
  },
  authors: async (db, _viewer, q) => {
    const { items } = await listAuthors(db, asked(q), topPage)
    return items.map(({ id, displayName, jobTitle, avatarUrl }) => ({
      ...hit(q, id, displayName, [], avatarUrl),
      detail: [jobTitle].filter(Boolean),
    }))
  },
  categories: async (db, _viewer, q) => {
    const { items } = await listCategories(db, asked(q), topPage)
    return items.map(({ id, name, path }) => ({ ...hit(q, id, name, []), detail: path.slice(0, -1) }))
  },
  users: async (db, _viewer, q) => {
    const { items } = await listUsers(db, asked(q), topPage)
    return items.map(({ id, name, email }) => hit(q, id, name, [email]))
  },
  views: async (db, { id: person, role }, q) => {
    const views = await findSavedViews(db, person, q, screensOf(role))
    return views
      .map(({ id, name, screen, query }) => ({ ...hit(q, id, name, []), view: { screen, query } }))
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, SEARCH_HITS_MOST)
  },
}

/** One search takes no more connections of the pool than there are lanes, each of them when its turn comes. */
const lanes: readonly (readonly SearchKind[])[] = [
  ['articles', 'users'],
  ['media', 'categories', 'views'],
  ['albums', 'tags', 'authors'],
]

type WithConnection = (work: () => Promise<void>) => Promise<void>

/**
 * The few best matches of each kind that this person may see; the group that fits best comes first.
 * @param withConnection runs what takes a connection
 */
export async function search(
  db: Db,
  viewer: Viewer,
  q: string,
  withConnection: WithConnection,
): Promise<Reply<typeof searchEndpoints.find>> {
  const groups = await findGroups(db, viewer, q, withConnection)
  // Nothing has these words: what may have been meant, the most likely first.
  const meant = groups.length > 0 ? [] : await textsMeant(db, q, MEANT_MAX)
  while (groups.length === 0 && meant.length > 0)
    groups.push(...(await findGroups(db, viewer, meant.shift()!, withConnection)))
  const kinds = Object.keys(searchKinds)
  return { groups: groups.toSorted((a, b) => b.rank - a.rank || kinds.indexOf(a.kind) - kinds.indexOf(b.kind)) }
}

/** So many corrected texts are tried. */
const MEANT_MAX = 3

async function findGroups(db: Db, viewer: Viewer, q: string, withConnection: WithConnection): Promise<SearchGroup[]> {
  const groups: SearchGroup[] = []
  const find = async (kind: SearchKind) => {
    const needed = searchKinds[kind]
    if (needed && !allows(viewer.role, needed)) return
    const hits = await finders[kind](db, viewer, q)
    if (hits.length === 0) return
    const rank = Math.max(...hits.map((one) => one.rank))
    groups.push({ kind, rank, hits: hits.map(({ rank: _rank, ...shown }) => shown) })
  }
  await Promise.all(
    lanes.map(async (lane) => {
      for (const kind of lane) await withConnection(() => find(kind))
    }),
  )
  return groups
}
