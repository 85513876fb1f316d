import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import {
  searchRankEndpoints,
  type SearchRankWindow,
  type SearchTerm,
  type SearchTermDraft,
} from '#contract/search-rank.ts'
import { call } from '../../api/call.ts'
import { useOfferUndo } from '../../entity/undo.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { dateFormat } from '../../ui/formats.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { type TermChange, type TermDraft, useStartTermDraft, useTermChange } from './search-rank-api.ts'
import { TermDraftDialog } from './term-drafts.tsx'

const TITLE_MAX = 255

/** What can be done with a term; each change says what it did and can be undone. */
export function useTermActions(window: SearchRankWindow) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const { navigate } = useScreen()
  const problemText = useProblemText()
  const change = useTermChange()
  const client = useQueryClient()
  const offerUndo = useOfferUndo(
    useCallback(() => void client.invalidateQueries({ queryKey: ['search-rank'] }), [client]),
  )
  const create = useStartTermDraft()
  /** A draft that waits for an answer, as there is one already. */
  const [asked, setAsked] = useState<{ body: TermDraft; drafts: SearchTermDraft[] }>()

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
      const internalNote = noteOf(term, figures)
      await startOrAsk({ term, draft: { title, tags: tags.map(({ id }) => id), internalNote } })
    } catch (error) {
      fail(error)
    }
  }

  /** The note is read days later, so it says which days it means. */
  function noteOf(term: string, figures: SearchTerm['figures']): string {
    if (!figures) return t`Readers search for “${term}”.`
    const day = dateFormat(i18n.locale, { dateStyle: 'medium', timeZone: zone }).format(new Date())
    const period = {
      '24h': t`in the 24 hours until ${day}`,
      '7d': t`in the 7 days until ${day}`,
      '30d': t`in the 30 days until ${day}`,
    }[window]
    const times = t({ message: plural(figures.searches, { one: '# time', other: '# times' }) })
    if (figures.noResults === 0) return t`Readers searched for “${term}” ${times} ${period}.`
    const without = t({
      message: plural(figures.noResults, { one: '# search found nothing', other: '# searches found nothing' }),
    })
    return t`Readers searched for “${term}” ${times} ${period}; ${without}.`
  }

  async function startOrAsk(body: TermDraft) {
    const { article, drafts } = await create.mutateAsync(body)
    if (article) open(article.id)
    else setAsked({ body, drafts })
  }
  const open = (id: string) => {
    setAsked(undefined)
    navigate(paths.article(id))
  }

  return {
    busy: change.isPending,
    starting: create.isPending,
    pin: (term: string, articles: string[], seen: string[]) =>
      run({ action: 'pin', term, articles, seen }, t`Pinned articles of “${term}” saved`),
    addSynonym: (term: string, synonym: string) =>
      run({ action: 'addSynonym', term, synonym }, t`“${synonym}” is a synonym of “${term}”`),
    removeSynonym: (term: string) => run({ action: 'removeSynonym', term }, t`“${term}” is a term of its own again`),
    hide: (term: string) => run({ action: 'hide', term }, t`“${term}” is hidden`),
    show: (term: string) => run({ action: 'show', term }, t`“${term}” is shown again`),
    startDraft,
    dialog: asked && (
      <TermDraftDialog
        term={asked.body.term}
        drafts={asked.drafts}
        busy={create.isPending}
        onOpen={open}
        onAnother={() => void startOrAsk({ ...asked.body, another: true }).catch(fail)}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
export type TermActions = ReturnType<typeof useTermActions>
