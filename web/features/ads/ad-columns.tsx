import { useLingui } from '@lingui/react/macro'
import { IconCode, IconPhoto, IconTextSize } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Ad } from '#contract/ads.ts'
import { useChangedColumn } from '../../ui/data-table/changed-column.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NameWithThumb, ThumbFrame } from '../../ui/thumb-frame.tsx'
import { rateText } from './ad-rate.ts'
import { AdStatus, PaceBar } from './ad-status.tsx'
import classes from './ads.module.css'
import { listed } from '../../ui/listed.ts'

/** What lists say of an ad. */
export function useAdColumns(): readonly Column<Ad>[] {
  const { t, i18n } = useLingui()
  const changed = useChangedColumn<Ad>()
  return useMemo(() => {
    const time = (value: string | null) => (value ? <RelativeTime value={value} planned /> : '–')
    const count = (
      key: 'impressions' | 'clicks',
      header: string,
      width: number,
      cell: (ad: Ad) => string = ({ delivery }) => i18n.number(delivery[key]),
    ): Column<Ad> => ({ key, header, sort: key, sortFirst: 'desc', width, align: 'end', cell })
    return [
      { key: 'name', header: t`Name`, sort: 'name', narrow: 200, cell: (ad) => <AdName ad={ad} /> },
      { key: 'status', header: t`Status`, width: 160, narrow: 144, cell: (ad) => <AdStatus ad={ad} isShort /> },
      {
        key: 'placements',
        header: t`Placements`,
        width: 130,
        narrow: 80,
        onPhone: 'labelled',
        cell: ({ refs }) => listed(refs.placements.map(({ name }) => name)) || '–',
      },
      {
        key: 'startsAt',
        header: t`Start`,
        sort: 'startsAt',
        sortKind: 'time',
        width: 122,
        onPhone: 'labelled',
        cell: (ad) => time(ad.startsAtTime),
      },
      {
        key: 'endsAt',
        header: t`End`,
        sort: 'endsAt',
        sortKind: 'time',
        width: 122,
        onPhone: 'labelled',
        cell: (ad) => time(ad.endsAtTime),
      },
      {
        key: 'goal',
        header: t`Goal`,
        width: 110,
        align: 'end',
        onPhone: 'left-out',
        cell: ({ goal }) => (goal.amount === null ? '–' : i18n.number(goal.amount)),
      },
      {
        key: 'pace',
        header: t`Pacing`,
        width: 144,
        narrow: 120,
        onPhone: 'labelled',
        cell: (ad) => <PaceBar ad={ad} />,
      },
      count('impressions', t`Impressions`, 96),
      count('clicks', t`Clicks`, 68),
      {
        key: 'clickThrough',
        header: t`Click-through`,
        sort: 'clickThrough',
        sortFirst: 'desc',
        width: 108,
        align: 'end',
        cell: ({ delivery: { clickThrough } }) => rateText(clickThrough, i18n),
      },
      changed,
    ]
  }, [t, i18n, changed])
}

function AdName({ ad }: { ad: Ad }) {
  return (
    <NameWithThumb thumb={<AdThumb ad={ad} />}>
      <span className={classes.names}>
        <span className={classes.name} title={ad.name}>
          {ad.name}
        </span>
        {ad.advertiser && <span className={classes.advertiser}>{ad.advertiser}</span>}
      </span>
    </NameWithThumb>
  )
}

/** The first creative as a small picture, or what it is made of. */
function AdThumb({ ad: { creatives, refs } }: { ad: Ad }) {
  const picture = creatives.find((creative) => creative.kind === 'image')
  const media = picture && refs.media.find(({ id }) => id === picture.media)
  const kind = creatives[0]?.kind
  const Icon = kind === 'html' ? IconCode : kind === 'text' ? IconTextSize : IconPhoto
  return (
    <ThumbFrame src={media?.thumb}>
      <Icon size={16} stroke={1.5} aria-hidden />
    </ThumbFrame>
  )
}
