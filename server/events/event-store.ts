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
export type EventBatch = { id: string | undefined; events: readonly ReaderEvent[] }

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

/** A period, its end excluded. Full hours. */
export type Period = { from: Date; to: Date }

/**
 * Stores and counts reader events. Counts come from hourly roll-ups, which `rollUp` brings up to date and which can be made
 * again from the raw events as long as these are kept.
 */
export type EventStore = {
  /** Durable once it resolves. */
  append: (batches: readonly EventBatch[]) => Promise<void>
  /** Counts the hours that changed since the last time. @returns how many hours those were */
  rollUp: () => Promise<number>
  /** Counts these hours again from the raw events. */
  rebuild: (period: Period) => Promise<void>
  articleViews: (period: Period) => Promise<ArticleViews[]>
  termSums: (period: Period) => Promise<TermSums[]>
  /** Makes room for the days to come and drops raw events older than 30 days. */
  maintain: () => Promise<void>
}

/** The same visitor doing the same again within this time counts once. */
export const REPEAT_MINUTES = 30
export const RAW_DAYS = 30
