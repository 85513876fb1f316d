import { Trans, useLingui } from '@lingui/react/macro'
import { Title, UnstyledButton } from '@mantine/core'
import type { DiagnosticRun, SentRun } from '#contract/diagnostics.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useMe } from '../session/session-api.ts'
import { useDiagnosticWords } from './diagnostic-words.ts'
import classes from './diagnostic.module.css'

type Props = {
  runs: { data: DiagnosticRun[] | undefined; error: unknown; refetch: () => unknown }
  shown: string | undefined
  onShow: (run: DiagnosticRun) => void
}

/** My earlier runs; one of them can be looked at again. */
export function DiagnosticHistory({ runs: { data, error, refetch }, shown, onShow }: Props) {
  const { t } = useLingui()
  const words = useDiagnosticWords()
  if (error && !data)
    return <LoadFailed title={t`Your earlier measurements could not be loaded`} error={error} onRetry={refetch} />
  if (!data || data.length === 0) return null
  return (
    <section className={classes.history} aria-labelledby="diagnostic-history">
      <Title order={2} id="diagnostic-history">
        <Trans>Your measurements</Trans>
      </Title>
      <ul>
        {data.map((run) => (
          <li key={run.id}>
            <StatusDot tone={run.verdict.kind === 'good' ? 'good' : 'waiting'}>
              <RelativeTime value={run.at} />
            </StatusDot>
            <UnstyledButton
              className={classes.choose}
              onClick={() => onShow(run)}
              aria-current={run.id === shown || undefined}
            >
              {words.verdict(run.verdict)}
            </UnstyledButton>
            <span className={classes.time}>{words.ms(run.report.ping.medianMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SentProps = Omit<Props, 'runs'> & {
  runs: { data: SentRun[] | undefined; error: unknown; refetch: () => unknown }
}

/** What people passed on to the administrators, with who and when. */
export function SentDiagnostics({ runs: { data, error, refetch }, shown, onShow }: SentProps) {
  const { t } = useLingui()
  const words = useDiagnosticWords()
  const me = useMe()
  const seenText = ({ seenBy, by }: SentRun) => {
    const name = seenBy?.name
    if (seenBy) return name ? t`Seen by ${name}` : t`Seen`
    return by.id === me?.id ? '' : t`New`
  }
  if (error && !data)
    return <LoadFailed title={t`The measurements of others could not be loaded`} error={error} onRetry={refetch} />
  if (!data || data.length === 0) return null
  return (
    <section className={classes.history} aria-labelledby="diagnostic-sent">
      <Title order={2} id="diagnostic-sent">
        <Trans>Sent to the administrators</Trans>
      </Title>
      <ul>
        {data.map((run) => (
          <li key={run.id}>
            <StatusDot tone={run.verdict.kind === 'good' ? 'good' : 'waiting'}>
              <RelativeTime value={run.sentAt ?? run.at} />
            </StatusDot>
            <UnstyledButton
              className={classes.choose}
              onClick={() => onShow(run)}
              aria-current={run.id === shown || undefined}
            >
              {run.by.name}: {words.verdict(run.verdict)}
            </UnstyledButton>
            <span className={classes.seen}>{seenText(run)}</span>
            <span className={classes.time}>{words.ms(run.report.ping.medianMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
