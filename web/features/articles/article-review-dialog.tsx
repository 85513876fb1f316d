import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type ReviewedAction, reviewedActions } from '#contract/article-bulk.ts'
import { TRASH_DAYS } from '#contract/trash.ts'
import { useBulkReview } from './article-api.ts'
import { type BulkOptions, type BulkTarget, selectedOf } from './article-bulk-run.ts'
import { ReviewBlocked, ReviewList } from './article-review-list.tsx'
import { firstProposal } from './article-schedule-dialog.tsx'
import { ScheduleTimes, type Times, useTimesFault } from './article-schedule-times.tsx'
import { useArticleProblemText } from './article-words.ts'

export const isReviewed = (action: string): action is ReviewedAction =>
  (reviewedActions as readonly string[]).includes(action)

/** An action that readers notice, and on which articles. */
export type Review = { action: ReviewedAction; target: Exclude<BulkTarget, { reviewed: unknown }> }

type Props = Review & {
  /** Resolves to whether anything was done. */
  run: (action: ReviewedAction, target: BulkTarget, options?: BulkOptions) => Promise<boolean>
  onClose: (done: boolean) => void
}

/** Shows what readers will see, or no longer see, before it is done: which articles, at which address, and which cannot be. */
export function ArticleReviewDialog({ action, target, run, onClose }: Props) {
  const { t } = useLingui()
  const [selected] = useState(() => selectedOf(target))
  const review = useBulkReview(action, selected)
  const problemText = useArticleProblemText()
  const words = useReviewWords(action)
  const [times, setTimes] = useState<Times>(() => ({
    publishAt: firstProposal(null).toISOString(),
    everyMinutes: 0,
  }))
  const fault = useTimesFault(times)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  const items = review.data?.items ?? []
  const ready = items.filter(({ ok }) => ok)
  const blocked = items.filter(({ ok }) => !ok)
  const isSchedule = action === 'schedule'
  const count = review.data ? ready.length : selected.expectedCount
  const [only] = items
  const name = items.length === 1 ? t`“${only?.title || t`Untitled`}”` : undefined

  const confirm = async (event: React.FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (ready.length === 0 || busy || (isSchedule && fault)) return
    setBusy(true)
    const { publishAt, everyMinutes } = times
    const done = await run(
      action,
      { reviewed: ready },
      isSchedule && publishAt ? { times: { publishAt, everyMinutes } } : {},
    )
    onClose(done)
  }

  return (
    <Modal
      opened
      onClose={() => !busy && onClose(false)}
      title={words.title(count, name)}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void confirm(event)} noValidate>
        <Stack gap="md">
          {review.error ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problemText(review.error).sentence}
            </Text>
          ) : review.data ? (
            <>
              {isSchedule && ready.length > 0 && (
                <ScheduleTimes
                  times={times}
                  onChange={setTimes}
                  count={ready.length}
                  fault={tried ? fault : undefined}
                />
              )}
              {ready.length > 0 && (
                <ReviewList
                  label={words.list}
                  items={ready}
                  times={isSchedule && times.publishAt && !fault ? { ...times, publishAt: times.publishAt } : undefined}
                />
              )}
              {blocked.length > 0 && <ReviewBlocked items={blocked} onFollow={() => onClose(false)} />}
              {ready.length > 0 && (
                <Text size="sm" c="dimmed">
                  <Plural
                    value={TRASH_DAYS}
                    one="This can be undone for # day: in the message that follows, or in the trash under “Change”."
                    other="This can be undone for # days: in the message that follows, or in the trash under “Change”."
                  />
                </Text>
              )}
            </>
          ) : (
            <Skeleton height={120} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              disabled={busy}
              onClick={() => onClose(false)}
              data-autofocus={!isSchedule || undefined}
            >
              {review.data && ready.length === 0 ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
            </Button>
            {(!review.data || ready.length > 0) && !review.error && (
              <Button type="submit" disabled={!review.data} loading={busy}>
                {words.verb(count)}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type Words = {
  title: (count: number, name: string | undefined) => string
  /** Over the list of what will be done. */
  list: string
  verb: (count: number) => string
}

function useReviewWords(action: ReviewedAction): Words {
  const { t } = useLingui()
  const articles = (count: number) => t({ message: plural(count, { one: '# article', other: '# articles' }) })
  const all: Record<ReviewedAction, Words> = {
    publish: {
      title: (count, name) => (name ? t`Publish ${name}?` : t`Publish ${articles(count)}?`),
      list: t`Readers will see at once`,
      verb: (count) => (count === 1 ? t`Publish` : t`Publish ${articles(count)}`),
    },
    schedule: {
      title: (count, name) => (name ? t`Schedule ${name}` : t`Schedule ${articles(count)}`),
      list: t`Readers will see`,
      verb: (count) => (count === 1 ? t`Schedule` : t`Schedule ${articles(count)}`),
    },
    unpublish: {
      title: (count, name) => (name ? t`Take ${name} back to draft?` : t`Take ${articles(count)} back to draft?`),
      list: t`Becomes a draft; readers will no longer find what they find now`,
      verb: (count) => (count === 1 ? t`Back to draft` : t`Take ${articles(count)} back`),
    },
    archive: {
      title: (count, name) => (name ? t`Archive ${name}?` : t`Archive ${articles(count)}?`),
      list: t`Goes to the archive; readers will no longer find what they find now`,
      verb: (count) => (count === 1 ? t`Archive` : t`Archive ${articles(count)}`),
    },
  }
  return all[action]
}
