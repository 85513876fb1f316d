import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  actionFits,
  type ArticleAction,
  articleActions,
  missingToPublish,
  type PublishRequirement,
} from '#contract/article-actions.ts'
import type { Article } from '#contract/articles.ts'
import { allows } from '#contract/permissions.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { ApiError } from '../../api/call.ts'
import { offerSteps } from '../../entity/undo.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useAllowed, useMe } from '../session/session-api.ts'
import { type ActionCall, fetchArticle, useArticleAction, useArticleChanged, useArticleUndo } from './article-api.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import type { ArticleSession } from './article-session.ts'
import { useSiteLink } from './article-site.ts'
import { stateOf } from './article-status.tsx'
import { useArticleProblemText } from './article-words.ts'

/** Failures that say that the screen did not show the newest state. */
const OUT_OF_DATE: ReadonlySet<ApiError['code']> = new Set([
  'stale_version',
  'illegal_transition',
  'nothing_to_publish',
  'not_publishable',
])

/** Takes away what was said of the last action: after the next one it can no longer be undone. */
const offered = new WeakMap<ArticleSession, () => void>()

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
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const { session } = useArticleForm()
  const { article, dirty } = useWatched((state) => ({ article: state.article, dirty: state.dirty }))
  const me = useMe()
  const mayPublish = useAllowed('articles.publish') ?? false
  const mayWrite = useAllowed('articles.write') ?? false
  const action = useArticleAction()
  const changed = useArticleChanged()
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
    // The role may be another one since the server said so.
    if (me && !allows(me.role, articleActions[name].permission)) return false
    if (article.can[name]) return true
    const may = name === 'publish' ? mayPublish : name === 'submit' && article.can.write
    return may && state === 'published' && dirty && actionFits(name, { state, hasChanges, isSubmitted })
  }

  const ofChanges = state === 'published'
  const said: Record<ArticleAction, (title: string, answer: Pick<Article, 'publishAt'>) => string> = {
    submit: (title) =>
      ofChanges ? t`The changes of “${title}” are submitted for review` : t`“${title}” is submitted for review`,
    withdraw: (title) =>
      ofChanges ? t`The changes of “${title}” are no longer in review` : t`“${title}” is a draft again`,
    return: (title) =>
      ofChanges ? t`The changes of “${title}” went back to the writer` : t`“${title}” is a draft again`,
    schedule: (title, { publishAt }) => {
      const at = publishAt ? exactWords(new Date(publishAt), i18n.locale, zone) : ''
      return t`“${title}” is scheduled: ${at}`
    },
    publish: (title) => t`Published “${title}”`,
    discard: () => t`The changes are discarded; they stay in the history`,
    unpublish: (title) => t`“${title}” is a draft again; readers no longer see it`,
    archive: (title) => t`“${title}” is archived`,
    trash: (title) =>
      ofChanges ? t`“${title}” is in the trash; readers no longer see it` : t`“${title}” is in the trash`,
    restore: (title) => t`“${title}” is a draft again; readers do not see it`,
  }

  /** @returns whether it happened */
  const run = async (name: ArticleAction, given: Given = {}): Promise<boolean> => {
    setRunning(name)
    try {
      // What is typed stays typed where nothing can be saved, as in the trash: it is saved once the action makes that possible.
      const saved = session.get().article?.can.write === false || (await session.save('save'))
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
      session.finish(answer)
      const title = answer.title || t`Untitled`
      const { undo } = answer
      const link = name === 'publish' ? siteLink(answer) : undefined
      offered.get(session)?.()
      const message = said[name](title, answer)
      const takeAway = undo
        ? offerSteps(message, [undo], ([step]) => step && undoAction(answer.id, step), link)
        : notifyDone(message, link)
      offered.set(session, takeAway)
      return true
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure((await showNewest(error)) ?? sentence, requestId)
      return false
    } finally {
      setRunning(undefined)
    }
  }

  /** A refusal because of what someone else did: the form takes over the newest state. @returns what to say about it */
  const showNewest = async (error: unknown): Promise<string | undefined> => {
    const shown = session.get().article
    if (!shown || !(error instanceof ApiError) || !OUT_OF_DATE.has(error.code)) return undefined
    const newest =
      (error.problem?.current as Article | undefined) ?? (await fetchArticle(shown.id).catch(() => undefined))
    if (!newest || !session.noticed(newest)) return undefined
    changed(newest)
    const who = newest.updatedBy?.name ?? t`Copydesk`
    return session.get().article?.live?.updatedAt === shown.live?.updatedAt
      ? t`${who} changed this article in the meantime, so nothing was done. You see its newest state now.`
      : t`${who} changed in the meantime what readers see, so nothing was done. You see the newest state now.`
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
