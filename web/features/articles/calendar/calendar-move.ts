import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import { offerSteps } from '../../../entity/undo.ts'
import { notifyDone, notifyFailure, offerUndo } from '../../../ui/notify.tsx'
import { exactWords } from '../../../ui/relative-time.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { useArticleAction, useArticleChanged, useArticleUndo, useEditArticle } from '../article-api.ts'
import { useArticleProblemText } from '../article-words.ts'

/** `doneAt`: when the server had taken it over, in ms since 1970; undefined while it is under way. */
type Moved = { article: ArticleSummary; doneAt: number | undefined }
export type MovedArticles = ReadonlyMap<string, Moved>

/** Whether the person may give it another date here. What is published keeps its date. */
export const isMovable = ({ status, can }: ArticleSummary): boolean =>
  status === 'scheduled' ? can.schedule === true : (status === 'draft' || status === 'in_review') && can.write === true

/** Those that are shown as they were moved: what was fetched since then shows it by itself. */
export const stillMoved = (moved: MovedArticles, fetchedAt: number): ArticleSummary[] =>
  [...moved.values()].flatMap(({ article, doneAt }) => (doneAt === undefined || fetchedAt < doneAt ? [article] : []))

/**
 * Gives articles another date: it is shown at once, can be undone, and is as before where the server refuses it.
 * @param ownZone the person's: times of another one are said with its name
 */
export function useCalendarMove(ownZone: string) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const action = useArticleAction()
  const edit = useEditArticle()
  const changed = useArticleChanged()
  const undoSteps = useArticleUndo()
  const problemText = useArticleProblemText()
  const [moved, setMoved] = useState<MovedArticles>(new Map())
  const show = (id: string, now: Moved | undefined) =>
    setMoved((before) => {
      const next = new Map(before)
      if (now) next.set(id, now)
      else next.delete(id)
      return next
    })
  const words = (moment: string) => {
    const time = exactWords(new Date(moment), i18n.locale, zone)
    return zone === ownZone ? time : t`${time} (${zone})`
  }
  const said = (title: string, publishAt: string | null) => {
    if (publishAt === null) return t`“${title}” has no date now`
    const at = words(publishAt)
    return t`“${title}” is planned for ${at}`
  }

  /** Plans a draft, which stays one. */
  const plan = async ({ id, version, title: given, publishAt: before }: ArticleSummary, publishAt: string | null) => {
    const title = given || t`Untitled`
    const saved = await edit.mutateAsync({ id, body: { version, publishAt } })
    const undo = async () => {
      try {
        await edit.mutateAsync({ id, body: { version: saved.version, publishAt: before } })
        notifyDone(said(title, before))
      } catch (error) {
        changed()
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      }
    }
    offerUndo(said(title, publishAt), () => void undo())
    return saved
  }
  const reschedule = async ({ id, version, title: given }: ArticleSummary, publishAt: string) => {
    const title = given || t`Untitled`
    const saved = await action.mutateAsync({ action: 'schedule', id, body: { version, publishAt } })
    const at = words(publishAt)
    const message = t`“${title}” is scheduled: ${at}`
    if (saved.undo) offerSteps(message, [saved.undo], undoSteps)
    else notifyDone(message)
    return saved
  }

  /** @returns why it is as before, in words; undefined where it was moved */
  const moveTo = async (article: ArticleSummary, publishAt: string | null) => {
    const { id, status } = article
    if (moved.get(id) && moved.get(id)!.doneAt === undefined) return undefined
    show(id, { article: { ...article, publishAt }, doneAt: undefined })
    try {
      const { version } = await (status === 'scheduled' && publishAt !== null
        ? reschedule(article, publishAt)
        : plan(article, publishAt))
      show(id, { article: { ...article, publishAt, version }, doneAt: Date.now() })
      return undefined
    } catch (error) {
      show(id, undefined)
      changed()
      return problemText(error)
    }
  }
  return { moved, moveTo }
}
