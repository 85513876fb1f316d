import { z } from 'zod'
import { articleStates } from './article-actions.ts'
import { rankedListQuery } from './list.ts'
import { age, choice, idOf, moment, yesNo } from './list-filter.ts'

/** The languages that a text is told apart by: Chinese, or anything else. */
export const articleLanguages = ['zh', 'other'] as const

export const articleList = rankedListQuery({
  // `submittedAt`: since when it waits for review; where not only reviews are asked for, the last change.
  sorts: ['updatedAt', 'createdAt', 'publishedAt', 'publishAt', 'submittedAt', 'title'],
  defaultSort: '-updatedAt',
  filters: {
    status: choice(articleStates),
    author: idOf(),
    category: idOf(),
    tag: idOf(),
    /** Changed by or created by the person who asks. */
    mine: yesNo(),
    featured: yesNo(),
    hasChanges: yesNo(),
    /** Published, with changes that are submitted for review. */
    changesSubmitted: yesNo(),
    /** Last change, from this time on (inclusive). */
    from: moment(),
    /** Last change, before this time. */
    to: moment(),
    /** Not changed for so many days, weeks, months or years: `90d`, `6m`. */
    olderThan: age(),
    /** Goes live (while it is scheduled) or was first published, from this time on (inclusive). */
    publishedFrom: moment(),
    /** Goes live or was first published, before this time. */
    publishedTo: moment(),
    /** In the planning calendar, from this time on (inclusive). The order by `publishedAt` is that of the calendar then. */
    calendarFrom: moment(),
    /** In the planning calendar, before this time. */
    calendarTo: moment(),
    missingCover: yesNo(),
    /** With a publish date, or without one: of drafts and reviews, those that are planned. */
    dated: yesNo(),
    /** Of title and text, as the server tells it from their characters. */
    language: choice(articleLanguages),
  },
})

export const ArticleListQuery = articleList.query
export type ArticleListQuery = z.output<typeof ArticleListQuery>

/** The filters of the list without page and order: what "all that match" means in a bulk action. */
export const ArticleFilter = articleList.filter
export type ArticleFilter = z.output<typeof ArticleFilter>
