import type { AdFilter } from '#contract/ads.ts'
import type { Db } from '../../db/database.ts'
import { matchingAds } from './ad-list-queries.ts'
import { adsByIds } from './ad-queries.ts'
import type { AdViewer } from './ad-viewer-queries.ts'

const ROWS_MOST = 10_000
const head = [
  'id',
  'name',
  'advertiser',
  'status',
  'phase',
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
]

/** The ads that match as rows of a file, its head first; at most 10,000. */
export async function adTable(db: Db, viewer: AdViewer, filter: AdFilter): Promise<(string | number | null)[][]> {
  const ids = await matchingAds(db, filter, ROWS_MOST)
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
        ad.status,
        ad.phase,
        ad.refs.placements.map(({ key }) => key).join(' '),
        ad.startsAt,
        ad.endsAt,
        ad.timeZone,
        goal.kind,
        goal.amount,
        delivery.impressions,
        delivery.viewable,
        delivery.clicks,
        delivery.clickThrough === null ? null : Number(delivery.clickThrough.toFixed(6)),
        delivery.pace,
      ],
    ]
  })
  return [head, ...rows]
}
