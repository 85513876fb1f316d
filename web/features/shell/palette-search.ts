import { useCallback } from 'react'
import { articleEndpoints } from '#contract/articles.ts'
import { searchEndpoints, type SearchGroup } from '#contract/search.ts'
import { call } from '../../api/call.ts'
import { useSearch } from '../../ui/use-search.ts'

const RECENT = 6

/** With nothing typed, the articles that changed last. */
async function recentArticles(signal: AbortSignal): Promise<SearchGroup[]> {
  const query = { pageSize: RECENT, sort: '-updatedAt' as const }
  const { items } = await call(articleEndpoints.list, { query }, { signal })
  const hits = items.map(({ id, title, authors, status }) => ({
    id,
    label: title,
    detail: authors.map(({ displayName }) => displayName),
    status,
    thumb: null,
  }))
  return hits.length > 0 ? [{ kind: 'articles', rank: 0, hits }] : []
}

/**
 * What the palette shows for a text, while it is open. What was found for the text before stays until the answer comes;
 * `waiting` says that it does.
 */
export function usePaletteSearch(q: string, enabled: boolean) {
  const ask = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly SearchGroup[]> =>
      text === ''
        ? recentArticles(signal)
        : (await call(searchEndpoints.find, { query: { q: text } }, { signal })).groups,
    [],
  )
  const { answered, results, failure, again } = useSearch(enabled ? q : undefined, ask)
  const waiting = answered !== q
  const groups = waiting && (q === '' || !answered) ? [] : results
  return { groups, waiting, failure: waiting ? undefined : failure, again }
}
