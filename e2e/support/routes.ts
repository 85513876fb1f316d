/** The routes of the specification, spelled as there; ids are of nothing in particular. */
const anyId = '0190a1b2-0000-7000-8000-000000000001'

export type Route = { path: string; title?: string }

/** Behind the sign-in, in the order of the specification's table; with a title where it gives one. */
export const specifiedRoutes: readonly Route[] = [
  { path: '/edit', title: 'home page' },
  { path: '/jCore/adManage' },
  { path: '/jCore/adManage/add' },
  { path: `/jCore/adManage/${anyId}` },
  { path: '/jCore/article', title: 'article management' },
  { path: '/jCore/article/add' },
  { path: `/jCore/article/${anyId}` },
  { path: '/jCore/album' },
  { path: `/jCore/album/${anyId}` },
  { path: '/jCore/hot' },
  { path: '/jCore/author' },
  { path: '/jCore/author/add' },
  { path: `/jCore/author/${anyId}` },
  { path: '/jCore/tag' },
  { path: '/jCore/tag/add' },
  { path: `/jCore/tag/${anyId}` },
  { path: '/jCore/cate' },
  { path: '/jCore/search-rank', title: 'search ranking' },
  { path: '/jCore/health', title: 'server health' },
  { path: '/jCore/health/diagnostic', title: 'connection diagnostics' },
]

/** Ours, beyond the specification. */
export const furtherRoutes: readonly Route[] = [
  { path: '/jCore/calendar', title: 'planning calendar' },
  { path: '/jCore/media' },
  { path: '/jCore/users' },
  { path: '/jCore/audit' },
  { path: '/jCore/trash' },
  { path: '/jCore/settings' },
  { path: '/jCore/import' },
  { path: '/jCore/profile' },
  { path: '/jCore/placements' },
  { path: '/jCore/placements/add' },
]

export const publicRoutes: readonly Route[] = [
  { path: '/login' },
  { path: '/register' },
  { path: '/forget' },
  { path: '/preview' },
]

export const signedInRoutes: readonly Route[] = [...specifiedRoutes, ...furtherRoutes]
