import { useLingui } from '@lingui/react/macro'
import type { Backup } from '#contract/backups.ts'
import type { Tone } from '../../../ui/status-dot.tsx'

type Words = { tone: Tone; text: string }

/** What became of a backup, and whether it can be restored. */
export function useBackupWords() {
  const { t } = useLingui()
  const state = ({ state: made, verified }: Pick<Backup, 'state' | 'verified'>): Words => {
    if (made === 'running') return { tone: 'waiting', text: t`Under way` }
    if (made === 'failed') return { tone: 'bad', text: t`Failed` }
    if (verified === 'passed') return { tone: 'good', text: t`Verified` }
    if (verified === 'failed') return { tone: 'bad', text: t`Unusable` }
    if (verified === 'running') return { tone: 'waiting', text: t`Verifying` }
    return { tone: 'neutral', text: t`Not verified` }
  }
  const kinds: Record<Backup['kind'], string> = {
    recorded: t`Recorded by another program`,
    command: t`By npm run backup`,
    request: t`Asked for here`,
    schedule: t`Daily`,
  }
  return { state, kind: (kind: Backup['kind']) => kinds[kind] }
}
