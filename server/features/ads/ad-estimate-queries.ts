import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Estimate, EstimateInput } from '#contract/ad-insight.ts'
import { newAdFields } from '#contract/ad-fields.ts'
import { DEVICES } from '#contract/events.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { countsVersion } from '../../events/postgres/event-ledger.ts'
import { scheduleOf } from './ad-field-rules.ts'
import { flightOf } from './decision/flight-rules.ts'
import { audienceNames, namesNow, withNames } from './decision/live-queries.ts'
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

type Views = { hour: string; views: number }[]
const KNOWN_FOR_MS = 60_000
const KNOWN_MOST = 100
const known = new WeakMap<object, Map<string, { until: number; views: Promise<Views> }>>()

/** Who chooses a targeting asks at each change of it: what was counted a moment ago, for the same question, is not added up again. */
function remembered(db: object, question: unknown, load: () => Promise<Views>): Promise<Views> {
  const answers = known.get(db) ?? new Map<string, { until: number; views: Promise<Views> }>()
  known.set(db, answers)
  const key = JSON.stringify(question)
  const found = answers.get(key)
  if (found && found.until > performance.now()) return found.views
  if (answers.size >= KNOWN_MOST) answers.clear()
  const views = load()
  answers.set(key, { until: performance.now() + KNOWN_FOR_MS, views })
  // A failure is not remembered.
  views.catch(() => answers.delete(key))
  return views
}

/** How many page views fit a targeting, from the views of the last four weeks. */
export async function estimateViews(
  db: Kysely<Tables>,
  store: EventStore,
  input: EstimateInput,
  { profile, now }: { profile: ViewProfile; now: number },
): Promise<Estimate> {
  const asked = { fields: { ...newAdFields(), ...input } }
  // As the decision does: who leaves out a tag that was merged leaves out the articles of the other one.
  const [{ fields } = asked] = withNames([asked], await namesNow(db, audienceNames([asked])))
  const bounds = await profilePeriod(store, now)
  const period = { from: new Date(bounds.from), to: new Date(bounds.to) }
  const days = (bounds.to - bounds.from) / (24 * HOUR)
  const version = await countsVersion(db, period)
  const { targeting, exclusions } = fields
  const where = [targeting.categories, exclusions.categories, targeting.tags, exclusions.tags]
  const [all, fitting, deviceShare] = await Promise.all([
    remembered(db, [version, bounds, 'all'], () => store.pageViews(period)),
    remembered(db, [version, bounds, where], async () => store.pageViews(period, await fittingArticles(db, fields))),
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
