import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type SearchRankRow,
  searchRankEndpoints,
  type searchRankList,
  type SearchRankWindow,
} from '#contract/search-rank.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { useArticleChanged } from '../articles/article-api.ts'
import { tabOf, windowOf } from './search-rank-shape.ts'
import { listed } from '../../ui/listed.ts'

const FRESH_MS = 30_000
/** Before the first search is counted. */
const WAITING_MS = 5_000

/** What a term is called among rows. */
const asRows = <List extends { items: SearchRankRow[] }>(list: List) => ({
  ...list,
  items: list.items.map((item) => ({ ...item, id: item.key })),
})

/** One page of the ranking, asked again by itself as long as the screen is in front. */
export function useSearchRank(asked: z.input<typeof searchRankList.query>) {
  const query = { ...asked, tab: tabOf(asked), window: windowOf(asked) }
  return useQuery({
    queryKey: ['search-rank', 'list', query],
    queryFn: ({ signal }) => call(searchRankEndpoints.list, { query }, { signal }),
    select: asRows,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.asOf === null ? WAITING_MS : FRESH_MS),
  })
}

export const useSearchTerm = (term: string | undefined, window: SearchRankWindow) =>
  useQuery({
    queryKey: ['search-rank', 'term', term, window],
    queryFn: ({ signal }) => call(searchRankEndpoints.term, { query: { term: term ?? '', window } }, { signal }),
    enabled: term !== undefined,
    refetchInterval: FRESH_MS,
  })

/** What readers get now for a term: asked again after each decision about it. */
export const useSearchNow = (term: string) =>
  useQuery({
    queryKey: ['search-rank', 'now', term],
    queryFn: ({ signal }) => call(searchRankEndpoints.now, { query: { term } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useTermUsage = (term: string, enabled: boolean) =>
  useQuery({
    queryKey: ['search-rank', 'usage', term],
    queryFn: ({ signal }) => call(searchRankEndpoints.usage, { query: { term } }, { signal }),
    enabled,
    staleTime: FRESH_MS,
  })

/** By the id of the article. */
export const useDismissTerm = () =>
  useMutation({ mutationFn: (id: string) => call(searchRankEndpoints.dismissTerm, { params: { id } }) })

export type TermDraft = z.input<typeof searchRankEndpoints.startDraft.body>

export function useStartTermDraft() {
  const client = useQueryClient()
  const changed = useArticleChanged()
  return useMutation({
    mutationFn: (body: TermDraft) => call(searchRankEndpoints.startDraft, { body }),
    onSuccess: ({ article }) => {
      if (article) changed(article)
      void client.invalidateQueries({ queryKey: ['search-rank'] })
    },
  })
}

export type TermChange =
  | { action: 'pin'; term: string; articles: string[]; seen: string[] }
  | { action: 'addSynonym'; term: string; synonym: string }
  | { action: 'removeSynonym' | 'hide' | 'show'; term: string }

export function useTermChange() {
  const client = useQueryClient()
  return useMutation({
    // In their order: a list of pins begins with the one before it.
    scope: { id: 'search-rank' },
    mutationFn: (change: TermChange) => {
      const { term } = change
      if (change.action === 'pin') {
        const { articles, seen } = change
        return call(searchRankEndpoints.pin, { body: { term, articles, seen } })
      }
      if (change.action === 'addSynonym')
        return call(searchRankEndpoints.addSynonym, { body: { term, synonym: change.synonym } })
      return call(searchRankEndpoints[change.action], { body: { term } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['search-rank'] }),
  })
}

/** Published articles to pin by the titles that readers see, the best match first. */
export async function searchPublished(q: string, signal: AbortSignal): Promise<readonly PickerOption[]> {
  const { items } = await call(searchRankEndpoints.articles, { query: q ? { q } : {} }, { signal })
  return items.map(({ id, title, authors }) => ({ id, label: title, detail: listed(authors) }))
}
