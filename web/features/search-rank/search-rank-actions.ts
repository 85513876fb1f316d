import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { SearchRankWindow } from '#contract/search-rank.ts'
import { searchRankEndpoints } from '#contract/search-rank.ts'
import { call } from '../../api/call.ts'
import { useOfferUndo } from '../../entity/undo.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useCreateArticle } from '../articles/article-api.ts'
import { type TermChange, useTermChange } from './search-rank-api.ts'

const TITLE_MAX = 255

/** What can be done with a term; each change says what it did and can be undone. */
export function useTermActions(window: SearchRankWindow) {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const problemText = useProblemText()
  const change = useTermChange()
  const client = useQueryClient()
  const offerUndo = useOfferUndo(
    useCallback(() => void client.invalidateQueries({ queryKey: ['search-rank'] }), [client]),
  )
  const create = useCreateArticle()

  const fail = (error: unknown) => {
    const { sentence, requestId } = problemText(error)
    notifyFailure(sentence, requestId)
  }
  /** @returns a sentence for the field that is wrong, if one is; other failures are shown in a toast */
  async function run(next: TermChange, done: string): Promise<string | undefined> {
    try {
      const { undo } = await change.mutateAsync(next)
      if (undo) offerUndo(done, undo)
      return undefined
    } catch (error) {
      const { fields } = problemText(error)
      const [first] = Object.values(fields)
      if (first === undefined) fail(error)
      return first
    }
  }

  async function startDraft(term: string) {
    try {
      const { tags, figures } = await call(searchRankEndpoints.term, { query: { term, window } })
      const title = `${term.slice(0, 1).toLocaleUpperCase()}${term.slice(1)}`.slice(0, TITLE_MAX)
      const searches = figures?.searches ?? 0
      const made = await create.mutateAsync({
        title,
        tags: tags.map(({ id }) => id),
        internalNote:
          figures && figures.noResults > 0
            ? t`Readers searched for “${term}” ${searches} times, ${figures.noResults} times without a result.`
            : t`Readers searched for “${term}” ${searches} times.`,
      })
      navigate(paths.article(made.id))
    } catch (error) {
      fail(error)
    }
  }

  return {
    busy: change.isPending,
    starting: create.isPending,
    pin: (term: string, articles: string[]) =>
      run({ action: 'pin', term, articles }, t`Pinned articles of “${term}” saved`),
    addSynonym: (term: string, synonym: string) =>
      run({ action: 'addSynonym', term, synonym }, t`“${synonym}” is a synonym of “${term}”`),
    removeSynonym: (term: string) => run({ action: 'removeSynonym', term }, t`“${term}” is a term of its own again`),
    hide: (term: string) => run({ action: 'hide', term }, t`“${term}” is hidden`),
    show: (term: string) => run({ action: 'show', term }, t`“${term}” is shown again`),
    startDraft,
  }
}
export type TermActions = ReturnType<typeof useTermActions>
