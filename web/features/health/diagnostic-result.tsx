import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { diagnosticLayers, layerBudgets, layerTimes } from '#contract/diagnostic-verdict.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import factClasses from '../../ui/facts.module.css'
import { FormProblem } from '../session/form-problem.tsx'
import { type ShownRun, useBundle } from './diagnostic-api.ts'
import { useDiagnosticWords } from './diagnostic-words.ts'
import classes from './diagnostic.module.css'

/** A run: the finding in one sentence, where the time goes, and every figure. */
export function DiagnosticResult({ run }: { run: ShownRun }) {
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

/** The time of each layer beside what it may take. */
function LayerBars({ run: { report, verdict } }: { run: ShownRun }) {
  const words = useDiagnosticWords()
  const times = layerTimes(report)
  const most = Math.max(...diagnosticLayers.map((layer) => Math.max(times[layer] ?? 0, layerBudgets[layer])))
  return (
    <section className={classes.layers} aria-labelledby="diagnostic-layers">
      <Title order={2} id="diagnostic-layers">
        <Trans>Where the time goes</Trans>
      </Title>
      <ul>
        {diagnosticLayers.toReversed().map((layer) => (
          <li key={layer} data-worst={verdict.layer === layer || undefined}>
            <span className={classes.layer}>{words.layer(layer)}</span>
            <span className={classes.bar} aria-hidden>
              <span style={{ inlineSize: `${(100 * (times[layer] ?? 0)) / most}%` }} />
            </span>
            <span className={classes.time}>{words.ms(times[layer])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
