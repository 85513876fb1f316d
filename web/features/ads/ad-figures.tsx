import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Title } from '@mantine/core'
import type { AdReport } from '#contract/ad-insight.ts'
import { rateOf, rateText } from './ad-rate.ts'
import classes from './ads.module.css'

export type Counts = Pick<AdReport['hours'][number], 'impressions' | 'viewable' | 'clicks'>
type Props = {
  title: string
  /** Heads the first column. */
  first: string
  rows: readonly { key: string; name: string; note?: string; counts: Counts }[]
}

/** Impressions, clicks and click-through, a row for each of something. */
export function AdFigures({ title, first, rows }: Props) {
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
                <th scope="col">
                  <Trans>Click-through</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, note, counts }) => (
                <tr key={key}>
                  <th scope="row">
                    {name}
                    {note && <span className={classes.note}>{note}</span>}
                  </th>
                  <td>{i18n.number(counts.impressions)}</td>
                  <td>{i18n.number(counts.viewable)}</td>
                  <td>{i18n.number(counts.clicks)}</td>
                  <td>{rateText(rateOf(counts), i18n)}</td>
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
