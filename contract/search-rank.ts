import { z } from 'zod'
import { UndoPointer } from './undo.ts'
import { Article, ArticleCreate } from './articles.ts'
import { ById, endpoint, Language } from './endpoint.ts'
import { TERM_MAX } from './events.ts'
import { Id } from './id.ts'
import { listQuery, listReply, PersonRef } from './list.ts'
import { choiceOr, yesNoOr } from './list-filter.ts'
import { searchRankTabs } from './search-rank-tabs.ts'
import { normaliseTerm } from './search-terms.ts'
import { line, requiredLine } from './text.ts'

/** How far back figures are added up. Full hours; the current one as far as it has gone. */
export const searchRankWindows = ['24h', '7d', '30d'] as const
export type SearchRankWindow = (typeof searchRankWindows)[number]
export const searchRankHours: Record<SearchRankWindow, number> = { '24h': 24, '7d': 168, '30d': 720 }
/** The most articles pinned to one term. */
export const PINS_MAX = 5
/** The most terms of one group. */
export const SYNONYMS_MAX = 20
/** The days of the chart of a term. */
export const TERM_DAYS = 30

export const searchRankSorts = [
  'term',
  'searches',
  'trend',
  'searchers',
  'results',
  'zeroResultShare',
  'clickThrough',
  'clickPosition',
] as const
export type SearchRankSort = (typeof searchRankSorts)[number]

const Term = requiredLine(TERM_MAX).transform(normaliseTerm)
const share = z.number().min(0).max(1)

export const SearchRankItem = z.object({
  /** What groups the variants; the same for all of them. */
  key: z.string(),
  term: z.string(),
  /** The other spellings and synonyms that are counted here, the most searched first. */
  variants: z.array(z.string()),
  searches: z.int(),
  /** Searches of the period before, of the same length; null while that was not counted as a whole. */
  previous: z.int().nullable(),
  /** Distinct readers of each day, added up. */
  searchers: z.int(),
  /** How many results the last search had. */
  results: z.int().nullable(),
  noResults: z.int(),
  zeroResultShare: share,
  clicks: z.int(),
  /** Those of `searchers` who opened a result. */
  clickers: z.int(),
  /** `clickers` of `searchers`. */
  clickThrough: share,
  /** Average position of clicks, from 1. */
  clickPosition: z.number().nullable(),
  tabs: z.array(z.enum(searchRankTabs)),
  pins: z.int(),
  hidden: z.boolean(),
})
export type SearchRankItem = z.output<typeof SearchRankItem>

/** The most drafts named on one term, the latest first. */
export const TERM_DRAFTS_MAX = 5
/** An article that someone started from a term; not in the trash. */
export const SearchTermDraft = z.object({
  /** null for people who may not open it. */
  article: z.object({ id: Id, title: z.string() }).nullable(),
  isPublished: z.boolean(),
  startedBy: PersonRef.nullable(),
  startedAt: z.iso.datetime(),
})
export type SearchTermDraft = z.output<typeof SearchTermDraft>
const drafts = z.array(SearchTermDraft)

export const SearchRankRow = SearchRankItem.extend({ drafts })
export type SearchRankRow = z.output<typeof SearchRankRow>

export const searchRankList = listQuery({
  sorts: searchRankSorts,
  defaultSort: '-searches',
  filters: {
    tab: choiceOr(searchRankTabs, 'top'),
    window: choiceOr(searchRankWindows, '7d'),
    /** Only what was hidden; without it, only what was not. */
    hidden: yesNoOr(false),
  },
})
export type SearchRankQuery = z.output<typeof searchRankList.query>

export const SearchRankList = listReply(SearchRankRow).extend({
  window: z.enum(searchRankWindows),
  /** What arrived until then is counted; null before anything was. */
  asOf: z.iso.datetime().nullable(),
  /** Whether the period before was counted as a whole. */
  compared: z.boolean(),
  can: z.object({ write: z.boolean() }),
})
export type SearchRankList = z.output<typeof SearchRankList>

const ArticleTitle = z.object({ id: Id, title: z.string() })
export const SearchTerm = z.object({
  term: z.string(),
  window: z.enum(searchRankWindows),
  /** null for what fewer than three readers searched for. */
  figures: SearchRankItem.nullable(),
  /** Figures of each of the last days (UTC), oldest first; empty like `figures`. */
  days: z.array(z.object({ day: z.iso.date(), searches: z.int(), noResults: z.int(), clicks: z.int() })),
  /** What readers opened in this window, the most clicked first. */
  clicked: z.array(ArticleTitle.extend({ clicks: z.int(), position: z.number(), isPublished: z.boolean() })),
  pins: z.array(ArticleTitle.extend({ isPublished: z.boolean() })),
  /** Terms that editors put into one group with this one. */
  synonyms: z.array(z.string()),
  hidden: z.boolean(),
  decidedBy: PersonRef.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Tags that a draft about this term begins with. */
  tags: z.array(z.object({ id: Id, name: z.string() })),
  drafts,
  can: z.object({ write: z.boolean() }),
})
export type SearchTerm = z.output<typeof SearchTerm>

/** How many of the articles that readers get now are named. */
export const NOW_SHOWN = 3
export const SearchTermNow = z.object({
  total: z.int(),
  totalIsExact: z.boolean(),
  /** The first of them, in the order in which readers get them. */
  items: z.array(ArticleTitle.extend({ pinned: z.boolean() })),
})
export type SearchTermNow = z.output<typeof SearchTermNow>

export const SearchTermUsage = z.object({
  /** Of the last 30 days; null for what fewer than three readers searched for. `found`: readers find something for it by now. */
  figures: SearchRankItem.pick({ searches: true, noResults: true }).extend({ found: z.boolean() }).nullable(),
})
export type SearchTermUsage = z.output<typeof SearchTermUsage>

export const SearchTermDraftReply = z.object({
  /** null: nothing was made, as one of `drafts` exists already. */
  article: Article.nullable(),
  drafts,
})
export type SearchTermDraftReply = z.output<typeof SearchTermDraftReply>

/** Without a pointer where nothing changed. */
const Undo = z.object({ undo: UndoPointer.nullable() })
/** Terms are in the body and the query: they may hold slashes, and be longer than a part of a path. */
const change = <const Name extends string, const Body extends z.ZodRawShape>(name: Name, summary: string, body: Body) =>
  endpoint({
    method: 'POST',
    path: `/api/search-rank/${name}`,
    summary,
    access: 'insight.write',
    body: z.strictObject({ term: Term, ...body }),
    reply: Undo,
  })

export const searchRankEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/search-rank',
    summary: 'What readers search for, and what they do not find',
    access: 'insight.read',
    query: searchRankList.query,
    reply: SearchRankList,
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/search-rank/export',
    summary: 'The same as a CSV file, all pages in the order of the list; at most 10,000 terms',
    access: 'insight.read',
    query: searchRankList.query.omit({ page: true, pageSize: true }).extend({ locale: Language }),
    produces: 'text/csv',
  }),
  term: endpoint({
    method: 'GET',
    path: '/api/search-rank/term',
    summary: 'One search term: figures by day, what readers opened, and what editors decided',
    access: 'insight.read',
    query: z.strictObject({ term: Term, window: z.enum(searchRankWindows).default('7d') }),
    reply: SearchTerm,
  }),
  now: endpoint({
    method: 'GET',
    path: '/api/search-rank/now',
    summary: 'What readers get now when they search for a term',
    access: 'insight.read',
    query: z.strictObject({ term: Term }),
    reply: SearchTermNow,
  }),
  articles: endpoint({
    method: 'GET',
    path: '/api/search-rank/articles',
    summary: 'Published articles to pin, found and named as readers see them; the best match first, else the newest',
    access: 'insight.write',
    query: z.strictObject({ q: line(TERM_MAX).optional() }),
    reply: z.object({ items: z.array(ArticleTitle.extend({ authors: z.array(z.string()) })) }),
  }),
  startDraft: endpoint({
    method: 'POST',
    path: '/api/search-rank/drafts',
    summary: 'Start a draft from a term, unless there is one already',
    access: 'articles.write',
    body: z.strictObject({
      term: Term,
      draft: ArticleCreate.pick({ title: true, tags: true, internalNote: true }),
      /** Also where someone started one. */
      another: z.boolean().default(false),
    }),
    reply: SearchTermDraftReply,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/search-rank/usage',
    summary: 'How often readers search for a term now',
    access: 'insight.read',
    query: z.strictObject({ term: Term }),
    reply: SearchTermUsage,
  }),
  dismissTerm: endpoint({
    method: 'POST',
    path: '/api/search-rank/drafts/:id/dismiss',
    summary: 'No longer say in an article which search term it was started from',
    access: 'articles.write',
    params: ById,
    status: 204,
  }),
  pin: change('pins', 'Pin these articles to a term, in this order, and no others', {
    articles: z
      .array(Id)
      .max(PINS_MAX)
      .refine((ids) => new Set(ids).size === ids.length, 'the same entry twice'),
    /** The pins that the person saw: where it has others by now, nothing is changed (stale_version). Left out: whatever it has. */
    seen: z.array(Id).max(PINS_MAX).optional(),
  }),
  addSynonym: change('synonyms', 'Count and find a term as a synonym of another one', { synonym: Term }),
  removeSynonym: change('synonyms/remove', 'Take a term out of its group of synonyms', {}),
  hide: change('hide', 'Hide a term from the ranking and from suggestions', {}),
  show: change('show', 'Show a hidden term again', {}),
}
