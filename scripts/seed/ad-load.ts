import type pg from 'pg'
import type { AdSize } from '#contract/placements.ts'
import { AdFormFields } from '#contract/ad-fields.ts'
import type { Actor } from '../../server/http/actor.ts'
import { adSecret } from '../../server/features/ads/ad-viewer-queries.ts'
import { performOn } from '../../server/features/ads/ad-action-commands.ts'
import { insertAd, writeFields } from '../../server/features/ads/ad-commands.ts'
import { lockAd, type AdRun } from '../../server/features/ads/ad-lock-commands.ts'
import { requireValidFields } from '../../server/features/ads/ad-reference-commands.ts'
import { flatProfile } from '../../server/features/ads/decision/pacing-rules.ts'
import { claimKeyFor, insertPlacement } from '../../server/features/placements/placement-commands.ts'
import { makeAd, placementId, type AdIds, type SeededAd } from './ad.ts'
import type { Place } from './album-load.ts'
import { places, type PlaceKey } from './campaign.ts'
import type { SeedPlan } from './plan.ts'
import type { Taxonomy } from './taxonomy.ts'

/** An ad that readers have seen: between these times, ms since 1970. `until`: Infinity where it still runs. */
export type ShownAd = { id: string; from: number; until: number; clicked: number }
/** By id of the placement. */
export type AdPlaces = ReadonlyMap<string, (typeof places)[number]>
export type SeededAds = { ads: readonly ShownAd[]; places: AdPlaces }
export const noAds: SeededAds = { ads: [], places: new Map() }

/**
 * Writes placements and ads with the product's own commands, each step at its time; triggers must be listening. The audit log says
 * when they were really written.
 * @param pictures ids of those that were drawn
 */
export async function loadAds(
  { client, db, say, signal }: Place,
  plan: SeedPlan,
  { count, visits }: { count: number; visits: number },
  { users, tags, categories }: Taxonomy,
  pictures: readonly string[],
): Promise<SeededAds> {
  if (count === 0) return noAds
  const user = users.find(({ role }) => role === 'ad_manager') ?? users[0]!
  // No administrator is seeded: who may write ads approves them, too.
  const actor: Actor = { id: user.id, name: user.name, role: 'administrator', sessionId: '', ip: '' }
  const secret = await adSecret(db)
  const runAt = (now: number): AdRun => ({
    trx: db,
    actor,
    viewer: { id: actor.id, role: actor.role, publicUrl: '', now, profile: flatProfile, secret },
  })
  const booked = new Map<PlaceKey, string>()
  const shownAt = new Map<string, (typeof places)[number]>()
  for (const [n, place] of places.entries()) {
    const { name, sizes, active } = place
    const id = placementId(plan, n)
    const key = await claimKeyFor(db, place.key)
    const number = key.slice(place.key.length + 1)
    await insertPlacement(db, actor, id, { key, name: number ? `${name} ${number}` : name, sizes: [...sizes], active })
    booked.set(place.key, id)
    shownAt.set(id, place)
  }
  const ids: AdIds = {
    placements: booked,
    pictures: await sizesOf(client, pictures),
    categories: categories.flatMap(({ id, parent }) => (parent === null ? [id] : [])),
    tags: tags.map(({ id }) => id),
  }
  const shown: ShownAd[] = []
  for (let n = 0; n < count; n++) {
    signal?.throwIfAborted()
    say('Ads', n, count)
    const ad = makeAd(plan, n, ids, visits)
    await writeAd(runAt, ad)
    await backdate(client, ad)
    const period = shownPeriod(ad)
    if (period) shown.push({ id: ad.id, clicked: ad.clicked, ...period })
  }
  await client.query(`update placement set created_at = $2, updated_at = $2 where id = any($1)`, [
    [...shownAt.keys()],
    new Date(plan.until - 40 * 86_400_000),
  ])
  return { ads: shown, places: shownAt }
}

async function writeAd(runAt: (now: number) => AdRun, { id, createdAt, fields, steps }: SeededAd): Promise<void> {
  const run = runAt(createdAt)
  const given = AdFormFields.parse(fields)
  await requireValidFields(run.trx, given, Object.keys(given) as (keyof typeof given)[])
  await insertAd(run, given, 'create', id)
  for (const step of steps) {
    const now = runAt(step.at)
    if (step.action === 'save') {
      const locked = await lockAd(now, id)
      await writeFields(locked, { ...locked.row.fields, ...step.fields }, 'save')
    } else await performOn(now, id, step.action, step.action === 'reject' ? { reason: step.reason } : {})
  }
}

/** The times of the steps; the commands wrote them as of now. */
async function backdate(client: pg.ClientBase, { id, createdAt, steps }: SeededAd): Promise<void> {
  const times = [createdAt, ...steps.map(({ at }) => at)].map((time) => new Date(time))
  const last = (...actions: string[]) => {
    const step = steps.findLast(({ action }) => actions.includes(action))
    return step && new Date(step.at)
  }
  await client.query(
    `update ad_revision set created_at = times.at from unnest($2::timestamptz[]) with ordinality as times(at, version)
     where ad = $1 and ad_revision.version = times.version`,
    [id, times],
  )
  await client.query(
    `update ad set created_at = $2, updated_at = $3,
       submitted_at = case when submitted_at is not null then $4::timestamptz end,
       approved_at = case when approved_at is not null then $5::timestamptz end,
       rejected_at = case when rejected_at is not null then $6::timestamptz end
     where id = $1`,
    [id, times[0], times.at(-1), last('submit'), last('approve'), last('reject')],
  )
}

function shownPeriod({ steps }: SeededAd): { from: number; until: number } | undefined {
  const from = steps.find(({ action }) => action === 'approve')?.at
  if (from === undefined) return undefined
  return { from, until: steps.find(({ action }) => action === 'pause' || action === 'archive')?.at ?? Infinity }
}

async function sizesOf(
  client: pg.ClientBase,
  ids: readonly string[],
): Promise<(AdSize & { id: string; alt: string })[]> {
  const { rows } = await client.query<AdSize & { id: string; alt: string }>(
    `select id, width, height, alt from media where id = any($1) and deleted_at is null order by id`,
    [ids],
  )
  return rows
}
