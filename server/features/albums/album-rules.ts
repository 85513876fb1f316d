import {
  albumActionFits,
  albumActionNames,
  albumActions,
  type AlbumAction,
  type AlbumState,
} from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import { scopeCovers, scopeOf, type Permission, type Role } from '#contract/permissions.ts'

/** Who looks at or changes an album, as far as its rows care. */
export type Viewer = { id: string; role: Role }

/** What decides about an album beside who asks. `own`: created by the person, or photographed by them. */
export type Standing = { state: AlbumState; own: boolean }

/** Whether the permission reaches this album. */
export const reaches = (viewer: Viewer, permission: Permission, { own, state }: Standing): boolean =>
  scopeCovers(scopeOf(viewer.role, permission), { own, published: state === 'published' })

export const standingOf = (row: { status: Album['status']; deletedAt: string | null; own: boolean }): Standing => ({
  state: row.deletedAt ? 'trashed' : row.status,
  own: row.own,
})

/** What the person may do with the album now: the one answer behind every button and every refusal. */
export function canDo(viewer: Viewer, standing: Standing): Album['can'] {
  const actions = albumActionNames.map((name) => [
    name,
    reaches(viewer, albumActions[name].permission, standing) && albumActionFits(name, standing.state),
  ])
  return {
    ...(Object.fromEntries(actions) as Record<AlbumAction, boolean>),
    write: reaches(viewer, 'albums.write', standing) && standing.state !== 'trashed',
  }
}
