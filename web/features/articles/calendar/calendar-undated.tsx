import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { useTotalText } from '../../../ui/data-table/total-text.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import type { useArticleList } from '../article-api.ts'
import classes from './calendar.module.css'
import { CalendarCard, type CardActions } from './calendar-card.tsx'
import { useDropTarget } from './calendar-drop.ts'

export const undatedStates = ['draft', 'in_review'] as const
export type UndatedState = (typeof undatedStates)[number]

type Props = {
  state: UndatedState
  onState: (state: UndatedState) => void
  page: ReturnType<typeof useArticleList>
  items: readonly ArticleSummary[]
  /** All of them in the list. */
  href: string
  /** What is dragged may be dropped here, which takes its date away. */
  onDrop?: (() => void) | undefined
  /** The article that was in use last: the Tab key stops at it, or else at the first. */
  used: string | undefined
  actions: CardActions
}

/** Drafts and reviews without a date, the last change first: to be put on a day. */
export function CalendarUndated({ state, onState, page, items, href, onDrop, used, actions }: Props) {
  const { t } = useLingui()
  const id = useId()
  const totalText = useTotalText()
  const drop = useDropTarget(onDrop)
  const stop = items.find((article) => article.id === used) ?? items[0]
  return (
    <section className={classes.undated} aria-labelledby={id} {...drop}>
      <header className={classes.undatedHead}>
        <Title order={2} id={id} fz={14}>
          <Trans>Without a date</Trans>
        </Title>
        {page.data && (
          <Text span size="sm" c="dimmed">
            {totalText(page.data)}
          </Text>
        )}
      </header>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t`State`}
        value={state}
        onChange={(value) => onState(value as UndatedState)}
        data={[
          { value: 'draft', label: t`Drafts` },
          { value: 'in_review', label: t`In review` },
        ]}
      />
      {page.error && !page.data ? (
        <LoadFailed title={t`The drafts could not be loaded`} error={page.error} onRetry={page.refetch} />
      ) : !page.data ? (
        <Skeleton height={120} aria-hidden />
      ) : items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {state === 'draft' ? (
            <Trans>No draft is without a date.</Trans>
          ) : (
            <Trans>Nothing in review is without a date.</Trans>
          )}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            <Trans>Drag one to a day, or choose “Put on a day…” in its menu.</Trans>
          </Text>
          <ul className={classes.cards} data-undated-cards>
            {items.map((article) => (
              <CalendarCard key={article.id} article={article} isStop={article === stop} actions={actions} />
            ))}
          </ul>
          {page.data.total > items.length && (
            <ScreenLink to={href} className={classes.more}>
              <Trans>Show all in the list</Trans>
            </ScreenLink>
          )}
        </>
      )}
    </section>
  )
}
