import { sql } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { allows } from '#contract/permissions.ts'
import type { WelcomeAds, WelcomeAdSection } from '#contract/welcome.ts'
import type { Db } from '../../db/database.ts'
import { type AdRow, adRows, deliveryOf } from './ad-queries.ts'
import { phaseOf } from './ad-rules.ts'
import type { AdViewer } from './ad-viewer-queries.ts'

const SHOWN = 8
/** How many running ads, the first to end first, are compared with what they should have delivered. */
const WATCHED = 200
const ENDS_SOON_MS = 7 * 86_400_000

/** What ads need of this person, each part through an index of its own and at a cost that does not grow with the table. */
export async function adAttention(db: Db, viewer: AdViewer): Promise<WelcomeAds> {
  const ads = db.selectFrom('ad').select('ad.id').where('deletedAt', 'is', null)
  const submitted = ads.where('submittedAt', 'is not', null)
  const rejected = ads
    .where('createdBy', '=', viewer.id)
    .where('rejection', '<>', '')
    .where('submittedAt', 'is', null)
    .where('status', '<>', 'archived')
  const running = ads
    .where('status', '=', 'approved')
    .where('endsAt', '>', sql<string>`now()`)
    .orderBy('endsAt')
    .orderBy('id')
    .limit(WATCHED)
  const watched = await rowsOf(db, running)
  const noticed = watched.filter((row) => {
    if (phaseOf(row, row.fields, row, viewer.now) !== 'running') return false
    const endsSoon = Date.parse(row.endsAt!) - viewer.now < ENDS_SOON_MS
    return endsSoon || deliveryOf(row, viewer).pace === 'behind'
  })
  return {
    toApprove: allows(viewer.role, 'ads.approve') ? await countOf(db, submitted) : 0,
    returned: sectionOf(
      await rowsOf(db, rejected.orderBy('rejectedAt', 'desc').orderBy('id').limit(SHOWN)),
      viewer,
      await countOf(db, rejected),
    ),
    watch: sectionOf(noticed.slice(0, SHOWN), viewer, noticed.length),
  }
}

type Ids = { execute: () => Promise<{ id: string }[]> }

/** The ads of these ids, in their order. */
async function rowsOf(db: Db, ids: Ids): Promise<AdRow[]> {
  const found = (await ids.execute()).map(({ id }) => id)
  const byId = new Map((await adRows(db, found)).map((row) => [row.id, row]))
  return found.flatMap((id) => byId.get(id) ?? [])
}

async function countOf(db: Db, ids: ReturnType<typeof selectAds>): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (${ids.limit(EXACT_TOTAL_MAX)}) as counted`.execute(db)
  return rows[0]?.total ?? 0
}
const selectAds = (db: Db) => db.selectFrom('ad').select('ad.id')

const sectionOf = (rows: readonly AdRow[], viewer: AdViewer, total: number): WelcomeAdSection => ({
  items: rows.map((row) => ({
    id: row.id,
    name: row.fields.name,
    advertiser: row.fields.advertiser,
    status: row.status,
    phase: phaseOf(row, row.fields, row, viewer.now),
    endsAt: row.endsAt,
    pace: deliveryOf(row, viewer).pace,
    rejectedAt: row.rejectedAt,
  })),
  total,
})
