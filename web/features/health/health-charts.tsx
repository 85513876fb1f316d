import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Select, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Health, HealthSample } from '#contract/health.ts'
import type { LiveSeries } from '../../ui/live-chart-plot.tsx'
import { LiveChart } from '../../ui/live-chart.tsx'
import { useHealthSamples } from './health-api.ts'
import { useWriteValue } from './health-values.ts'
import classes from './health.module.css'

const SPAN_SECONDS = 900
const NONE: readonly HealthSample[] = []

/** The last quarter of an hour of a process, moving on with each measurement. */
export function HealthCharts({ health }: { health: Health }) {
  const { t } = useLingui()
  const write = useWriteValue()
  const [chosen, setChosen] = useState<string | null>(null)
  const { processes } = health
  const process = processes.some(({ id }) => id === chosen) ? (chosen ?? undefined) : undefined
  const samples = useHealthSamples(process, true).data?.samples ?? NONE
  const times = useMemo(() => samples.map(({ at }) => Date.parse(at) / 1000), [samples])
  const line = (name: string, tone: string, of: (sample: HealthSample) => number | null): LiveSeries => ({
    name,
    tone,
    values: samples.map(of),
  })
  const charts = [
    {
      label: t`Response time`,
      least: 100,
      format: (ms: number) => write(ms, 'ms'),
      series: [
        line(t`Half within`, '--chart-1', ({ p50 }) => p50),
        line(t`95 % within`, '--chart-2', ({ p95 }) => p95),
      ],
    },
    {
      label: t`Requests per second`,
      least: 5,
      format: (value: number) => write(value, 'count'),
      series: [
        line(t`Requests`, '--chart-1', ({ requestsPerSecond }) => requestsPerSecond),
        line(t`Errors`, '--chart-2', ({ errorsPerSecond }) => errorsPerSecond),
      ],
    },
    {
      label: t`Waiting`,
      least: 50,
      format: (ms: number) => write(ms, 'ms'),
      series: [
        line(t`Database`, '--chart-1', ({ databaseMs }) => databaseMs),
        line(t`Waiting time in the server`, '--chart-2', ({ eventLoopMs }) => eventLoopMs),
      ],
    },
    {
      label: t`Processor and memory`,
      least: 1,
      most: 1,
      format: (share: number) => write(share, 'share'),
      series: [
        line(t`All processors`, '--chart-1', ({ cpu }) => cpu),
        line(t`Memory`, '--chart-2', ({ memory }) => memory),
      ],
    },
  ]
  return (
    <section className={classes.section} aria-labelledby="health-charts">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="health-charts">
          <Trans>The last 15 minutes</Trans>
        </Title>
        {processes.length > 1 && (
          <Select
            size="xs"
            aria-label={t`Server process`}
            value={process ?? ''}
            onChange={(next) => setChosen(next === '' ? null : next)}
            allowDeselect={false}
            data={[
              { value: '', label: t`The one that answers` },
              ...processes.map(({ id, host, pid }) => ({ value: id, label: `${host}:${pid}` })),
            ]}
          />
        )}
      </Group>
      <div className={classes.charts}>
        {charts.map((chart) => (
          <LiveChart key={chart.label} {...chart} times={times} span={SPAN_SECONDS} />
        ))}
      </div>
    </section>
  )
}
