import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ArticleStatus } from '#contract/article-actions.ts'
import { StatusDot, type Tone } from '../../ui/status-dot.tsx'

const states: Record<ArticleStatus, { tone: Tone; word: ReactNode }> = {
  draft: { tone: 'neutral', word: <Trans>Draft</Trans> },
  in_review: { tone: 'waiting', word: <Trans>In review</Trans> },
  scheduled: { tone: 'planned', word: <Trans>Scheduled</Trans> },
  published: { tone: 'good', word: <Trans>Published</Trans> },
  archived: { tone: 'over', word: <Trans>Archived</Trans> },
}

/** The state of an article as dot and word. */
export function ArticleState({ status, hasChanges }: { status: ArticleStatus; hasChanges: boolean }) {
  const { tone, word } = states[status]
  return (
    <StatusDot tone={tone} hollow={hasChanges}>
      {hasChanges ? <Trans>Published, with changes</Trans> : word}
    </StatusDot>
  )
}
