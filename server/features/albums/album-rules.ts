import {
  albumActionFits,
  albumActionNames,
  albumActions,
  type AlbumAction,
  type AlbumState,
} from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import { mayChangePublished, scopeCovers, scopeOf, type Permission, type Role } from '#contract/permissions.ts'

/** Who looks at or changes an album, as far as its rows care. */
export type Viewer = { id: string; role: Role }

/** What decides about an album beside who asks. `own`: created by the person, or photographed by them. */
export type AlbumAccess = { state: AlbumState; own: boolean }

/** Whether the permission reaches this album. */
export const reaches = (viewer: Viewer, permission: Permission, { own, state }: AlbumAccess): boolean =>
  scopeCovers(scopeOf(viewer.role, permission), { own, published: state === 'published' })

export const accessOf = (row: { status: Album['status']; deletedAt: string | null; own: boolean }): AlbumAccess => ({
  state: row.deletedAt ? 'trashed' : row.status,
  own: row.own,
})

/** Changing or trashing an album that readers see needs the right to publish: an album has no working copy. */
export const needsPublisher = ({ role }: Viewer, permission: Permission, { state }: AlbumAccess): boolean =>
  state === 'published' &&
  (permission === 'albums.write' || permission === 'albums.trash') &&
  !mayChangePublished(role, 'albums')

/** What the person may do with the album now: the one answer behind every button and every refusal. */
export function canDo(viewer: Viewer, access: AlbumAccess): Album['can'] {
  const allowed = (permission: Permission) =>
    reaches(viewer, permission, access) && !needsPublisher(viewer, permission, access)
  const actions = albumActionNames.map((name) => [
    name,
    allowed(albumActions[name].permission) && albumActionFits(name, access.state),
  ])
  return {
    ...(Object.fromEntries(actions) as Record<AlbumAction, boolean>),
    write: allowed('albums.write') && access.state !== 'trashed',
    needsPublisher: reaches(viewer, 'albums.write', access) && needsPublisher(viewer, 'albums.write', access),
  }
}
