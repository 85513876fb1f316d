import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { AdReport } from '#contract/ad-insight.ts'
import { zoneOffsetAt } from '#contract/zoned-time.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import stackedClasses from '../../ui/stacked-table.module.css'
import { rateOf, rateText } from './ad-rate.ts'
import classes from './ads.module.css'

export type Counts = Pick<AdReport['hours'][number], 'impressions' | 'viewable' | 'clicks'>
type Props = {
  title: string
  /** Heads the first column. */
  first: string
  /** `to`: where what a row is about has its screen. */
  rows: readonly { key: string; name: string; to?: string; note?: string; counts: Counts }[]
}

/** Impressions, clicks and click-through, a row for each of something. */
export function AdFigures({ title, first, rows }: Props) {
  const { t, i18n } = useLingui()
  const [shown, seen, clicked, rate] = [t`Impressions`, t`In view`, t`Clicks`, t`Click-through`]
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
          <table className={`${classes.figures} ${stackedClasses.table}`} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {[shown, seen, clicked, rate].map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, to, note, counts }) => (
                <tr key={key}>
                  <th scope="row" data-line>
                    {to ? (
                      <Anchor component={ScreenLink} inherit to={to}>
                        {name}
                      </Anchor>
                    ) : (
                      name
                    )}
                    {note && <span className={classes.note}>{note}</span>}
                  </th>
                  <td data-label={shown}>{i18n.number(counts.impressions)}</td>
                  <td data-label={seen}>{i18n.number(counts.viewable)}</td>
                  <td data-label={clicked}>{i18n.number(counts.clicks)}</td>
                  <td data-label={rate}>{rateText(rateOf(counts), i18n)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}

/** The same of all together, in a sentence. */
export function AdTotals({ totals }: { totals: Counts }) {
  const { i18n } = useLingui()
  const { impressions, viewable, clicks } = totals
  const [shown, seen, clicked] = [i18n.number(impressions), i18n.number(viewable), i18n.number(clicks)]
  const rate = rateText(rateOf(totals), i18n)
  return (
    <Text size="sm">
      <Trans>
        Impressions: {shown} · In view: {seen} · Clicks: {clicked} · Click-through: {rate}
      </Trans>
    </Text>
  )
}

/** Where the full hours of UTC, in which delivery is counted, begin on the clocks of a zone: `00`, or `30` in India. */
export function minutesPastHour(zone: string): string {
  const minutes = (((zoneOffsetAt(Date.now(), zone) / 60_000) % 60) + 60) % 60
  return String(Math.round(minutes)).padStart(2, '0')
}

/** Says what hours and days mean in a zone whose hours are not those of UTC; nothing in all others. */
export function HoursOfUtc({ zone }: { zone: string }) {
  const minutes = minutesPastHour(zone)
  if (minutes === '00') return null
  return (
    <>
      <SentenceGap />
      <Trans>
        Delivery is counted by the hours of UTC, which begin at {minutes} minutes past the hour there: what was shown
        from 00:00 to 00:{minutes} counts for the day before.
      </Trans>
    </>
  )
}
