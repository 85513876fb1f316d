import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconEyeOff, IconPinned } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { HotItem, HotList } from '#contract/hot.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { HotScore } from './hot-score.tsx'
import classes from './hot.module.css'
import { listed } from '../../ui/listed.ts'

export function useHotColumns(list: HotList | undefined): readonly Column<HotItem>[] {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const { window = '24h', halfLifeHours = 6, items = [] } = list ?? {}
    const most = Math.max(0, ...items.map(({ score, parts }) => Math.max(score, parts.recent + parts.earlier)))
    const views = (key: string, header: string, count: (item: HotItem) => number): Column<HotItem> => ({
      key,
      header,
      width: 76,
      align: 'end',
      cell: (item) => i18n.number(count(item)),
    })
    const hour = views('views1h', t`Last hour`, ({ views1h }) => views1h)
    const day = views('views24h', t`24 hours`, ({ views24h }) => views24h)
    const week = views('views7d', t`7 days`, ({ partViews: { recent, earlier } }) => recent + earlier)
    return [
      {
        key: 'title',
        header: t`Article`,
        cell: (item) => <HotTitle item={item} isCompared={Boolean(list?.comparedWith)} />,
      },
      {
        key: 'score',
        header: t`Score`,
        help: t`Views per hour, newer ones weighing more`,
        width: 160,
        onPhone: 'labelled',
        cell: (item) => <HotScore {...{ item, most, window, halfLifeHours }} />,
      },
      {
        key: 'trend',
        header: t`Trend`,
        width: 112,
        onPhone: 'left-out',
        cell: ({ sparkline }) => (
          <Sparkline values={sparkline} label={t`Views, oldest first: ${listed(sparkline.map(String))}`} />
        ),
      },
      ...(window === '7d' ? [day, week] : [hour, day]),
      {
        key: 'lift',
        header: t`Than usual`,
        width: 88,
        align: 'end',
        cell: ({ lift }) => (lift === null ? '–' : `× ${i18n.number(lift, { maximumFractionDigits: 1 })}`),
      },
      {
        key: 'referrer',
        header: t`Most come from`,
        width: 116,
        onPhone: 'left-out',
        cell: ({ topReferrer }) => topReferrer ?? '–',
      },
      { key: 'term', header: t`Found by`, width: 104, onPhone: 'left-out', cell: ({ topTerm }) => topTerm ?? '–' },
    ]
  }, [t, i18n, list])
}

function HotTitle({ item, isCompared }: { item: HotItem; isCompared: boolean }) {
  const { t } = useLingui()
  const { rank, pinned, buried, until, decidedBy, title, publishedAt } = item
  const who = decidedBy?.name ?? t`someone`
  return (
    <span className={classes.title}>
      <span className={classes.rank}>
        <span className={classes.place}>
          {pinned ? <IconPinned size={16} aria-label={t`Pinned`} style={{ verticalAlign: -3 }} /> : (rank ?? '–')}
        </span>
        {isCompared && (pinned ? <span className={classes.change} /> : <RankChange item={item} />)}
      </span>
      <span className={classes.lines}>
        <span className={classes.name}>
          {buried && <IconEyeOff size={14} style={{ verticalAlign: -2, marginInlineEnd: 4 }} aria-label={t`Buried`} />}
          {title}
        </span>
        <span className={classes.aside}>
          {!pinned && !buried && (
            <Trans>
              Published <RelativeTime value={publishedAt} />
            </Trans>
          )}
          {pinned &&
            (until ? (
              <Trans>
                Pinned by {who}, ends <RelativeTime value={until} planned />
              </Trans>
            ) : (
              <Trans>Pinned by {who}</Trans>
            ))}
          {buried &&
            (until ? (
              <Trans>
                Buried by {who}, ends <RelativeTime value={until} planned />
              </Trans>
            ) : (
              <Trans>Buried by {who}</Trans>
            ))}
        </span>
      </span>
    </span>
  )
}

function RankChange({ item: { rank, previousRank } }: { item: HotItem }) {
  const { t } = useLingui()
  if (rank === null || previousRank === rank) return <span className={classes.change} />
  if (previousRank === null) return <span className={classes.change}>{t`new`}</span>
  const places = Math.abs(previousRank - rank)
  const isUp = rank < previousRank
  const Icon = isUp ? IconArrowUp : IconArrowDown
  const words = isUp ? t`up from ${previousRank}` : t`down from ${previousRank}`
  return (
    <span className={classes.change} data-way={isUp ? 'up' : 'down'} title={words}>
      <Icon size={11} aria-label={words} />
      {places}
    </span>
  )
}
