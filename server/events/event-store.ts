/** What a reader did, ready to be stored: no address, no name, no private text. */
export type ReaderEvent = {
  kind: 'view' | 'search' | 'searchClick'
  at: Date
  /** 8 bytes that stand for one browser on one day. */
  visitor: Buffer
  article?: string
  term?: string
  results?: number
  position?: number
  /** A host name; '' for none. */
  referrer?: string
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
  /** Makes room for the days to come and drops raw events older than 30 days that were counted. */
  maintain: () => Promise<void>
}

/** The same visitor doing the same again within this time counts once. */
export const REPEAT_MINUTES = 30
/** A search term is shown when at least so many visitors searched for it on one of the days in question. */
export const SHOWN_FROM = 3
export const RAW_DAYS = 30
/** Counts by the minute are kept this long, those by the hour for good. */
export const MINUTES_KEPT_DAYS = 2
