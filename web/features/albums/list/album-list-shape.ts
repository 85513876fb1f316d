import { useLingui } from '@lingui/react/macro'
import { albumList } from '#contract/albums.ts'
import { type ControlOf, listShape } from '../../../entity/list/entity-list.ts'
import type { BuiltInView } from '../../../entity/list/view-tabs.tsx'

/** What the album list can be asked for. */
export const albumListShape = listShape(albumList, {
  columns: ['status', 'photos', 'missingAlt', 'eventDate', 'photographer', 'updatedAt'],
  hasGrid: true,
})

export type AlbumListControl = ControlOf<typeof albumList>

/** The views that everyone has; those who cannot write see published albums only, and need no more than one. */
export function useAlbumViews(mayWrite: boolean): BuiltInView[] {
  const { t } = useLingui()
  const all = { name: t`All`, query: '' }
  if (!mayWrite) return [all]
  return [
    all,
    { name: t`Drafts`, query: 'status=draft' },
    { name: t`Published`, query: 'status=published' },
    { name: t`Archived`, query: 'status=archived' },
    { name: t`Trash`, query: 'status=trashed' },
  ]
}
