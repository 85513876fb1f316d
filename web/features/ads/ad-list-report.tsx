import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { AD_REPORT_SHOWN, adInsightEndpoints, type AdListReport } from '#contract/ad-insight.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { useFileDownload } from '../../entity/file-download.tsx'
import { paths } from '../../paths.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useSite } from '../session/site.ts'
import { type ListReportQuery, useAdListReport } from './ad-api.ts'
import { AdFigures, AdTotals, HoursOfUtc } from './ad-figures.tsx'
import { rateOf, rateText } from './ad-rate.ts'
import { AdReportPeriod, daysOf, ofList, type PeriodChoice, periodIn, withPeriod } from './ad-report-period.tsx'
import classes from './ads.module.css'

type Props = {
  /** What the list is filtered by. */
  filter: ListReportQuery
  onClose: () => void
}

/** What all ads of the list delivered in a period, by advertiser and by ad, on the screen and as a file. */
export function AdListReportDialog({ filter, onClose }: Props) {
  const { t, i18n } = useLingui()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const problemText = useProblemText()
  const [own, { timeZone: siteZone }] = [useTimeZone(), useSite()]
  // As a new ad has it: a site that was never told its zone has UTC.
  const timeZone = siteZone === 'UTC' ? own : siteZone
  const { search, navigate } = useScreen()
  // A state of its own: a day that is typed is there before the router has followed.
  const [choice, setChoice] = useState(() => periodIn(search, ofList))
  const choose = (next: PeriodChoice) => {
    setChoice(next)
    navigate(withPeriod(search, next, ofList), { replace: true })
  }
  const period = daysOf(choice, timeZone)
  const query: ListReportQuery = {
    ...filter,
    timeZone,
    ...(period?.from && { firstDay: period.from }),
    ...(period?.to && { lastDay: period.to }),
  }
  const { data, isError, error, isPlaceholderData } = useAdListReport(query, period !== undefined)
  const download = useFileDownload()
  const exportReport = () => {
    const name = `${t`Ads`} ${data?.firstDay} ${data?.lastDay}.csv`
    return download(adInsightEndpoints.exportListReport, { query: { ...query, locale: i18n.locale } }, name)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={isPhone}
      title={t`Report of the ads in this list`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end">
          <AdReportPeriod value={choice} shown={data && { from: data.firstDay, to: data.lastDay }} onChange={choose} />
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={!data || period === undefined || isPlaceholderData}
            onClick={() => void exportReport()}
          >
            <Trans>Export CSV</Trans>
          </Button>
        </Group>
        {period === undefined ? (
          <Text size="sm" role="status">
            <Trans>Choose a first and a last day to see the figures.</Trans>
          </Text>
        ) : isError ? (
          <Text size="sm" role="alert">
            {Object.values(problemText(error).fields)[0] ?? problemText(error).sentence}
          </Text>
        ) : data ? (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? classes.waiting : undefined}>
            <Report report={data} />
          </div>
        ) : (
          <Skeleton height={240} />
        )}
      </Stack>
    </Modal>
  )
}

function Report({ report }: { report: AdListReport }) {
  const { totals, advertisers, ads, placements, days, at, timeZone, placement } = report
  const { t, i18n } = useLingui()
  const asOf = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const adsText = (count: number) => t`${plural(count, { one: '# ad', other: '# ads' })}`
  return (
    <Stack gap="lg">
      <div>
        <AdTotals totals={totals} />
        {placement && (
          <Text size="sm">
            {t`Only what was shown in “${placement.name}”, also by ads that are no longer booked there.`}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {adsText(totals.ads)} · {t`As of ${asOf}. Days and times are those of ${timeZone}.`}
          <HoursOfUtc zone={timeZone} />
        </Text>
      </div>
      <AdFigures
        title={t`By advertiser`}
        first={t`Advertiser`}
        rows={advertisers.map(({ advertiser, ads: count, ...counts }) => ({
          key: advertiser,
          name: advertiser || t`No advertiser`,
          note: adsText(count),
          counts,
        }))}
      />
      <AdFigures
        title={t`By ad`}
        first={t`Ad`}
        rows={ads.map(({ id, name, advertiser, ...counts }) => ({
          key: id,
          name,
          to: paths.ad(id),
          note: advertiser,
          counts,
        }))}
      />
      <AdFigures
        title={t`By placement`}
        first={t`Placement`}
        rows={placements.map(({ id, name, ...counts }) => ({ key: id, name: name || t`Deleted placement`, counts }))}
      />
      <Stack gap={4}>
        <Title order={2} size={16}>
          <Trans>By day</Trans>
        </Title>
        <DayChart
          label={t`By day`}
          dayLabel={t`Day`}
          days={days.map(({ day }) => day)}
          series={[
            { name: t`Impressions`, tone: '--chart-1', values: days.map(({ impressions }) => impressions) },
            { name: t`In view`, tone: '--chart-2', values: days.map(({ viewable }) => viewable) },
            { name: t`Clicks`, tone: '--chart-3', values: days.map(({ clicks }) => clicks) },
          ]}
          columns={[{ name: t`Click-through`, cells: days.map((day) => rateText(rateOf(day), i18n)) }]}
        />
      </Stack>
      {totals.ads > AD_REPORT_SHOWN && (
        <Text size="sm" c="dimmed">
          {t`Only the ${AD_REPORT_SHOWN} ads with the most impressions are shown here. The CSV file has them all.`}
        </Text>
      )}
    </Stack>
  )
}
