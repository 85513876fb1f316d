/** Roles, and what each may do: the one table that the server enforces and the console explains. */
export const roles = ['administrator', 'editor', 'author', 'ad_manager', 'viewer'] as const
export type Role = (typeof roles)[number]

/**
 * How far a permission reaches. `own`: created by the person, or carrying their byline.
 * `published`: only what readers see already. `own+published`: either.
 */
export type Scope = 'all' | 'own' | 'own+published' | 'published' | 'summary' | 'none'

type Row = Record<Role, Scope>
const row = (administrator: Scope, editor: Scope, author: Scope, ad_manager: Scope, viewer: Scope): Row => ({
  administrator,
  editor,
  author,
  ad_manager,
  viewer,
})

export const permissions = {
  'articles.read': row('all', 'all', 'own+published', 'published', 'published'),
  'articles.write': row('all', 'all', 'own', 'none', 'none'),
  'articles.publish': row('all', 'all', 'none', 'none', 'none'),
  'articles.trash': row('all', 'all', 'own', 'none', 'none'),
  'articles.purge': row('all', 'none', 'none', 'none', 'none'),
  'taxonomy.read': row('all', 'all', 'all', 'all', 'all'),
  'taxonomy.write': row('all', 'all', 'none', 'none', 'none'),
  'media.read': row('all', 'all', 'all', 'all', 'all'),
  'media.write': row('all', 'all', 'own', 'own', 'none'),
  'media.publish': row('all', 'all', 'none', 'none', 'none'),
  'media.purge': row('all', 'none', 'none', 'none', 'none'),
  'albums.read': row('all', 'all', 'own+published', 'published', 'published'),
  'albums.write': row('all', 'all', 'own', 'none', 'none'),
  'albums.publish': row('all', 'all', 'none', 'none', 'none'),
  'albums.trash': row('all', 'all', 'own', 'none', 'none'),
  'albums.purge': row('all', 'none', 'none', 'none', 'none'),
  'ads.write': row('all', 'none', 'none', 'all', 'none'),
  'ads.approve': row('all', 'none', 'none', 'none', 'none'),
  'ads.purge': row('all', 'none', 'none', 'none', 'none'),
  'insight.read': row('all', 'all', 'all', 'all', 'all'),
  'insight.write': row('all', 'all', 'none', 'none', 'none'),
  'health.read': row('all', 'summary', 'none', 'none', 'none'),
  'health.diagnose': row('all', 'all', 'all', 'all', 'all'),
  'users.manage': row('all', 'none', 'none', 'none', 'none'),
  'settings.manage': row('all', 'none', 'none', 'none', 'none'),
  'import.run': row('all', 'none', 'none', 'none', 'none'),
  'audit.read': row('all', 'none', 'none', 'none', 'none'),
} as const satisfies Record<string, Row>

export type Permission = keyof typeof permissions

/** The reach of a permission for a role; `none` means not allowed. */
export const scopeOf = (role: Role, permission: Permission): Scope => permissions[permission][role]

/** Whether a scope covers an entity: the person's own one, or one that readers see. */
export const scopeCovers = (scope: Scope, { own, published }: { own: boolean; published: boolean }): boolean =>
  scope === 'all' ||
  (own && (scope === 'own' || scope === 'own+published')) ||
  (published && (scope === 'published' || scope === 'own+published'))

/** The nouns that readers see, of which some people may write only their own. */
export type PublishedNoun = 'articles' | 'albums' | 'media'

/** The roles that have the permission, in whatever reach. */
export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => allows(role, permission))

/** Whether the role may change what readers already see: that needs the right to publish. */
export const mayChangePublished = (role: Role, noun: PublishedNoun): boolean => allows(role, `${noun}.publish`)

/** Whether the role has the permission at all, in whatever reach. */
export const allows = (role: Role, permission: Permission): boolean => scopeOf(role, permission) !== 'none'
