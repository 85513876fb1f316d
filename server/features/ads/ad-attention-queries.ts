import { sql } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { allows } from '#contract/permissions.ts'
import type { WelcomeAds, WelcomeAdSection } from '#contract/welcome.ts'
import type { Db } from '../../db/database.ts'
import { type AdRow, adRows, deliveryOf, needsAttention } from './ad-queries.ts'
import { phaseOf } from './ad-rules.ts'
import type { AdViewer } from './ad-viewer-queries.ts'

const SHOWN = 8
/** How many running ads, the first to end first, are compared with what they should have delivered. */
const WATCHED = 200

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
  const approves = allows(viewer.role, 'ads.approve')
  const own = submitted.where((eb) => eb.or([eb('createdBy', '=', viewer.id), eb('submittedBy', '=', viewer.id)]))
  const [waitingIds, rejectedIds, runningIds] = [
    approves ? [] : await own.orderBy('submittedAt').orderBy('id').limit(SHOWN).execute(),
    await rejected.orderBy('rejectedAt', 'desc').orderBy('id').limit(SHOWN).execute(),
    await running.execute(),
  ]
  const rows = await adRows(
    db,
    [...waitingIds, ...rejectedIds, ...runningIds].map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const rowsOf = (ids: readonly { id: string }[]) => ids.flatMap(({ id }) => byId.get(id) ?? [])
  const noticed = rowsOf(runningIds).filter((row) => needsAttention(row, viewer))
  const waits = await countOf(db, approves ? submitted : own)
  return {
    toApprove: approves ? waits : 0,
    waiting: sectionOf(rowsOf(waitingIds), viewer, approves ? 0 : waits),
    returned: sectionOf(rowsOf(rejectedIds), viewer, await countOf(db, rejected)),
    watch: sectionOf(noticed.slice(0, SHOWN), viewer, noticed.length),
  }
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
    submittedAt: row.submittedAt,
    rejectedAt: row.rejectedAt,
  })),
  total,
})
