import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AuditChain } from '#contract/audit.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { exactWords, RelativeTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useAuditChain, useCheckAudit } from './audit-api.ts'
import classes from './audit.module.css'

/** Whether anyone removed or changed a line of the log, as of the last check, and a button to check now. */
export function AuditChainLine() {
  const { t } = useLingui()
  const { data } = useAuditChain()
  const check = useCheckAudit()
  const problemText = useProblemText()
  const run = () =>
    check.mutate(undefined, {
      onSuccess: ({ broken }) => {
        if (!broken) notifyDone(t`Checked: the log is intact`)
      },
      onError: (failure) => {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(sentence, requestId)
      },
    })
  if (!data) return null
  return (
    <div className={classes.chain} role="status">
      <ChainState chain={data} />
      <Button size="compact-xs" variant="default" loading={check.isPending} onClick={run}>
        <Trans>Check now</Trans>
      </Button>
    </div>
  )
}

function ChainState({ chain: { checkedAt, broken } }: { chain: AuditChain }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const words = (at: string | null, otherwise: string) => (at ? exactWords(new Date(at), i18n.locale, zone) : otherwise)
  if (!checkedAt)
    return (
      <StatusDot tone="neutral">
        <Trans>Not checked yet; it is checked every night</Trans>
      </StatusDot>
    )
  if (broken) {
    const after = words(broken.after, t`the beginning`)
    const before = words(broken.before, t`the present`)
    return (
      <StatusDot tone="bad">
        <Trans>
          The log was tampered with: lines between {after} and {before} were removed, changed or added
        </Trans>
      </StatusDot>
    )
  }
  return (
    <StatusDot tone="good">
      <span>
        <Trans>
          Intact, checked <RelativeTime value={checkedAt} />
        </Trans>
      </span>
    </StatusDot>
  )
}
