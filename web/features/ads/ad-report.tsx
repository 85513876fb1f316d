import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { adInsightEndpoints, type AdReport, type Forecast } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { useFileDownload } from '../../entity/file-download.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { type Period, useAdReport } from './ad-api.ts'
import { AdFigures, AdTotals, type Counts, HoursOfUtc, minutesPastHour } from './ad-figures.tsx'
import { rateOf, rateText } from './ad-rate.ts'
import { AdReportPeriod, dayAt, daysOf, type PeriodChoice, periodIn, withPeriod } from './ad-report-period.tsx'
import { PaceBar } from './ad-status.tsx'
import { deviceNames } from './ad-words.ts'
import classes from './ads.module.css'

/** What was delivered, beside what was to be expected; where, when and on what; and how it will end. */
export function AdReportPanel({ ad }: { ad: Ad }) {
  const { search, navigate } = useScreen()
  // A state of its own: a day that is typed is there before the router has followed.
  const [choice, setChoice] = useState(() => periodIn(search))
  const choose = (next: PeriodChoice) => {
    setChoice(next)
    navigate(withPeriod(search, next), { replace: true })
  }
  const period = daysOf(choice, ad.timeZone, () => flightOf(ad))
  const report = useAdReport(ad.id, period)
  const problemText = useProblemText()
  const { from, to } = report.data ?? {}
  return (
    <Stack gap="lg">
      <AdReportPeriod value={choice} hasFlight shown={from && to ? { from, to } : undefined} onChange={choose} />
      {period === undefined ? (
        <Text size="sm" role="status">
          <Trans>Choose a first and a last day to see the figures.</Trans>
        </Text>
      ) : report.isError ? (
        <Stack gap="sm" align="flex-start">
          <Text size="sm" role="alert">
            {problemText(report.error).sentence}
          </Text>
          <Button variant="default" size="xs" onClick={() => void report.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      ) : report.data ? (
        <div aria-busy={report.isPlaceholderData} className={report.isPlaceholderData ? classes.waiting : undefined}>
          <Report ad={ad} report={report.data} />
        </div>
      ) : (
        <Skeleton height={320} />
      )}
    </Stack>
  )
}

/** The days of an ad from its start until now, or until its end. */
function flightOf({ timeZone, startsAtTime, endsAtTime, approvedAt, createdAt }: Ad): Period {
  const today = dayAt(Date.now(), timeZone)
  const end = endsAtTime ? dayAt(Date.parse(endsAtTime) - 1, timeZone) : today
  const start = dayAt(Date.parse(startsAtTime ?? approvedAt ?? createdAt), timeZone)
  const to = end < today ? end : today
  return { from: start < to ? start : to, to }
}

function Report({ ad, report }: { ad: Ad; report: AdReport }) {
  const { t, i18n } = useLingui()
  const { from, to, days, placements, hours, devices, forecast } = report
  const hasExpected = days.some(({ expected }) => expected !== null)
  const download = useFileDownload()
  const exportReport = () => {
    const parts = { params: { id: ad.id }, query: { from, to, locale: i18n.locale } }
    return download(adInsightEndpoints.exportReport, parts, `${ad.name} ${from} ${to}.csv`)
  }
  const asOf = i18n.date(new Date(forecast.at), { dateStyle: 'medium', timeStyle: 'short', timeZone: ad.timeZone })
  const minutes = minutesPastHour(ad.timeZone)
  const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:${minutes}`
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Totals ad={ad} report={report} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={() => void exportReport()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {t`As of ${asOf}. Days, hours and times are those of ${ad.timeZone}.`}
        <HoursOfUtc zone={ad.timeZone} />
      </Text>
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
        columns={[{ name: t`Click-through`, cells: days.map((day) => rateText(rateOf(day), i18n)) }]}
      />
      <AdFigures
        title={t`By placement`}
        first={t`Placement`}
        rows={placements.map(({ id, name, ...counts }) => ({ key: id, name: name || t`Deleted placement`, counts }))}
      />
      <AdFigures
        title={t`By hour`}
        first={t`Hour`}
        rows={hours
          .filter((row) => row.impressions + row.clicks > 0)
          .map(({ hour, ...counts }) => ({ key: String(hour), name: hourText(hour), counts }))}
      />
      <AdFigures
        title={t`By device`}
        first={t`Device`}
        rows={devices.map(({ device, ...counts }) => ({ key: device, name: t(deviceNames[device]), counts }))}
      />
    </Stack>
  )
}

/** Of the days that are shown, and of all days: these count towards the goal, and the ad on the screen may be older than the report. */
function Totals({ ad, report: { days, totals } }: { ad: Ad; report: AdReport }) {
  const { i18n } = useLingui()
  const sum = (key: keyof Counts) => days.reduce((before, day) => before + day[key], 0)
  const [shown, clicked] = [i18n.number(totals.impressions), i18n.number(totals.clicks)]
  return (
    <Stack gap={4}>
      <AdTotals totals={{ impressions: sum('impressions'), viewable: sum('viewable'), clicks: sum('clicks') }} />
      <Group gap="md">
        <Text size="xs" c="dimmed">
          <Trans>
            All days until now: impressions {shown}, clicks {clicked}
          </Trans>
        </Text>
        {ad.goal.amount !== null && (
          <Text size="sm" component="div">
            <PaceBar ad={{ ...ad, delivery: { ...ad.delivery, ...totals } }} />
          </Text>
        )}
      </Group>
    </Stack>
  )
}

function ForecastText({ forecast: { goal, finish, atEnd }, zone }: { forecast: Forecast; zone: string }) {
  const { i18n } = useLingui()
  const day = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium', timeZone: zone })
  const number = (value: number) => i18n.number(Math.round(value))
  if (finish.expected) {
    const expected = day(finish.expected)
    const [earliest, latest] = [finish.earliest, finish.latest].map((time) => (time ? day(time) : undefined))
    if (earliest === undefined || latest === undefined) {
      const first = earliest ?? expected
      return (
        <Text size="sm">
          <Trans>
            The goal is expected to be reached on {expected} (from {first} on).
          </Trans>
        </Text>
      )
    }
    if (earliest === latest)
      return (
        <Text size="sm">
          <Trans>The goal is expected to be reached on {earliest}.</Trans>
        </Text>
      )
    const range = `${earliest} – ${latest}`
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
    if (low === high)
      return (
        <Text size="sm">
          <Trans>
            At the end, {expected} of {wanted} are expected.
          </Trans>
        </Text>
      )
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
