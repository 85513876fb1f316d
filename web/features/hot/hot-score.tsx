import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Popover, Text } from '@mantine/core'
import type { HotItem, HotWindow } from '#contract/hot.ts'
import { useFocusStop } from '../../ui/focus-stop.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { scoreDigits, shownParts } from './hot-figures.ts'
import classes from './hot.module.css'

type Props = { item: HotItem; most: number; window: HotWindow; halfLifeHours: number }

/** The score as a bar of its parts; in words and figures on click. */
export function HotScore({ item, most, window, halfLifeHours }: Props) {
  const { t, i18n } = useLingui()
  const stop = useFocusStop()
  const digits = scoreDigits(most)
  const number = (value: number) => i18n.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const score = number(item.score)
  return (
    <Popover position="bottom-end" width={360} withArrow shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.score}
          aria-label={t`Score ${score}: why “${item.title}” is here`}
          {...stop}
        >
          <span className={classes.figure}>{score}</span>
          <ScoreBar item={item} most={most} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Explanation {...{ item, window, halfLifeHours, number, shown: shownParts(item, digits) }} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What the lift takes away is hatched: the bar is as long as the score, the hatch shows where it would end without. */
function ScoreBar({ item: { parts, score }, most }: Pick<Props, 'item' | 'most'>) {
  const width = (value: number) => ({ inlineSize: `${most > 0 ? (100 * Math.max(0, value)) / most : 0}%` })
  const rate = parts.recent + parts.earlier
  const kept = rate > 0 ? Math.min(1, score / rate) : 0
  return (
    <span className={classes.bar} aria-hidden>
      <span data-part="recent" style={width(parts.recent * kept)} />
      <span data-part="earlier" style={width(parts.earlier * kept)} />
      <span data-part={parts.lift < 0 ? 'lost' : 'lift'} style={width(Math.abs(parts.lift))} />
    </span>
  )
}

function Explanation({
  item,
  window,
  halfLifeHours,
  number,
  shown,
}: Omit<Props, 'most'> & { number: (value: number) => string; shown: HotItem['parts'] }) {
  const { t, i18n } = useLingui()
  const { parts, partViews, lift, usual } = item
  const recentLabel = {
    '1h': t`Views of the last 10 minutes`,
    '24h': t`Views of the last hour`,
    '7d': t`Views of the last 24 hours`,
  }
  const earlierLabel = {
    '1h': t`Views before, within the hour`,
    '24h': t`Views before, within the day`,
    '7d': t`Views before, within the week`,
  }
  const signed = (value: number) => (value > 0 ? `+${number(value)}` : number(value).replace('-', '−'))
  const hours = { '1h': halfLifeHours / 24, '24h': halfLifeHours, '7d': halfLifeHours * 7 }[window]
  const minutes = Math.round(hours * 60)
  return (
    <div className={classes.why} tabIndex={-1} data-autofocus>
      <Text size="sm" fw={600}>
        <Trans>Score: views per hour, newer ones weighing more</Trans>
      </Text>
      <dl>
        <dt data-part="recent">
          {recentLabel[window]}: {i18n.number(partViews.recent)}
        </dt>
        <dd>{number(shown.recent)}</dd>
        <dt data-part="earlier">
          {earlierLabel[window]}: {i18n.number(partViews.earlier)}
        </dt>
        <dd>{signed(shown.earlier)}</dd>
        {lift === null ? (
          <dt>{t`Compared with earlier weeks`}</dt>
        ) : (
          <dt data-part={parts.lift < 0 ? 'lost' : 'lift'}>
            {parts.lift < 0 ? t`Fewer than usual` : t`More than usual`}
          </dt>
        )}
        <dd>{lift === null ? '–' : signed(shown.lift)}</dd>
        <dt className={classes.sum}>
          <Trans>Score</Trans>
        </dt>
        <dd className={classes.sum}>{number(item.score)}</dd>
      </dl>
      <Text size="xs" c="dimmed">
        {minutes < 120 ? (
          <Plural
            value={minutes}
            one="A view weighs half as much after # minute."
            other="A view weighs half as much after # minutes."
          />
        ) : (
          <Plural
            value={Math.round(hours)}
            one="A view weighs half as much after # hour."
            other="A view weighs half as much after # hours."
          />
        )}
        <SentenceGap />
        {lift === null ? (
          <Trans>There is no earlier week to compare with yet.</Trans>
        ) : (usual ?? 0) < 0.05 ? (
          <Trans>
            At these hours of earlier weeks it had almost no views, so the score is multiplied by {number(lift)}.
          </Trans>
        ) : (
          <Trans>
            At these hours of earlier weeks it had {number(usual ?? 0)} views per hour, so the score is multiplied by{' '}
            {number(lift)}.
          </Trans>
        )}
      </Text>
    </div>
  )
}
