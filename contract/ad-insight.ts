import { z } from 'zod'
import { AdFields } from './ad-fields.ts'
import { adRuleNames } from './ad-rules.ts'
import { AdFilter, paceNames } from './ads.ts'
import { ById, endpoint, Language } from './endpoint.ts'
import { DEVICES } from './events.ts'
import { Id } from './id.ts'
import { Day, TimeInput } from './text.ts'
import { ZoneName } from './zoned-time.ts'

const Time = z.iso.datetime()
const Field = z.object({ entity: z.enum(['ad', 'placement', 'article']), id: Id, path: z.string() })

/** Clocks of all zones agree on four digits of the year then. */
const isOfOurTime = (time: string): boolean => time >= '1971' && time < '9999'
const outOfTime = 'of the years 1971 to 9998'
const At = TimeInput.refine(isOfOurTime, outOfTime)

const ExplainInput = z.strictObject({
  placement: Id,
  /** Null: a page without an article. */
  article: Id.nullable().default(null),
  /** Left out: now. */
  at: At.optional(),
  device: z.enum(DEVICES).default('desktop'),
  /** How often this visitor saw the ad within its frequency cap’s hour or day. */
  seen: z.int().min(0).max(1000).default(0),
  /** Ads that the page shows already. */
  onPage: z.array(Id).max(20).default([]),
})
export type ExplainInput = z.output<typeof ExplainInput>

export const Explanation = z.object({
  at: Time,
  /** Whether the decision may choose it, and how likely that is: 0–1. */
  shown: z.boolean(),
  share: z.number(),
  /** The first rule that stopped it; null when it may be shown. */
  stoppedBy: z.enum(adRuleNames).nullable(),
  /** With `outranked`: the ad of higher priority that is the most likely there; else null. */
  outrankedBy: z.object({ id: Id, name: z.string() }).nullable(),
  /** In the order in which the decision asks. `skipped`: not asked, because an earlier rule stopped the ad. */
  rules: z.array(
    z.object({
      rule: z.enum(adRuleNames),
      outcome: z.enum(['pass', 'stop', 'skipped']),
      /** What to change; null where that is gone, or there is no article. */
      field: Field.nullable(),
    }),
  ),
})
export type Explanation = z.output<typeof Explanation>

const Competition = z.object({
  items: z.array(
    z.object({
      placement: z.object({ id: Id, key: z.string(), name: z.string() }),
      /** The most likely first; the shares of a placement add up to 1, or it has no ad. */
      ads: z.array(z.object({ id: Id, name: z.string(), advertiser: z.string(), share: z.number() })),
    }),
  ),
})
export type Competition = z.output<typeof Competition>

const EstimateInput = AdFields.pick({ placements: true, targeting: true, exclusions: true, timeZone: true })
  .partial()
  .extend({
    startsAt: AdFields.shape.startsAt.optional(),
    endsAt: AdFields.shape.endsAt.optional(),
  })
export type EstimateInput = z.output<typeof EstimateInput>

export const Estimate = z.object({
  /** Page views of the days that were looked at which fit the targeting and the ads policy of the article. */
  eligibleViews: z.int(),
  allViews: z.int(),
  /** How many days of readers’ events that is; at most 28. */
  days: z.number(),
  /** Eligible page views of an average day. */
  perDay: z.number(),
  /** From start to end, at the rate of those days; null without an end. */
  wholeFlight: z.number().nullable(),
})
export type Estimate = z.output<typeof Estimate>

/** What is to be expected of an ad, from its delivery so far and the usual views of the hours to come. */
export const Forecast = z.object({
  at: Time,
  pace: z.enum(paceNames).nullable(),
  goal: z.int().nullable(),
  delivered: z.int(),
  /** When the goal is reached: expected, and its range; null where that is never, or unknown. */
  finish: z.object({ expected: Time.nullable(), earliest: Time.nullable(), latest: Time.nullable() }),
  /** Delivered at the end of the flight: expected, and its range. */
  atEnd: z.object({ expected: z.number(), low: z.number(), high: z.number() }).nullable(),
})
export type Forecast = z.output<typeof Forecast>

const counts = { impressions: z.int(), viewable: z.int(), clicks: z.int() }
export const AdReport = z.object({
  from: Day,
  to: Day,
  /** Of all time. */
  totals: z.object(counts),
  /** In the time zone of the ad; `expected`: impressions that even delivery would have on that day. */
  days: z.array(z.object({ day: z.string(), ...counts, expected: z.number().nullable() })),
  placements: z.array(z.object({ id: Id, name: z.string(), ...counts })),
  /** Hour of the day in the time zone of the ad. */
  hours: z.array(z.object({ hour: z.int(), ...counts })),
  devices: z.array(z.object({ device: z.enum([...DEVICES, 'unknown']), ...counts })),
  forecast: Forecast,
})
export type AdReport = z.output<typeof AdReport>

const ReportDay = Day.refine(isOfOurTime, outOfTime)
const period = z.strictObject({ from: ReportDay.optional(), to: ReportDay.optional() })
const file = { locale: Language }
/** The ads of a list, and the days that are counted; `from` and `to` are filters of the list. */
const listPeriod = AdFilter.extend({
  firstDay: ReportDay.optional(),
  lastDay: ReportDay.optional(),
  /** Whose days these are. Left out: the site’s. */
  timeZone: ZoneName.optional(),
})
export type AdListPeriod = z.output<typeof listPeriod>

/** How many ads a report of a list shows; the file has all. */
export const AD_REPORT_SHOWN = 200
export const AdListReport = z.object({
  firstDay: Day,
  lastDay: Day,
  timeZone: z.string(),
  at: Time,
  /** The placement that the list is filtered by: only what was shown there is counted. Null: all placements. */
  placement: z.object({ id: Id, name: z.string() }).nullable(),
  totals: z.object({ ads: z.int(), ...counts }),
  /** The most impressions first; an empty name: ads without an advertiser. At most 200. */
  advertisers: z.array(z.object({ advertiser: z.string(), ads: z.int(), ...counts })),
  /** The most impressions first; at most 200. */
  ads: z.array(z.object({ id: Id, name: z.string(), advertiser: z.string(), ...counts })),
  /** The most impressions first; an empty name: a placement that was deleted. At most 200. */
  placements: z.array(z.object({ id: Id, name: z.string(), ...counts })),
  /** Every day of the period, the first one first. */
  days: z.array(z.object({ day: Day, ...counts })),
})
export type AdListReport = z.output<typeof AdListReport>

export const adInsightEndpoints = {
  explain: endpoint({
    method: 'POST',
    path: '/api/ads/:id/explain',
    summary:
      'Why an ad is, or is not, shown on a page at a time: the rules of the decision in their order; changes nothing',
    access: 'ads.write',
    params: ById,
    body: ExplainInput,
    reply: Explanation,
  }),
  onPage: endpoint({
    method: 'GET',
    path: '/api/ads/on-page',
    summary: 'Which ads a page would show, and with which share',
    access: 'ads.write',
    query: z.strictObject({
      article: Id.optional(),
      /** Left out: all active placements. */
      placement: Id.optional(),
      device: z.enum(DEVICES).default('desktop'),
      at: At.optional(),
    }),
    reply: Competition,
  }),
  estimate: endpoint({
    method: 'POST',
    path: '/api/ads/estimate',
    summary: 'How many page views fit a targeting, from readers’ events of four weeks; changes nothing',
    access: 'ads.write',
    body: EstimateInput,
    reply: Estimate,
  }),
  listReport: endpoint({
    method: 'GET',
    path: '/api/ads/report',
    summary: 'Delivery of all ads that match, by advertiser, ad, placement and day; thirty days unless said otherwise',
    access: 'ads.write',
    query: listPeriod,
    reply: AdListReport,
  }),
  exportListReport: endpoint({
    method: 'GET',
    path: '/api/ads/report/export',
    summary: 'The same as a CSV file, a row for each ad, placement and day; at most 10,000 ads and 200,000 rows',
    access: 'ads.write',
    query: listPeriod.extend(file),
    produces: 'text/csv',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/ads/:id/report',
    summary: 'Delivery by day, placement, hour and device, with the forecast; thirty days unless said otherwise',
    access: 'ads.write',
    params: ById,
    query: period,
    reply: AdReport,
  }),
  exportReport: endpoint({
    method: 'GET',
    path: '/api/ads/:id/report/export',
    summary: 'Delivery by day as a CSV file, from the first day of the ad',
    access: 'ads.write',
    params: ById,
    query: period.extend(file),
    produces: 'text/csv',
  }),
}
