import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ad, AdFilter, AdListQuery } from '#contract/ads.ts'
import type { ListReply } from '#contract/list.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { orderOf } from '../../db/list-rows.ts'
import { contains } from '../../db/substring-search.ts'
import { type AdRow, adsByIds, deliveryOf, needsAttention, type PacedRow } from './ad-queries.ts'
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
export async function listAds(db: Db, viewer: AdViewer, query: AdListQuery): Promise<ListReply<Ad>> {
  const filter = await withDelivery(db, viewer, query)
  const order = orderOf(keys, query.sort)
  const mayBeNull = /^-?(startsAt|endsAt|clickThrough)$/.test(query.sort)
  return listPage(db, matchingAdIds(db, filter), { ...order, ...(mayBeNull && { nulls: 'last' }) }, query, (ids) =>
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
export async function matchingAds(db: Db, viewer: AdViewer, filter: AdFilter, most: number): Promise<string[]> {
  const rows = await matchingAdIds(db, await withDelivery(db, viewer, filter))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** No file and no report has more ads: it would take longer than anyone waits. */
export const FILE_ADS_MOST = 10_000

/** A filter that SQL can answer. `among`: only these ads; `except`: none of these. */
export type MatchFilter = Omit<AdFilter, 'pace' | 'attention'> & {
  pace?: never
  attention?: never
  among?: readonly string[]
  except?: readonly string[]
}

/** The ids of the ads that match, in no order. */
export const matchingAdIds = (db: Db, filter: MatchFilter) =>
  db
    .selectFrom('ad')
    .select('id')
    .where(sql<SqlBool>`${sql.join(conditionsOf(filter), sql` and `)}`)

/** How many ads are compared at once; other requests are answered in between. */
const COMPARED = 500

/**
 * The filter with its pace and its attention as the ads that have it now: these follow from the usual week of readers, the hours of
 * the ad and its flight, which SQL does not add up.
 */
export async function withDelivery(
  db: Db,
  viewer: Pick<AdViewer, 'profile' | 'now'>,
  { pace, attention, ...filter }: AdFilter,
): Promise<MatchFilter> {
  let found: MatchFilter = filter
  if (pace !== undefined) {
    const paced = matchingAdIds(db, found)
      .where('status', 'in', ['approved', 'paused'])
      .where('endsAt', 'is not', null)
      .where(sql<SqlBool>`fields->'goal'->>'kind' <> 'none'`)
    found = { ...found, among: await idsWhere(db, paced, (row) => deliveryOf(row, viewer).pace === pace) }
  }
  if (attention !== undefined) {
    const running = matchingAdIds(db, found).where(phases.running).where('endsAt', 'is not', null)
    const noticed = await idsWhere(db, running, (row) => needsAttention(row, viewer))
    found = { ...found, ...(attention ? { among: noticed } : { except: noticed }) }
  }
  return found
}

/** Of the ads that the query finds, those whose row is wanted. */
async function idsWhere(
  db: Db,
  query: ReturnType<typeof matchingAdIds>,
  isWanted: (row: PacedRow & Pick<AdRow, 'deletedAt'>) => boolean,
): Promise<string[]> {
  const ids = await query.execute()
  const wanted: string[] = []
  for (let first = 0; first < ids.length; first += COMPARED) {
    const { rows } = await sql<PacedRow & Pick<AdRow, 'id' | 'deletedAt'>>`
      select ad.id, status, fields - 'creatives' as fields, starts_at, ends_at, approved_at, deleted_at,
        coalesce(impressions, 0) as impressions, coalesce(viewable, 0) as viewable, coalesce(clicks, 0) as clicks
      from ad left join ad_delivery on ad_delivery.ad = ad.id
      where ad.id = any(${ids.slice(first, first + COMPARED).map(({ id }) => id)}::uuid[])`.execute(db)
    for (const row of rows) if (isWanted(row)) wanted.push(row.id)
  }
  return wanted
}

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

function conditionsOf(filter: MatchFilter): RawBuilder<SqlBool>[] {
  const { q, status, placement, advertiser, from, to, submitted, among, except } = filter
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
  if (among) found.push(sql`id = any(${among}::uuid[])`)
  if (except) found.push(sql`id <> all(${except}::uuid[])`)
  return found
}
