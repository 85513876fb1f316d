import { useLingui } from '@lingui/react/macro'
import type { AlbumState } from '#contract/album-actions.ts'
import { StatusDot, type Tone } from '../../ui/status-dot.tsx'
import { albumStateNames } from './album-words.ts'

const tones: Record<AlbumState, Tone> = { draft: 'neutral', published: 'good', archived: 'over', trashed: 'bad' }

export function AlbumStatusDot({ state }: { state: AlbumState }) {
  const { t } = useLingui()
  return (
    <StatusDot tone={tones[state]} hollow={state === 'draft'}>
      {t(albumStateNames[state])}
    </StatusDot>
  )
}
