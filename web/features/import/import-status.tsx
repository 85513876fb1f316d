import { Trans } from '@lingui/react/macro'
import type { ImportRun } from '#contract/import.ts'
import { StatusDot } from '../../ui/status-dot.tsx'

/** The state of an import, as dot and word. */
export function ImportStatus({ run: { status, dryRun } }: { run: ImportRun }) {
  if (status === 'waiting')
    return (
      <StatusDot tone="waiting">
        <Trans>Waiting</Trans>
      </StatusDot>
    )
  if (status === 'running')
    return (
      <StatusDot tone="planned">
        <Trans>Running</Trans>
      </StatusDot>
    )
  if (status === 'failed')
    return (
      <StatusDot tone="bad">
        <Trans>Failed</Trans>
      </StatusDot>
    )
  return (
    <StatusDot tone={dryRun ? 'neutral' : 'good'}>{dryRun ? <Trans>Tried</Trans> : <Trans>Imported</Trans>}</StatusDot>
  )
}
