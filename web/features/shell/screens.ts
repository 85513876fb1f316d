import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '#contract/permissions.ts'
import { paths } from '../../paths.ts'

/** A screen behind the sign-in: its address, its names and who may see it. */
export type ScreenInfo = {
  path: string
  /** In the browser's title bar; the specification words five of them. */
  title: MessageDescriptor
  /** In the menu, the palette and "where am I". */
  label: MessageDescriptor
  permission?: Permission
  kept?: true
  /** The list that this screen belongs to. */
  parent?: ScreenId
  /** For screens that are not built yet: what they will do. */
  will?: MessageDescriptor
}

const anId = ':id'

export const screens = {
  welcome: { path: paths.welcome, title: msg`home page`, label: msg`Home`, kept: true },
  articles: {
    path: paths.articles,
    title: msg`article management`,
    label: msg`Articles`,
    permission: 'articles.read',
    kept: true,
  },
  articleAdd: {
    path: paths.articleAdd,
    title: msg`add an article`,
    label: msg`New article`,
    permission: 'articles.write',
    parent: 'articles',
  },
  article: {
    path: paths.article(anId),
    title: msg`edit an article`,
    label: msg`Article`,
    permission: 'articles.read',
    parent: 'articles',
  },
  calendar: {
    path: paths.calendar,
    title: msg`planning calendar`,
    label: msg`Calendar`,
    permission: 'articles.read',
  },
  media: {
    path: paths.media,
    title: msg`media library`,
    label: msg`Media`,
    permission: 'media.read',
  },
  albums: {
    path: paths.albums,
    title: msg`album management`,
    label: msg`Albums`,
    permission: 'albums.read',
  },
  album: {
    path: paths.album(anId),
    title: msg`edit an album`,
    label: msg`Album`,
    permission: 'albums.read',
    parent: 'albums',
  },
  authors: {
    path: paths.authors,
    title: msg`author management`,
    label: msg`Authors`,
    permission: 'taxonomy.read',
  },
  authorAdd: {
    path: paths.authorAdd,
    title: msg`add an author`,
    label: msg`New author`,
    permission: 'taxonomy.write',
    parent: 'authors',
  },
  author: {
    path: paths.author(anId),
    title: msg`edit an author`,
    label: msg`Author`,
    permission: 'taxonomy.read',
    parent: 'authors',
  },
  tags: {
    path: paths.tags,
    title: msg`tag management`,
    label: msg`Tags`,
    permission: 'taxonomy.read',
  },
  tagAdd: {
    path: paths.tagAdd,
    title: msg`add a tag`,
    label: msg`New tag`,
    permission: 'taxonomy.write',
    parent: 'tags',
  },
  tag: {
    path: paths.tag(anId),
    title: msg`edit a tag`,
    label: msg`Tag`,
    permission: 'taxonomy.read',
    parent: 'tags',
  },
  categories: {
    path: paths.categories,
    title: msg`category management`,
    label: msg`Categories`,
    permission: 'taxonomy.read',
    will: msg`Here you will arrange categories as a tree. Until then, add categories while you edit an article.`,
  },
  ads: {
    path: paths.ads,
    title: msg`ad management`,
    label: msg`Ads`,
    permission: 'ads.write',
  },
  adAdd: {
    path: paths.adAdd,
    title: msg`add an ad`,
    label: msg`New ad`,
    permission: 'ads.write',
    parent: 'ads',
  },
  ad: {
    path: paths.ad(anId),
    title: msg`edit an ad`,
    label: msg`Ad`,
    permission: 'ads.write',
    parent: 'ads',
  },
  placements: {
    path: paths.placements,
    title: msg`placement management`,
    label: msg`Placements`,
    permission: 'ads.write',
  },
  placementAdd: {
    path: paths.placementAdd,
    title: msg`add a placement`,
    label: msg`New placement`,
    permission: 'ads.write',
    parent: 'placements',
  },
  placement: {
    path: paths.placement(anId),
    title: msg`edit a placement`,
    label: msg`Placement`,
    permission: 'ads.write',
    parent: 'placements',
  },
  hot: {
    path: paths.hot,
    title: msg`hot items`,
    label: msg`Hot`,
    permission: 'insight.read',
  },
  searchRank: {
    path: paths.searchRank,
    title: msg`search ranking`,
    label: msg`Search ranking`,
    permission: 'insight.read',
    kept: true,
  },
  health: {
    path: paths.health,
    title: msg`server health`,
    label: msg`Health`,
    permission: 'health.read',
    kept: true,
  },
  diagnostic: {
    path: paths.diagnostic,
    title: msg`connection diagnostics`,
    label: msg`Connection diagnostics`,
    permission: 'health.diagnose',
    parent: 'health',
  },
  users: {
    path: paths.users,
    title: msg`user management`,
    label: msg`Users`,
    permission: 'users.manage',
  },
  import: {
    path: paths.import,
    title: msg`import and export`,
    label: msg`Import and export`,
    permission: 'import.run',
  },
  audit: {
    path: paths.audit,
    title: msg`audit log`,
    label: msg`Audit`,
    permission: 'audit.read',
  },
  trash: {
    path: paths.trash,
    title: msg`trash`,
    label: msg`Trash`,
    permission: 'media.write',
  },
  settings: {
    path: paths.settings,
    title: msg`settings`,
    label: msg`Settings`,
    permission: 'settings.manage',
    will: msg`Here you will set the site’s name, who may register, and how mail and storage work.`,
  },
  profile: {
    path: paths.profile,
    title: msg`profile`,
    label: msg`Profile`,
  },
} as const satisfies Record<string, ScreenInfo & { parent?: string }>

export type ScreenId =
  | 'welcome'
  | 'articles'
  | 'articleAdd'
  | 'article'
  | 'calendar'
  | 'media'
  | 'albums'
  | 'album'
  | 'authors'
  | 'authorAdd'
  | 'author'
  | 'tags'
  | 'tagAdd'
  | 'tag'
  | 'categories'
  | 'ads'
  | 'adAdd'
  | 'ad'
  | 'placements'
  | 'placementAdd'
  | 'placement'
  | 'hot'
  | 'searchRank'
  | 'health'
  | 'diagnostic'
  | 'users'
  | 'import'
  | 'audit'
  | 'trash'
  | 'settings'
  | 'profile'

/** Titles outside the shell, and of addresses that lead nowhere. */
export const screenTitles = {
  login: msg`sign in`,
  register: msg`register`,
  forget: msg`password recovery`,
  notFound: msg`page not found`,
  nowhere: msg`Page not found`,
}

export const screenIds = Object.keys(screens) as ScreenId[]
export const screenInfo = (id: ScreenId): ScreenInfo => screens[id]

export type MenuGroup = { label: MessageDescriptor; screens: readonly ScreenId[] }

/** The menu, in the order in which people work. */
export const menuGroups: readonly MenuGroup[] = [
  { label: msg`Write`, screens: ['articles', 'calendar', 'media', 'albums'] },
  { label: msg`Organise`, screens: ['authors', 'tags', 'categories'] },
  { label: msg`Earn`, screens: ['ads', 'placements'] },
  { label: msg`Understand`, screens: ['hot', 'searchRank'] },
  { label: msg`Run`, screens: ['health', 'users', 'import', 'audit', 'trash', 'settings'] },
]

/** `g` and then one of these within a second and a half. */
export const goToKeys: Readonly<Record<string, ScreenId>> = {
  h: 'welcome',
  a: 'articles',
  l: 'calendar',
  m: 'media',
  b: 'albums',
  u: 'authors',
  t: 'tags',
  c: 'categories',
  d: 'ads',
  o: 'hot',
  s: 'searchRank',
  e: 'health',
  p: 'profile',
}
