import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ad, AdFilter, AdListQuery } from '#contract/ads.ts'
import type { ListReply } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { orderOf } from '../../db/list-rows.ts'
import { contains } from '../../db/substring-search.ts'
import { adsByIds } from './ad-queries.ts'
import type { AdViewer } from './ad-viewer-queries.ts'

const counted = (name: 'impressions' | 'clicks') =>
  sql`coalesce((select ${sql.ref(name)} from ad_delivery where ad_delivery.ad = ad.id), 0)`

const keys = {
  name: { by: sql`lower(name)` },
  advertiser: { by: sql`lower(fields->>'advertiser')` },
  startsAt: { by: sql`starts_at` },
  endsAt: { by: sql`ends_at` },
  updatedAt: { by: sql`updated_at` },
  priority: { by: sql`(fields->>'priority')::int` },
  impressions: { by: counted('impressions') },
  clicks: { by: counted('clicks') },
  clickThrough: {
    by: sql`(select clicks / nullif(impressions, 0)::float8 from ad_delivery where ad_delivery.ad = ad.id)`,
  },
}

/** One page of the ads. */
export function listAds(db: Db, viewer: AdViewer, query: AdListQuery): Promise<ListReply<Ad>> {
  const order = orderOf(keys, query.sort)
  const mayBeNull = /^-?(startsAt|endsAt|clickThrough)$/.test(query.sort)
  return listPage(db, matchingAdIds(db, query), { ...order, ...(mayBeNull && { nulls: 'last' }) }, query, (ids) =>
    adsByIds(db, viewer, ids),
  )
}

const ADVERTISERS_MOST = 20

/** From here on two names are taken for spellings of one: “Nordrad” and “Nordrad GmbH”. */
const SIMILAR_FROM = 0.4

/** Names of advertisers that contain this text or are similar to it, in any case, the closest first; all by name without a text. */
export async function findAdvertisers(db: Db, text: string): Promise<string[]> {
  const name = sql`lower(fields->>'advertiser')`
  const similar = sql<SqlBool>`similarity(${name}, lower(${text})) >= ${SIMILAR_FROM}`
  const { rows } = await sql<{ name: string }>`
    select name from (
      select distinct on (${name}) fields->>'advertiser' as name, ${name} as key from ad
      where deleted_at is null and fields->>'advertiser' <> '' and (${contains(name, text)} or ${similar})
      order by ${name}, updated_at desc
    ) as found
    order by key <> lower(${text}), not starts_with(key, lower(${text})), strpos(key, lower(${text})) = 0,
      similarity(key, lower(${text})) desc, key
    limit ${ADVERTISERS_MOST}`.execute(db)
  return rows.map(({ name: found }) => found)
}

/** The ids of the ads that match, the last changed first, at most so many. */
export async function matchingAds(db: Db, filter: AdFilter, most: number): Promise<string[]> {
  const rows = await matchingAdIds(db, filter).orderBy('updatedAt', 'desc').orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}

/** No file and no report has more ads: it would take longer than anyone waits. */
export const FILE_ADS_MOST = 10_000

/** The ids of the ads that match, in no order. */
export const matchingAdIds = (db: Db, filter: AdFilter) =>
  db
    .selectFrom('ad')
    .select('id')
    .where(sql<SqlBool>`${sql.join(conditionsOf(filter), sql` and `)}`)

const reached = sql`(fields->'goal'->>'kind' <> 'none' and (fields->'goal'->>'amount')::bigint <=
  (select case fields->'goal'->>'kind' when 'clicks' then clicks else impressions end
    from ad_delivery where ad_delivery.ad = ad.id))`
// As `phaseOf`, which the reply says.
const ended = sql`(coalesce(ends_at <= now(), false) or coalesce(${reached}, false))`
const phases = {
  ended: sql<SqlBool>`status = 'approved' and ${ended}`,
  scheduled: sql<SqlBool>`status = 'approved' and not ${ended} and coalesce(starts_at > now(), false)`,
  running: sql<SqlBool>`status = 'approved' and not ${ended} and not coalesce(starts_at > now(), false)`,
}

function conditionsOf({ q, status, placement, advertiser, from, to, submitted }: AdFilter): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [status === 'trashed' ? sql`deleted_at is not null` : sql`deleted_at is null`]
  if (status === 'scheduled' || status === 'running' || status === 'ended') found.push(phases[status])
  else if (status && status !== 'trashed') found.push(sql`status = ${status}`)
  if (q) found.push(contains(sql`search_text`, q))
  if (placement) found.push(sql`placements @> array[${placement}::uuid]`)
  if (advertiser) found.push(sql`lower(fields->>'advertiser') = lower(${advertiser})`)
  // A time to come wants what will run then; of a time that is over, also what was paused or archived since.
  if (from || to)
    found.push(sql`(status = 'approved' or (status in ('paused', 'archived') and approved_at is not null
      and coalesce(${to ?? null}::timestamptz <= now(), false)))`)
  if (from) found.push(sql`(ends_at is null or ends_at > ${from})`)
  if (to) found.push(sql`(starts_at is null or starts_at < ${to})`)
  if (submitted !== undefined) found.push(submitted ? sql`submitted_at is not null` : sql`submitted_at is null`)
  return found
}
