import type { AdFilter } from '#contract/ads.ts'
import type { Locale } from '#contract/locale.ts'
import type { Db } from '../../db/database.ts'
import { adFileHeads, adFileWords, countCells } from './ad-file-rules.ts'
import { FILE_ADS_MOST, matchingAds } from './ad-list-queries.ts'
import { adsByIds } from './ad-queries.ts'
import type { AdViewer } from './ad-viewer-queries.ts'

const columns = [
  'id',
  'name',
  'advertiser',
  'status',
  'placements',
  'startsAt',
  'endsAt',
  'timeZone',
  'goal',
  'amount',
  'impressions',
  'viewable',
  'clicks',
  'clickThrough',
  'pace',
] as const

/** The ads that match as rows of a file, its head first; undefined for more ads than a file has. */
export async function adTable(
  db: Db,
  viewer: AdViewer,
  filter: AdFilter,
  locale: Locale,
): Promise<(string | number | null)[][] | undefined> {
  const [head, words] = [adFileHeads[locale], adFileWords[locale]]
  const ids = await matchingAds(db, viewer, filter, FILE_ADS_MOST + 1)
  if (ids.length > FILE_ADS_MOST) return undefined
  const byId = new Map((await adsByIds(db, viewer, ids)).map((ad) => [ad.id, ad]))
  const rows = ids.flatMap((id) => {
    const ad = byId.get(id)
    if (!ad) return []
    const { delivery, goal } = ad
    return [
      [
        ad.id,
        ad.name,
        ad.advertiser,
        words[ad.phase ?? ad.status],
        ad.refs.placements.map((placement) => placement.name).join('; '),
        ad.startsAt?.replace('T', ' ') ?? null,
        ad.endsAt?.replace('T', ' ') ?? null,
        ad.timeZone,
        words[goal.kind],
        goal.amount,
        ...countCells(delivery),
        delivery.pace && words[delivery.pace],
      ],
    ]
  })
  return [columns.map((column) => head[column]), ...rows]
}
