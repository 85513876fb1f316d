import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCopy, IconDownload, IconSend } from '@tabler/icons-react'
import {
  callLayers,
  callTimes,
  type DiagnosticLayer,
  diagnosticLayers,
  layerBudgets,
  layerTimes,
} from '#contract/diagnostic-verdict.ts'
import { scopeOf } from '#contract/permissions.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import factClasses from '../../ui/facts.module.css'
import { FormProblem } from '../session/form-problem.tsx'
import { useMe } from '../session/session-api.ts'
import { type ShownRun, useBundle, useSendRun } from './diagnostic-api.ts'
import { useDiagnosticWords } from './diagnostic-words.ts'
import classes from './diagnostic.module.css'

/** Passes the run on to those who see the health screen. */
function SendRun({ run: { id, sentAt } }: { run: ShownRun }) {
  const { t } = useLingui()
  const me = useMe()
  const send = useSendRun()
  const problemText = useProblemText()
  if (!id || !me || scopeOf(me.role, 'health.read') === 'all') return null
  if (sentAt)
    return (
      <Text size="sm" c="dimmed" role="status">
        <Trans>
          Sent to the administrators <RelativeTime value={sentAt} />
        </Trans>
      </Text>
    )
  const pass = () =>
    send.mutate(id, {
      onSuccess: () => notifyDone(t`Sent to the administrators`),
      onError: (error) => {
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      },
    })
  return (
    <Button variant="default" leftSection={<IconSend size={16} />} loading={send.isPending} onClick={pass}>
      <Trans>Send to the administrators</Trans>
    </Button>
  )
}

/** A run: the finding in one sentence, where the time goes, and every figure. */
export function DiagnosticResult({ run, by }: { run: ShownRun; by?: string | undefined }) {
  const { t } = useLingui()
  const words = useDiagnosticWords()
  const bundle = useBundle()
  const { at, verdict, report } = run
  const good = verdict.kind === 'good'
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words.asText(at, verdict, report))
      notifyDone(t`Copied`)
    } catch {
      notifyFailure(t`The browser did not allow copying`)
    }
  }
  return (
    <>
      <section className={classes.verdict} data-good={good || undefined} aria-label={t`Finding`}>
        {good ? <IconCircleCheck size={22} aria-hidden /> : <IconAlertTriangle size={22} aria-hidden />}
        <div>
          <p>{words.verdict(verdict)}</p>
          <span className={classes.when}>
            <Trans>
              Measured <RelativeTime value={at} />
            </Trans>
            {by && (
              <>
                {' · '}
                <span>
                  <Trans>Sent by {by}</Trans>
                </span>
              </>
            )}
          </span>
        </div>
      </section>
      <LayerBars run={run} />
      <Group gap="xs" mt="md">
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          <Trans>Copy as text</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={bundle.isPending}
          onClick={() => bundle.mutate()}
        >
          <Trans>Download for support</Trans>
        </Button>
        <SendRun run={run} />
      </Group>
      <p className={classes.note}>
        <Trans>The file holds figures and versions only: no addresses, names, passwords or tokens.</Trans>
      </p>
      <FormProblem error={bundle.error} />
      <div className={classes.groups}>
        {words.figures(report).map(({ title, rows }) => (
          <section key={title} className={classes.card} aria-label={title}>
            <Title order={2}>{title}</Title>
            <dl className={factClasses.facts}>
              {rows.map(([name, value]) => (
                <div key={name} style={{ display: 'contents' }}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

const apart = ['payload', 'browser'] as const

/** The time of each layer beside what it may take. */
function LayerBars({ run: { report, verdict } }: { run: ShownRun }) {
  const words = useDiagnosticWords()
  const times = layerTimes(report)
  const whole = callTimes(report)
  const most = Math.max(
    whole?.otherMs ?? 0,
    ...diagnosticLayers.map((layer) => Math.max(times[layer] ?? 0, layerBudgets[layer])),
  )
  const bar = (key: string, name: string, ms: number | null) => (
    <li key={key} data-worst={verdict.layer === key || undefined}>
      <span className={classes.layer}>{name}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${(100 * (ms ?? 0)) / most}%` }} />
      </span>
      <span className={classes.time}>{words.tenthsOfMs(ms)}</span>
    </li>
  )
  const layerBar = (layer: DiagnosticLayer) => bar(layer, words.layer(layer), times[layer])
  return (
    <section className={classes.layers} aria-labelledby="diagnostic-layers">
      <Title order={2} id="diagnostic-layers">
        <Trans>Where the time goes</Trans>
      </Title>
      <ul>
        {whole && bar('other', words.other, whole.otherMs)}
        {callLayers.map(layerBar)}
        {whole && (
          <li className={classes.whole}>
            <span className={classes.layer}>{words.whole}</span>
            <span className={classes.time}>{words.tenthsOfMs(whole.totalMs)}</span>
          </li>
        )}
      </ul>
      <p className={classes.note}>
        <Trans>Measured on its own, not a part of that call:</Trans>
      </p>
      <ul>{apart.map(layerBar)}</ul>
    </section>
  )
}
