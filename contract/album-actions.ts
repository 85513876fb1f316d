import type { Permission } from './permissions.ts'

export const albumStatuses = ['draft', 'published', 'archived'] as const
export type AlbumStatus = (typeof albumStatuses)[number]

/** The state an action looks at: the status, or `trashed` whatever the status is. */
export type AlbumState = AlbumStatus | 'trashed'
export const albumStates = [...albumStatuses, 'trashed'] as const

type ActionRule = { from: readonly AlbumState[]; to: AlbumState | null; permission: Permission }

/** Which action is allowed in which state, and by whom: the one table of server and console. `to: null`: gone permanently. */
export const albumActions = {
  publish: { from: ['draft', 'archived'], to: 'published', permission: 'albums.publish' },
  unpublish: { from: ['published'], to: 'draft', permission: 'albums.publish' },
  archive: { from: ['published'], to: 'archived', permission: 'albums.publish' },
  trash: { from: ['draft', 'published', 'archived'], to: 'trashed', permission: 'albums.trash' },
  restore: { from: ['trashed', 'archived'], to: 'draft', permission: 'albums.trash' },
  purge: { from: ['trashed'], to: null, permission: 'albums.purge' },
} as const satisfies Record<string, ActionRule>

export type AlbumAction = keyof typeof albumActions
export const albumActionNames = Object.keys(albumActions) as [AlbumAction, ...AlbumAction[]]

/** Whether the state table lets the action happen; permission is asked separately. */
export const albumActionFits = (action: AlbumAction, state: AlbumState): boolean =>
  (albumActions[action].from as readonly AlbumState[]).includes(state)

/** What must be there before readers may see an album. */
export const albumRequirements = ['photos'] as const
export type AlbumRequirement = (typeof albumRequirements)[number]

/** What is still missing. Empty: ready to publish. */
export const missingInAlbum = (album: { photos: number }): AlbumRequirement[] => (album.photos === 0 ? ['photos'] : [])
