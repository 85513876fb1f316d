import type { AdEventType, Device } from '#contract/events.ts'

/** What a reader did, ready to be stored: no address, no name, no private text. */
export type ReaderEvent = {
  kind: 'view' | 'search' | 'searchClick' | AdEventType
  at: Date
  /** 8 bytes that identify one browser for one day. */
  visitor: Buffer
  article?: string
  term?: string
  results?: number
  position?: number
  /** A host name; '' for none. */
  referrer?: string
  device?: Device
  ad?: string
  placement?: string
  /** A UUID that identifies one delivery of the ad to one page. Each kind of event counts once for it. */
  impression?: string
}

/** Events that came in one call; `id` makes a repeated call count once. */
export type EventBatch = {
  id: string | undefined
  events: readonly ReaderEvent[]
  /** Its id is remembered as long as the counts are, not for two days. */
  isKept?: boolean
}

export type ArticleViews = { article: string; hour: string; views: number; visitors: number }
export type TermSums = {
  term: string
  searches: number
  noResults: number
  clicks: number
  /** Sum of the positions clicked; divide by `clicks`. */
  positionSum: number
  /** Distinct visitors of each day, added up. */
  searchers: number
}

/** Of all variants of a term. */
export type TermKeySums = Omit<TermSums, 'term'> & {
  key: string
  /** Those of `searchers` who opened a result. */
  clickers: number
}
/** One variant on the days of the period. `results`: of its last search. Times as ISO strings. */
export type TermOfKey = {
  key: string
  term: string
  searches: number
  results: number
  lastAt: string
  /** Of the last search that found nothing. */
  lastEmptyAt: string | null
  /** Whether enough visitors used this very spelling for it to be shown. */
  isShown: boolean
}
export type TermKeyDay = { day: string; searches: number; noResults: number; clicks: number }

/** What became of ads, repeats left out. `impressions`: delivered to a page. */
export type AdCounts = { impressions: number; viewable: number; clicks: number }
/** `at`: the start of the hour or day, as an ISO string. */
export type AdStep = AdCounts & { at: string }
/** `key`: the id of a placement, the hour of the day from '0' to '23', or a device class. */
export type AdPart = AdCounts & { key: string }
export type AdDimension = 'placement' | 'hour' | 'device'

/** Starts of minutes and of hours, in ms since 1970, each with the weight of its views. */
export type WeighedBuckets = { minutes: ReadonlyMap<number, number>; hours: ReadonlyMap<number, number> }

/** A period, its end excluded. Full hours. */
export type Period = { from: Date; to: Date }

/**
 * Stores and counts reader events. Counts come from hourly roll-ups, which `rollUp` brings up to date and which can be made
 * again from the raw events as long as these are kept.
 */
export type EventStore = {
  /** Durable once it resolves. @returns how many of the batches were not there yet */
  append: (batches: readonly EventBatch[]) => Promise<number>
  /** Counts the hours that changed since the last time. @returns how many hours those were */
  rollUp: () => Promise<number>
  /** Counts these hours again from the raw events. */
  rebuild: (period: Period) => Promise<void>
  articleViews: (period: Period) => Promise<ArticleViews[]>
  termSums: (period: Period) => Promise<TermSums[]>
  /**
   * Figures by key of what variants have in common (`termKey` of the contract), the most searched first. Visitors are told
   * apart by the day: who searched in the period counts once for each of its days, if it ends now or with a day.
   * @param which these keys, or as many as this of those with a term that may be shown
   */
  keySums: (period: Period, which: readonly string[] | number) => Promise<TermKeySums[]>
  /** Keys whose figures were counted again since this time; at most so many. */
  keysCountedSince: (since: Date, most: number) => Promise<string[]>
  /** The variants of these keys, the most searched of each first. */
  keyTerms: (keys: readonly string[], period: Period) => Promise<TermOfKey[]>
  /** By day (UTC), all keys added up; days without a search or click are left out. */
  keyDays: (keys: readonly string[], period: Period) => Promise<TermKeyDay[]>
  /** The articles that searches for these keys led to, the most clicked first. */
  keyClicks: (
    keys: readonly string[],
    period: Period,
    most: number,
  ) => Promise<{ article: string; clicks: number; positionSum: number }[]>
  /** The first hour with a search; undefined while there is none. */
  firstSearch: () => Promise<Date | undefined>
  /** Weighed views of each article, the most first. @param which only these articles, or as many as this */
  weighedViews: (buckets: WeighedBuckets, which: readonly string[] | number) => Promise<Map<string, number>>
  /** The host that most views of each of these articles came from, and the term that most clicks did. */
  topReferrers: (articles: readonly string[], period: Period) => Promise<Map<string, string>>
  topTerms: (articles: readonly string[], period: Period) => Promise<Map<string, string>>
  /** Terms that begin so, of those that may be shown (SHOWN_FROM); those of the most searchers first. */
  termsBeginning: (beginning: string, period: Period, most: number) => Promise<string[]>
  /** Views by `step` of time, oldest first; the period is a multiple of it. */
  viewSeries: (articles: readonly string[], period: Period, step: 'minute' | 'hour') => Promise<Map<string, number[]>>
  /** The first hour that has counts; undefined while there is none. */
  firstHour: () => Promise<Date | undefined>
  // Counts of ads need no roll-up: what changed since the last one is counted from the raw events when it is asked for.
  /** Counts of these ads; ads without an event are left out. @param period all time if left out */
  adTotals: (ads: readonly string[], period?: Period) => Promise<Map<string, AdCounts>>
  /** Counts of one ad over time, oldest first; steps without an event are left out. @param timeZone where days begin */
  adSeries: (ad: string, period: Period, step: 'hour' | 'day', timeZone?: string) => Promise<AdStep[]>
  /** Counts of one ad by a dimension, the most impressions first. @param timeZone of the hours of the day */
  adBy: (ad: string, dimension: AdDimension, period: Period, timeZone?: string) => Promise<AdPart[]>
  /** Views of all articles, or of these, by the hour, oldest first; hours without a view are left out. For estimates. */
  pageViews: (period: Period, articles?: readonly string[]) => Promise<{ hour: string; views: number }[]>
  /** Views of all articles by device class. */
  deviceViews: (period: Period) => Promise<Record<Device, number>>
  /** Makes room for the days to come and drops raw events older than 30 days that were counted. */
  maintain: () => Promise<void>
}

/** The same visitor doing the same again within this time counts once. */
export const REPEAT_MINUTES = 30
/** A search term is shown when at least so many visitors searched for it on one of the days in question. */
export const SHOWN_FROM = 3
export const RAW_DAYS = 30
/** Counts by the minute are kept this long; those by the hour are never deleted. */
export const MINUTES_KEPT_DAYS = 2
