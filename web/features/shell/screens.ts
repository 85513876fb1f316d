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
  /** What else people call it, or look for on it: words for the palette, with commas between them. */
  also?: MessageDescriptor
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
    also: msg`schedule, publish, drafts, review`,
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
  media: {
    path: paths.media,
    title: msg`media library`,
    label: msg`Media`,
    also: msg`pictures, photos, images, uploads, files`,
    permission: 'media.read',
  },
  albums: {
    path: paths.albums,
    title: msg`album management`,
    label: msg`Albums`,
    also: msg`galleries`,
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
    also: msg`bylines`,
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
    also: msg`sections, topics`,
    permission: 'taxonomy.read',
    will: msg`Here you will arrange categories as a tree. Until then, add categories while you edit an article.`,
  },
  ads: {
    path: paths.ads,
    title: msg`ad management`,
    label: msg`Ads`,
    also: msg`advertising, campaigns, banners`,
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
    also: msg`trending, popular, views, statistics`,
    permission: 'insight.read',
  },
  searchRank: {
    path: paths.searchRank,
    title: msg`search ranking`,
    label: msg`Search ranking`,
    also: msg`search terms, queries`,
    permission: 'insight.read',
    kept: true,
  },
  health: {
    path: paths.health,
    title: msg`server health`,
    label: msg`Health`,
    also: msg`backups, storage, mail, job queue`,
    permission: 'health.read',
    kept: true,
  },
  diagnostic: {
    path: paths.diagnostic,
    title: msg`connection diagnostics`,
    label: msg`Connection diagnostics`,
    also: msg`network test, speed test`,
    permission: 'health.diagnose',
    parent: 'health',
  },
  users: {
    path: paths.users,
    title: msg`user management`,
    label: msg`Users`,
    also: msg`invite people, roles, permissions, team, accounts`,
    permission: 'users.manage',
  },
  import: {
    path: paths.import,
    title: msg`import and export`,
    label: msg`Import and export`,
    also: msg`WordPress, migration, archive`,
    permission: 'import.run',
  },
  audit: {
    path: paths.audit,
    title: msg`audit log`,
    label: msg`Audit`,
    also: msg`activity log, history`,
    permission: 'audit.read',
  },
  trash: {
    path: paths.trash,
    title: msg`trash`,
    label: msg`Trash`,
    also: msg`deleted items, recycle bin, restore`,
    permission: 'media.write',
  },
  settings: {
    path: paths.settings,
    title: msg`settings`,
    label: msg`Settings`,
    also: msg`site name, site address, time zone, language, logo, registration, delivery keys, mail`,
    permission: 'settings.manage',
    will: msg`Here you will set the site’s name, who may register, and how mail and storage work.`,
  },
  profile: {
    path: paths.profile,
    title: msg`profile`,
    label: msg`Profile`,
    also: msg`password, time zone, language, passkeys, two-step sign-in, sessions`,
  },
} as const satisfies Record<string, ScreenInfo & { parent?: string }>

export type ScreenId =
  | 'welcome'
  | 'articles'
  | 'articleAdd'
  | 'article'
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
  { label: msg`Write`, screens: ['articles', 'media', 'albums'] },
  { label: msg`Organise`, screens: ['authors', 'tags', 'categories'] },
  { label: msg`Earn`, screens: ['ads', 'placements'] },
  { label: msg`Understand`, screens: ['hot', 'searchRank'] },
  { label: msg`Run`, screens: ['health', 'users', 'import', 'audit', 'trash', 'settings'] },
]

/** `g` and then one of these within a second and a half. */
export const goToKeys: Readonly<Record<string, ScreenId>> = {
  h: 'welcome',
  a: 'articles',
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
