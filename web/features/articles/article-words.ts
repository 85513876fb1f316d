import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { ArticleState, PublishRequirement } from '#contract/article-actions.ts'
import type { Article } from '#contract/articles.ts'
import { ApiError } from '../../api/call.ts'
import { type ProblemText, useProblemText } from '../../api/problem-text.tsx'
import { listFormat } from '../../ui/formats.ts'

/** The names of the states; the same words everywhere. */
export const stateNames: Record<ArticleState, MessageDescriptor> = {
  draft: msg`Draft`,
  in_review: msg`In review`,
  scheduled: msg`Scheduled`,
  published: msg`Published`,
  archived: msg`Archived`,
  trashed: msg`Trash`,
}

/** How much advertising is around the text. */
export const adsPolicyNames: Record<Article['adsPolicy'], MessageDescriptor> = {
  normal: msg`As everywhere`,
  limited: msg`Limited: nothing inside the text`,
  none: msg`No ads`,
}

/** What publishing needs, as it ends the sentence “Missing: …”. */
export const requirementNames: Record<PublishRequirement, MessageDescriptor> = {
  title: msg`title`,
  slug: msg`slug`,
  body: msg`text`,
  authors: msg`author`,
  primaryCategory: msg`primary category`,
  coverAlt: msg`alt text of the cover`,
}

/** Like `useProblemText`, and names what is missing and who was faster. */
export function useArticleProblemText(): (error: unknown) => ProblemText {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  return useCallback(
    (error) => {
      const text = problemText(error)
      const problem = error instanceof ApiError ? error.problem : undefined
      if (problem?.code === 'not_publishable' && problem.reasons?.length) {
        const names = problem.reasons.map((name) => {
          const known = requirementNames[name as PublishRequirement]
          return known ? t(known) : name
        })
        const list = listFormat(i18n.locale, { type: 'conjunction' }).format(names)
        return { ...text, sentence: t`This cannot be published yet. Missing: ${list}.` }
      }
      if (problem?.code === 'in_progress')
        return {
          ...text,
          sentence: t`A change of many articles that you began is still under way. Wait until it is done.`,
        }
      if (problem?.code === 'stale_version' && problem.changedBy) {
        const who = problem.changedBy
        return { ...text, sentence: t`${who} changed this in the meantime. Nothing was overwritten; check it again.` }
      }
      return text
    },
    [t, i18n.locale, problemText],
  )
}
