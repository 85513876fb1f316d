import type { AdFilter } from '#contract/ads.ts'
import type { Locale } from '#contract/locale.ts'
import type { Db } from '../../db/database.ts'
import { adFileHeads, adFileWords, countCells } from './ad-file-rules.ts'
import { matchingAds } from './ad-list-queries.ts'
import { adsByIds } from './ad-queries.ts'
import type { AdViewer } from './ad-viewer-queries.ts'

const ROWS_MOST = 10_000
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

/** The ads that match as rows of a file, its head first; at most 10,000. */
export async function adTable(
  db: Db,
  viewer: AdViewer,
  filter: AdFilter,
  locale: Locale,
): Promise<(string | number | null)[][]> {
  const [head, words] = [adFileHeads[locale], adFileWords[locale]]
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
