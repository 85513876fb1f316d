import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { adInsightEndpoints, type AdReport, type Forecast } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { downloadFile } from '../../api/download-file.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { type Period, useAdReport } from './ad-api.ts'
import { AdReportPeriod } from './ad-report-period.tsx'
import { PaceBar } from './ad-status.tsx'
import { deviceNames } from './ad-words.ts'
import classes from './ads.module.css'

/** What was delivered, beside what was to be expected; where, when and on what; and how it will end. */
export function AdReportPanel({ ad }: { ad: Ad }) {
  const [period, setPeriod] = useState<Period>({})
  const report = useAdReport(ad.id, period)
  const problemText = useProblemText()
  return (
    <Stack gap="lg">
      <AdReportPeriod ad={ad} onChange={setPeriod} />
      {report.isError ? (
        <Stack gap="sm" align="flex-start">
          <Text size="sm" role="alert">
            {problemText(report.error).sentence}
          </Text>
          <Button variant="default" size="xs" onClick={() => void report.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      ) : report.data ? (
        <Report ad={ad} report={report.data} />
      ) : (
        <Skeleton height={320} />
      )}
    </Stack>
  )
}

function Report({ ad, report }: { ad: Ad; report: AdReport }) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const { from, to, days, placements, hours, devices, forecast, totals } = report
  const hasExpected = days.some(({ expected }) => expected !== null)
  const exportReport = async () => {
    try {
      const parts = { params: { id: ad.id }, query: { from, to } }
      await downloadFile(adInsightEndpoints.exportReport, parts, `${ad.name} ${from} ${to}.csv`)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Totals ad={ad} totals={totals} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={() => void exportReport()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </Group>
      <ForecastText forecast={forecast} zone={ad.timeZone} />
      <DayChart
        label={t`Delivery by day`}
        dayLabel={t`Day`}
        days={days.map(({ day }) => day)}
        series={[
          { name: t`Impressions`, tone: '--chart-1', values: days.map(({ impressions }) => impressions) },
          ...(hasExpected
            ? [{ name: t`Expected`, tone: '--chart-2', values: days.map(({ expected }) => Math.round(expected ?? 0)) }]
            : []),
          { name: t`Clicks`, tone: '--chart-3', values: days.map(({ clicks }) => clicks) },
        ]}
      />
      <Figures
        title={t`By placement`}
        first={t`Placement`}
        rows={placements.map((row) => [row.name || t`Deleted placement`, row])}
      />
      <Figures
        title={t`By hour`}
        first={t`Hour`}
        rows={hours.filter((row) => row.impressions + row.clicks > 0).map((row) => [hourText(row.hour), row])}
      />
      <Figures title={t`By device`} first={t`Device`} rows={devices.map((row) => [t(deviceNames[row.device]), row])} />
      <Text size="xs" c="dimmed">
        {t`Days and hours are those of ${ad.timeZone}. As of ${i18n.date(new Date(forecast.at), { timeStyle: 'short' })}.`}
      </Text>
    </Stack>
  )
}

/** As the report has them: the ad on the screen may have been loaded a while ago. */
function Totals({ ad, totals }: { ad: Ad; totals: AdReport['totals'] }) {
  const { i18n } = useLingui()
  const { impressions, viewable, clicks } = totals
  const [shown, seen, clicked] = [i18n.number(impressions), i18n.number(viewable), i18n.number(clicks)]
  return (
    <Group gap="md">
      <Text size="sm">
        <Trans>
          Impressions: {shown} · In view: {seen} · Clicks: {clicked}
        </Trans>
      </Text>
      {ad.goal.amount !== null && (
        <Text size="sm" component="div">
          <PaceBar ad={{ ...ad, delivery: { ...ad.delivery, ...totals } }} />
        </Text>
      )}
    </Group>
  )
}

function ForecastText({ forecast: { goal, finish, atEnd }, zone }: { forecast: Forecast; zone: string }) {
  const { i18n } = useLingui()
  const day = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium', timeZone: zone })
  const number = (value: number) => i18n.number(Math.round(value))
  if (finish.expected) {
    const expected = day(finish.expected)
    const range = [finish.earliest, finish.latest].map((time) => (time ? day(time) : '–')).join(' – ')
    return (
      <Text size="sm">
        <Trans>
          The goal is expected to be reached on {expected} ({range}).
        </Trans>
      </Text>
    )
  }
  if (goal !== null && atEnd) {
    const [expected, low, high] = [number(atEnd.expected), number(atEnd.low), number(atEnd.high)]
    const wanted = number(goal)
    return (
      <Text size="sm">
        <Trans>
          At the end, {expected} of {wanted} are expected ({low} – {high}).
        </Trans>
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      <Trans>There is no forecast without a goal and some delivery.</Trans>
    </Text>
  )
}

type Counts = Pick<AdReport['hours'][number], 'impressions' | 'viewable' | 'clicks'>

function Figures({
  title,
  first,
  rows,
}: {
  title: string
  first: string
  rows: readonly (readonly [string, Counts])[]
}) {
  const { i18n } = useLingui()
  return (
    <Stack gap={4}>
      <Title order={2} size={16}>
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>Nothing delivered yet.</Trans>
        </Text>
      ) : (
        // Scrolled by keyboard where it is wider than the screen.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroller} tabIndex={0} role="region" aria-label={title}>
          <table className={classes.figures} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                <th scope="col">
                  <Trans>Impressions</Trans>
                </th>
                <th scope="col">
                  <Trans>In view</Trans>
                </th>
                <th scope="col">
                  <Trans>Clicks</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, { impressions, viewable, clicks }]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{i18n.number(impressions)}</td>
                  <td>{i18n.number(viewable)}</td>
                  <td>{i18n.number(clicks)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}
