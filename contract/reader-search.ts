import { z } from 'zod'
import { DeliveryArticleSummary } from './delivery.ts'
import { endpoint } from './endpoint.ts'
import { TERM_MAX } from './events.ts'
import { Day, requiredLine, Slug, TimeInput } from './text.ts'

/** So many results of one search can be reached page by page. */
export const READER_RESULTS_MAX = 1000
/** How many terms, and how many titles, are suggested while a reader types. */
export const SUGGESTIONS_MAX = 8
/** How many values of each facet are told, the most frequent first. */
export const FACET_VALUES_MAX = 20

/** A day (UTC, from its beginning) or a time. */
const Moment = z.union([Day.transform((day) => `${day}T00:00:00.000Z`), TimeInput])
const q = requiredLine(TERM_MAX)
const Facet = z.array(z.object({ name: z.string(), slug: z.string(), count: z.int() }))

export const ReaderSearchItem = DeliveryArticleSummary.extend({
  /** Title and the best part of the text as HTML: escaped, with what was found in `<mark>`, and no other element. */
  highlight: z.object({ title: z.string(), excerpt: z.string() }),
  /** An editor put it first for this term. */
  pinned: z.boolean(),
})
export type ReaderSearchItem = z.output<typeof ReaderSearchItem>

export const ReaderSearchReply = z.object({
  items: z.array(ReaderSearchItem),
  total: z.int(),
  /** False: there are at least so many. */
  totalIsExact: z.boolean(),
  /** Too little had these very words, so words that differ in one letter were looked for, too. */
  forgiving: z.boolean(),
  /** Of all results; null on all pages but the first. A category counts what is below it. */
  facets: z.object({ categories: Facet, tags: Facet, authors: Facet }).nullable(),
  nextCursor: z.string().nullable(),
})
export type ReaderSearchReply = z.output<typeof ReaderSearchReply>

export const readerSearchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/content/v1/search',
    summary:
      'Published articles by relevance: field, freshness, readers; from and to (excluded) limit the time of publication',
    access: 'public',
    query: z.strictObject({
      q,
      category: Slug.optional(),
      tag: Slug.optional(),
      author: Slug.optional(),
      from: Moment.optional(),
      to: Moment.optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number<string | number>().int().min(1).max(100).default(20),
    }),
    reply: ReaderSearchReply,
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/content/v1/search/suggestions',
    summary: 'What a reader may be about to type: terms that others searched for, and titles',
    access: 'public',
    query: z.strictObject({ q }),
    reply: z.object({
      terms: z.array(z.string()),
      titles: z.array(z.object({ title: z.string(), slug: z.string() })),
    }),
  }),
}
