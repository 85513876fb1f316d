import { Trans, useLingui } from '@lingui/react/macro'
import type { ArticleState } from '#contract/article-actions.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import { hint } from '../../ui/hint.tsx'
import { StatusDot, type Tone } from '../../ui/status-dot.tsx'
import classes from './article-columns.module.css'
import { stateNames } from './article-words.ts'

const tones: Record<ArticleState, Tone> = {
  draft: 'neutral',
  in_review: 'waiting',
  scheduled: 'planned',
  published: 'good',
  archived: 'over',
  trashed: 'bad',
}
const hollow: readonly ArticleState[] = ['draft', 'archived', 'trashed']

/** The state an article is in: its status, or trash whatever the status is. */
export const stateOf = ({ status, deletedAt }: Pick<ArticleSummary, 'status' | 'deletedAt'>): ArticleState =>
  deletedAt === null ? status : 'trashed'

type Props = { status: ArticleState; hasChanges?: boolean; isSubmitted?: boolean }

/** The state as dot and word, with a mark when readers do not see the newest text, and another when that is in review. */
export function ArticleStatusDot({ status: state, hasChanges = false, isSubmitted = false }: Props) {
  const { t } = useLingui()
  return (
    <span className={classes.status}>
      <StatusDot tone={tones[state]} hollow={hollow.includes(state)}>
        {t(stateNames[state])}
      </StatusDot>
      {hasChanges && state === 'published' && (
        <span
          className={classes.changes}
          data-changes={isSubmitted ? 'submitted' : ''}
          {...hint(
            isSubmitted
              ? t`The changes are submitted for review; readers see the older text`
              : t`Edited since it was published; readers see the older text`,
          )}
        >
          {isSubmitted ? <Trans>Changes in review</Trans> : <Trans>Changes</Trans>}
        </span>
      )}
    </span>
  )
}
