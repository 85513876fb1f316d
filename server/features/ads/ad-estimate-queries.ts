import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Estimate, EstimateInput } from '#contract/ad-insight.ts'
import { newAdFields } from '#contract/ad-fields.ts'
import { DEVICES } from '#contract/events.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { scheduleOf } from './ad-field-rules.ts'
import { flightOf } from './decision/flight-rules.ts'
import { curveOf, hourIn, HOUR, type ViewProfile } from './decision/pacing-rules.ts'
import { profilePeriod } from './decision/view-profile-queries.ts'

const below = (ids: readonly string[]): RawBuilder<unknown> => sql`array(
  with recursive below (id) as (
    select unnest(${ids}::uuid[]) union select category.id from below join category on category.parent = below.id
  ) select id from below)`

/** The articles that fit what an ad asks of them; undefined where it asks nothing but that they carry ads. */
async function fittingArticles(db: Kysely<Tables>, { targeting, exclusions }: Audiences): Promise<string[]> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql`content->>'adsPolicy' <> 'none' and not (content->>'sensitive')::boolean`,
  ]
  if (targeting.categories.length > 0) conditions.push(sql`category_ids && ${below(targeting.categories)}`)
  if (exclusions.categories.length > 0) conditions.push(sql`not category_ids && ${below(exclusions.categories)}`)
  if (targeting.tags.length > 0) conditions.push(sql`tag_ids && ${targeting.tags}::uuid[]`)
  if (exclusions.tags.length > 0) conditions.push(sql`not tag_ids && ${exclusions.tags}::uuid[]`)
  const { rows } = await sql<{ id: string }>`
    select article_id::text as id from article_live where ${sql.join(conditions, sql` and `)}`.execute(db)
  return rows.map(({ id }) => id)
}
type Audiences = Required<Pick<EstimateInput, 'targeting' | 'exclusions'>>

/** How many page views fit a targeting, from the views of the last four weeks. */
export async function estimateViews(
  db: Kysely<Tables>,
  store: EventStore,
  input: EstimateInput,
  { profile, now }: { profile: ViewProfile; now: number },
): Promise<Estimate> {
  const fields = { ...newAdFields(), ...input }
  const bounds = await profilePeriod(store, now)
  const period = { from: new Date(bounds.from), to: new Date(bounds.to) }
  const days = (bounds.to - bounds.from) / (24 * HOUR)
  const [all, fitting, deviceShare] = await Promise.all([
    store.pageViews(period),
    fittingArticles(db, fields).then((articles) => store.pageViews(period, articles)),
    shareOfDevices(store, period, fields),
  ])
  const isOpen = (hour: number) =>
    (fields.targeting.hours.length === 0 || fields.targeting.hours.includes(hour)) &&
    !fields.exclusions.hours.includes(hour)
  const sum = (views: readonly { hour: string; views: number }[]) =>
    views.reduce((total, hour) => total + hour.views, 0)
  const open = fitting.filter(({ hour }) => isOpen(hourIn(Date.parse(hour), fields.timeZone)))
  const eligible = sum(open) * deviceShare
  const { startsAt, endsAt, faults } = scheduleOf(fields)
  const flight =
    faults.length === 0
      ? flightOf({ fields, startsAt: startsAt ?? new Date(now).toISOString(), endsAt, approvedAt: null })
      : undefined
  // The whole week is known, so what one usual view brings is, too.
  const usual = flight && curveOf({ ...flight, isHourOpen: undefined }, profile)
  const week = curveOf({ startsAt: bounds.from, endsAt: bounds.to, timeZone: 'UTC', isHourOpen: undefined }, profile)
  const seen = days > 0 ? week.viewsBetween(bounds.from, bounds.to) : 0
  return {
    eligibleViews: Math.round(eligible),
    allViews: sum(all),
    days,
    perDay: days > 0 ? eligible / days : 0,
    wholeFlight:
      flight && usual && seen > 0 ? (eligible / seen) * usual.viewsBetween(flight.startsAt, flight.endsAt) : null,
  }
}

/** Which part of the views comes from the devices that are asked for. */
async function shareOfDevices(
  store: EventStore,
  period: { from: Date; to: Date },
  { targeting, exclusions }: Audiences,
): Promise<number> {
  const isWanted = (device: (typeof DEVICES)[number]) =>
    (targeting.devices.length === 0 || targeting.devices.includes(device)) && !exclusions.devices.includes(device)
  if (DEVICES.every(isWanted)) return 1
  const views = await store.deviceViews(period)
  const total = DEVICES.reduce((sum, device) => sum + views[device], 0)
  const wanted = DEVICES.filter(isWanted).reduce((sum, device) => sum + views[device], 0)
  return total > 0 ? wanted / total : 0
}
