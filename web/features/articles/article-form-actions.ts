import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { actionFits, type ArticleAction, missingToPublish, type PublishRequirement } from '#contract/article-actions.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { useAllowed } from '../session/session-api.ts'
import { type ActionCall, fetchArticle, useArticleAction, useArticleUndo } from './article-api.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useSiteLink } from './article-site.ts'
import { stateOf } from './article-status.tsx'
import { useArticleProblemText } from './article-words.ts'

type Given = { message?: string; note?: string; publishAt?: string }

/** What publishing still needs, judged by what is on the screen, not by what was saved. */
export function useMissing(): PublishRequirement[] {
  return useWatched(({ fields, article }) => {
    // Whether there is a word at all: asked at every report, so a long text is not searched beyond its first.
    const words = /(?:^|>)(?:&nbsp;|\s)*(?!&nbsp;)[^<\s]/.test(fields.body) ? 1 : 0
    // The server makes the slug from the title; a person never has to.
    const slug = fields.slug || (fields.title.trim() ? 'from-title' : (article?.slug ?? ''))
    return missingToPublish({ ...fields, slug, wordCount: words })
  })
}

/** The actions of the state table for the article on the screen: everything typed is saved first. */
export function useFormActions() {
  const { t } = useLingui()
  const { session } = useArticleForm()
  const { article, dirty } = useWatched((state) => ({ article: state.article, dirty: state.dirty }))
  const mayPublish = useAllowed('articles.publish') ?? false
  const mayWrite = useAllowed('articles.write') ?? false
  const action = useArticleAction()
  const undoSteps = useArticleUndo()
  const problemText = useArticleProblemText()
  const siteLink = useSiteLink()
  const [running, setRunning] = useState<ArticleAction>()

  const state = article ? stateOf(article) : 'draft'
  const hasChanges = (article?.hasChanges ?? false) || dirty
  const isSubmitted = article?.submission != null
  const isEmpty = !article && !dirty

  /** What the server said; on a published article being edited, what it will say once that is saved. */
  const can = (name: ArticleAction): boolean => {
    if (!article)
      return !isEmpty && (name === 'submit' ? mayWrite : ['publish', 'schedule'].includes(name) && mayPublish)
    if (article.can[name]) return true
    const may = name === 'publish' ? mayPublish : name === 'submit' && article.can.write
    return may && state === 'published' && dirty && actionFits(name, { state, hasChanges, isSubmitted })
  }

  const ofChanges = state === 'published'
  const said: Record<ArticleAction, (title: string) => string> = {
    submit: (title) =>
      ofChanges ? t`The changes of “${title}” are submitted for review` : t`“${title}” is submitted for review`,
    withdraw: (title) =>
      ofChanges ? t`The changes of “${title}” are no longer in review` : t`“${title}” is a draft again`,
    return: (title) =>
      ofChanges ? t`The changes of “${title}” went back to the writer` : t`“${title}” is a draft again`,
    schedule: (title) => t`“${title}” is scheduled`,
    publish: (title) => t`Published “${title}”`,
    discard: () => t`The changes are discarded; they stay in the history`,
    unpublish: (title) => t`“${title}” is a draft again; readers no longer see it`,
    archive: (title) => t`“${title}” is archived`,
    trash: (title) => t`“${title}” is in the trash`,
    restore: (title) => t`“${title}” is a draft again`,
  }

  /** @returns whether it happened */
  const run = async (name: ArticleAction, given: Given = {}): Promise<boolean> => {
    setRunning(name)
    try {
      const saved = await session.save('save')
      const now = session.get().article
      if (!saved || !now) {
        const { save, conflict } = session.get()
        if (!conflict) {
          const error = save.kind === 'failed' ? problemText(save.error) : undefined
          notifyFailure(error?.sentence ?? t`Some fields must be corrected first.`, error?.requestId)
        }
        return false
      }
      const body = { version: now.version, ...given }
      const answer = await action.mutateAsync({ action: name, id: now.id, body } as ActionCall)
      session.accept(answer)
      const title = answer.title || t`Untitled`
      const { undo } = answer
      const link = name === 'publish' ? siteLink(answer) : undefined
      if (undo) offerUndo(said[name](title), () => void undoAction(answer.id, undo), link)
      else notifyDone(said[name](title), link)
      return true
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
      return false
    } finally {
      setRunning(undefined)
    }
  }

  const undoAction = async (id: string, undo: UndoPointer) => {
    await undoSteps([undo])
    try {
      session.accept(await fetchArticle(id))
    } catch {
      // The article is fetched again when it is next opened.
    }
  }

  return { run, can, state, hasChanges, isSubmitted, running, isEmpty }
}
