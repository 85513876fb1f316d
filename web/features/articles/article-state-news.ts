import type { Article } from '#contract/articles.ts'

/** What someone did to the state of an article that its writer has to know; a banner above the text says the rest. */
export type StateNews = 'returned' | 'scheduled' | 'trashed'

/** Whether it, or its changes, came back to the writer and are not in review again. */
export const isReturned = ({ status, hasChanges, submission }: Article): boolean =>
  status === 'draft' || (status === 'published' && hasChanges && !submission)

/** Whether its banner is shown: who returned it without a note knows that. */
export const tellsReturn = (article: Article, me: string): boolean =>
  isReturned(article) && (article.returnNote !== '' || (article.returned !== null && article.returned.by?.id !== me))

export function stateNews(before: Article, now: Article): StateNews | undefined {
  if (now.deletedAt) return before.deletedAt ? undefined : 'trashed'
  if (now.status === 'scheduled') return before.status === 'scheduled' ? undefined : 'scheduled'
  return now.returned && now.returned.at !== before.returned?.at && isReturned(now) ? 'returned' : undefined
}

/** Whether the banner is still there. */
export function isCurrent(news: StateNews, now: Article): boolean {
  if (news === 'trashed') return now.deletedAt !== null
  if (now.deletedAt) return false
  return news === 'scheduled' ? now.status === 'scheduled' : now.returned !== null && isReturned(now)
}
