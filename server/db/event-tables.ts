import type { ColumnType } from 'kysely'

type Stamp = ColumnType<string, string | Date | undefined, string | Date>

/** Raw reader events, and what was counted of them: written by `server/events/` only. The ranking made of it: `server/features/hot/`. */
export type EventTables = {
  visitorSalt: { day: string; salt: Buffer }
  readerEvent: {
    at: Stamp
    /** 1 view, 2 search, 3 click on a search result, 4 ad impression, 5 viewable ad impression, 6 click on an ad */
    kind: number
    visitor: Buffer
    article: string | null
    term: string | null
    results: number | null
    position: number | null
    referrer: string
    /** 1 desktop, 2 phone, 3 tablet */
    device: number | null
    ad: string | null
    placement: string | null
    impression: string | null
  }
  /** `device` as in readerEvent; 0 is unknown. */
  adHour: { hour: string; ad: string; placement: string; device: number } & AdTotals
  adDay: { day: string; ad: string } & AdTotals
  deviceViewHour: { hour: string; device: number; views: number }
  eventRefusal: { hour: string; status: number; calls: number }
  readerBatch: { id: string; receivedAt: Stamp }
  readerHour: { hour: string; changed: number; counted: number; changedAt: Stamp }
  articleViewHour: { hour: string; article: string; views: number; visitors: number }
  /** The last two days only. */
  articleViewMinutes: { at: string; article: string; views: number }
  articleReferrerHour: { hour: string; article: string; referrer: string; views: number }
  termHour: { hour: string; term: string; searches: number; noResults: number; results: number }
  termClickHour: { hour: string; term: string; article: string; clicks: number; positionSum: number }
  termDay: {
    day: string
    term: string
    searchers: number
    searches: number
    /** Of the last search. */
    results: number
    lastAt: string | null
    lastEmptyAt: string | null
  }
  replayedLog: { digest: string; shiftMs: number; at: Stamp }
  hotList: { window: string; asOf: string }
  hotArticle: {
    window: string
    article: string
    rank: number
    score: number
    recent: number
    earlier: number
    lift: number | null
    usual: number | null
    viewsHour: number
    viewsDay: number
    viewsRecent: number
    viewsEarlier: number
    sparkline: number[]
    referrer: string | null
    term: string | null
  }
  hotRank: { window: string; hour: Stamp; article: string; rank: number }
  hotChoice: {
    article: string
    kind: 'pin' | 'bury'
    until: string | null
    createdBy: string | null
    createdAt: Stamp
    /** Among the pins: lower is higher up. Not always from 1, and not always without gaps. */
    position: ColumnType<number, number | undefined, number>
  }
  /** What editors decide about search terms; see server/features/search-rules/. */
  searchRule: {
    key: string
    term: string
    /** The key of the main term of the group. */
    head: string
    pins: string[]
    hidden: boolean
    version: number
    updatedBy: string | null
    updatedAt: Stamp
  }
  /** Articles that were started from a term; `key` is that of the term, not of its group. */
  searchTermDraft: {
    article: string
    key: string
    term: string
    startedBy: string | null
    startedAt: Stamp
    /** Since then the article no longer says so; the ranking still does. */
    dismissedAt: string | Date | null
  }
  readerTerm: { term: string; key: string }
  /** Searchers and clickers count in the last hour of the day in which they did so. */
  termKeyHour: { hour: string; key: string } & TermCounts
  termKeyDay: { day: string; key: string } & TermCounts
  searchRank: {
    window: string
    key: string
    term: string
    variants: string[]
    previous: number | null
    results: number | null
    found: boolean
    tabs: string[]
  } & TermCounts
  searchRankList: { window: string; asOf: string; compared: boolean }
}

type TermCounts = {
  searches: number
  noResults: number
  clicks: number
  positionSum: number
  searchers: number
  clickers: number
}

type AdTotals = { impressions: number; viewable: number; clicks: number }
