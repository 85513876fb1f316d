import { useLingui } from '@lingui/react/macro'
import { albumStates } from '#contract/album-actions.ts'
import type { ListShape } from '../../../ui/list-state.ts'
import type { BuiltInView } from '../../saved-views/view-tabs.tsx'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const day = /^\d{4}-\d\d-\d\d$/

/** What the album list can be asked for. */
export const albumListShape: ListShape = {
  filters: {
    status: new RegExp(`^(${albumStates.join('|')})$`),
    photographer: uuid,
    missingAlt: /^(true|false)$/,
    from: day,
    to: day,
  },
  sorts: ['updatedAt', 'eventDate', 'title', 'photos'],
  defaultSort: '-updatedAt',
  searchSort: 'relevance',
  columns: ['status', 'photos', 'missingAlt', 'eventDate', 'photographer', 'updatedAt'],
  hasGrid: true,
}

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
