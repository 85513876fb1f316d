import { sql } from 'kysely'
import type { AdContent } from '../../../db/ad-tables.ts'
import type { Db } from '../../../db/database.ts'
import { freshAddress } from '#contract/media.ts'
import { followCategories } from '../../categories/category-queries.ts'
import { mediaUrl } from '../../media/media-queries.ts'
import { mergesOf } from '../../taxonomy/merge-queries.ts'
import type { PageArticle } from './decision-rules.ts'
import type { LiveAdRow, LivePictures, LivePlacement } from './live-rules.ts'

const columns = sql`id::text, status, deleted_at, fields, live, starts_at, ends_at, approved_at`

/** Which ads are asked for. Left out: those of all placements, and those that did not end until now. */
export type LiveWish = {
  /** Booked in this placement. */
  placement?: string
  /** Not ended then: ms since 1970. */
  since?: number
}

/** The ads that may be shown now or later: approved, and not ended. */
export async function liveAdRows(db: Db, { placement, since }: LiveWish = {}): Promise<LiveAdRow[]> {
  const from = since === undefined ? sql`now()` : sql`${new Date(since).toISOString()}::timestamptz`
  const booked = placement === undefined ? sql`true` : sql`placements @> array[${placement}::uuid]`
  const { rows } = await sql<LiveAdRow>`select ${columns} from ad
    where status = 'approved' and deleted_at is null and (ends_at is null or ends_at > ${from}) and ${booked}`.execute(
    db,
  )
  return rows
}

/** One ad in any state; undefined when it is not there. */
export async function anyAdRow(db: Db, id: string): Promise<LiveAdRow | undefined> {
  const { rows } = await sql<LiveAdRow>`select ${columns} from ad where id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** All placements, those in the trash as inactive ones. */
export async function livePlacements(db: Db): Promise<LivePlacement[]> {
  const rows = await db.selectFrom('placement').select(['id', 'key', 'name', 'sizes', 'active', 'deletedAt']).execute()
  return rows.map(({ deletedAt, ...row }) => ({
    ...row,
    active: row.active && deletedAt === null,
    trashed: deletedAt !== null,
  }))
}

/** Of the pictures that these ads show, each once. */
export const pictureIds = (rows: readonly LiveAdRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ fields, live }) =>
      (live ?? fields).creatives.flatMap((creative) => (creative.kind === 'image' ? [creative.media] : [])),
    ),
  ),
]

/** The pictures that these ads show; of those in the trash, none. */
export async function creativePictures(db: Db, rows: readonly LiveAdRow[]): Promise<LivePictures> {
  const ids = pictureIds(rows)
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('media')
    .select(['id', 'type', 'width', 'height', 'fileVersion'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(
    found.map(({ id, type, width, height, fileVersion }) => [
      id,
      { width, height, url: freshAddress(mediaUrl({ id, type }), fileVersion) },
    ]),
  )
}

/** The names that ads ask for or leave out. */
export type AudienceNames = { tags: readonly string[]; categories: readonly string[] }

type WithAudiences = { fields: Pick<AdContent, 'targeting' | 'exclusions'> }

/** Of these ads, each name once. */
export const audienceNames = (rows: readonly WithAudiences[]): AudienceNames => {
  const audiences = rows.flatMap(({ fields }) => [fields.targeting, fields.exclusions])
  return {
    tags: [...new Set(audiences.flatMap(({ tags }) => tags))],
    categories: [...new Set(audiences.flatMap(({ categories }) => categories))],
  }
}

/** What took the place of a name that was merged or deleted since an ad was written, by its id. */
export async function namesNow(db: Db, { tags, categories }: AudienceNames): Promise<Map<string, string>> {
  const now = await mergesOf(db, 'tag', tags)
  if (categories.length > 0)
    for (const [id, other] of await followCategories(db, categories)) if (other && other !== id) now.set(id, other)
  return now
}

/** The ads with the names as they are now: who leaves out a tag leaves out its articles where another has them. */
export function withNames<Row extends WithAudiences>(rows: readonly Row[], now: ReadonlyMap<string, string>): Row[] {
  if (now.size === 0) return [...rows]
  const follow = (ids: readonly string[]) => [...new Set(ids.map((id) => now.get(id) ?? id))]
  const followAll = (audience: AdContent['targeting']) => ({
    ...audience,
    tags: follow(audience.tags),
    categories: follow(audience.categories),
  })
  return rows.map((row) => {
    const { fields } = row
    const [targeting, exclusions] = [followAll(fields.targeting), followAll(fields.exclusions)]
    return { ...row, fields: { ...fields, targeting, exclusions } }
  })
}

/** A value that changes whenever an ad that is approved, or a placement, does. */
export async function liveFingerprint(db: Db): Promise<{ fingerprint: string; now: number }> {
  const { rows } = await sql<{ fingerprint: string; now: number }>`
    select concat_ws(' ',
      (select concat_ws(' ', count(*), sum(hashtextextended(id::text || version, 0)::numeric)) from ad
        where status = 'approved' and deleted_at is null),
      (select concat_ws(' ', count(*), sum(hashtextextended(id::text || version, 0)::numeric)) from placement)
    ) as fingerprint, (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return rows[0] ?? { fingerprint: '', now: Date.now() }
}

/** A value that changes whenever one of these names is merged, deleted with another in its place, or restored. */
export const nameFingerprint = async (db: Db, names: AudienceNames): Promise<string> =>
  Array.from(await namesNow(db, names), (pair) => pair.join(' '))
    .toSorted()
    .join()

/** A value that changes whenever one of these pictures is replaced, moved to the trash or restored. */
export async function pictureFingerprint(db: Db, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return ''
  const { rows } = await sql<{ fingerprint: string }>`
    select concat_ws(' ', count(*), sum(hashtextextended(id::text || file_version, 0)::numeric)) as fingerprint
      from media where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db)
  return rows[0]?.fingerprint ?? ''
}

/** The article as the decision sees it; undefined when readers do not see it. */
export async function pageArticle(db: Db, id: string): Promise<PageArticle | undefined> {
  const { rows } = await sql<{
    adsPolicy: PageArticle['adsPolicy']
    sensitive: boolean
    categories: string[]
    tags: string[]
  }>`
    select content->>'adsPolicy' as ads_policy, (content->>'sensitive')::boolean as sensitive, tag_ids::text[] as tags,
      array(
        with recursive above (id) as (
          select unnest(category_ids) union select parent from above join category using (id) where parent is not null
        ) select id::text from above
      ) as categories
    from article_live where article_id = ${id}::uuid`.execute(db)
  const row = rows[0]
  return row && { ...row, id, categories: new Set(row.categories), tags: new Set(row.tags) }
}
