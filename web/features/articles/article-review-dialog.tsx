import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReviewedAction } from '#contract/article-bulk.ts'
import { TRASH_DAYS } from '#contract/trash.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { useBulkReview } from './article-api.ts'
import { type BulkOptions, type BulkTarget, selectedOf } from './article-bulk-run.ts'
import type { Review } from './article-reviewed.ts'
import { ReviewBlocked, ReviewList, ReviewRefused, ReviewSum } from './article-review-list.tsx'
import { firstProposal } from './article-schedule-dialog.tsx'
import { ScheduleTimes, type Times, useTimesFault } from './article-schedule-times.tsx'
import { useArticleProblemText } from './article-words.ts'

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
    publishAt: firstProposal(plannedTime(target)).toISOString(),
    everyMinutes: 0,
  }))
  const fault = useTimesFault(times)
  const [tried, setTried] = useState(false)

  const { items = [], all } = review.data ?? {}
  const ready = items.filter(({ ok }) => ok)
  const blocked = items.filter(({ ok }) => !ok)
  const unseen = words.unseen ? ready.filter(({ liveSlug }) => liveSlug === null) : []
  const seen = ready.filter((item) => !unseen.includes(item))
  const isSchedule = action === 'schedule'
  const confirmed = all?.ready ?? ready
  const count = review.data ? confirmed.length : selected.expectedCount
  const [only] = items
  const name = items.length === 1 && !all ? t`“${only?.title || t`Untitled`}”` : undefined

  const confirm = async () => {
    setTried(true)
    if (count === 0 || (isSchedule && fault)) return false
    const { publishAt, everyMinutes } = times
    const done = await run(
      action,
      { reviewed: confirmed },
      isSchedule && publishAt ? { times: { publishAt, everyMinutes } } : {},
    )
    onClose(done)
    return false
  }
  const canSubmit = count > 0 && !review.error

  return (
    <FormDialog
      title={words.title(count, name)}
      size="lg"
      submitLabel={canSubmit ? words.verb(count) : undefined}
      ready={review.data !== undefined}
      cancelLabel={count === 0 ? <Trans>Close</Trans> : undefined}
      cancelFirst={!isSchedule}
      failure={review.error ? problemText(review.error).sentence : undefined}
      onSubmit={confirm}
      onClose={() => onClose(false)}
    >
      {review.data ? (
        <>
          {all && <ReviewSum all={all} listed={ready.length} />}
          {isSchedule && ready.length > 0 && (
            <ScheduleTimes times={times} onChange={setTimes} count={ready.length} fault={tried ? fault : undefined} />
          )}
          {seen.length > 0 && (
            <ReviewList
              label={words.list}
              items={seen}
              times={isSchedule && times.publishAt && !fault ? { ...times, publishAt: times.publishAt } : undefined}
            />
          )}
          {words.unseen && unseen.length > 0 && <ReviewList label={words.unseen} items={unseen} times={undefined} />}
          {all && all.refused.length > 0 && <ReviewRefused refused={all.refused} />}
          {!all && blocked.length > 0 && <ReviewBlocked items={blocked} onFollow={() => onClose(false)} />}
          {count > 0 && action === 'trash' && (
            <Text size="sm" c="dimmed">
              <Plural
                value={TRASH_DAYS}
                one="Undo, in the message that follows, makes all of it public again. From the trash it can be restored for # day: as draft, not public."
                other="Undo, in the message that follows, makes all of it public again. From the trash it can be restored for # days: as draft, not public."
              />
            </Text>
          )}
          {count > 0 && action !== 'trash' && (
            <Text size="sm" c="dimmed">
              <Plural
                value={TRASH_DAYS}
                one="This can be undone for # day: in the message that follows, or in the trash under “Changes to undo”."
                other="This can be undone for # days: in the message that follows, or in the trash under “Changes to undo”."
              />
            </Text>
          )}
        </>
      ) : (
        !review.error && <Skeleton height={120} />
      )}
    </FormDialog>
  )
}

/** The one time that all of them have; null where there is none, or more than one. */
function plannedTime(target: Review['target']): string | null {
  if (!('rows' in target)) return null
  const [first, ...others] = target.rows.map(({ publishAt }) => publishAt)
  return first !== undefined && others.every((time) => time === first) ? first : null
}

type Words = {
  title: (count: number, name: string | undefined) => string
  /** Over the list of what will be done. */
  list: string
  /** The same of what readers do not see now, where that is not the same. */
  unseen?: string
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
      title: (count, name) => (name ? t`Move ${name} back to draft?` : t`Move ${articles(count)} back to draft?`),
      list: t`Becomes a draft; readers will no longer find what they find now`,
      unseen: t`Becomes a draft; it will not be published at the planned time`,
      verb: (count) => (count === 1 ? t`Back to draft` : t`Move ${articles(count)} back`),
    },
    trash: {
      title: (count, name) => (name ? t`Move ${name} to the trash?` : t`Move ${articles(count)} to the trash?`),
      list: t`Goes to the trash; readers will no longer find what they find now`,
      unseen: t`Goes to the trash; readers do not see it now`,
      verb: (count) => (count === 1 ? t`Move to trash` : t`Move ${articles(count)} to the trash`),
    },
    archive: {
      title: (count, name) => (name ? t`Archive ${name}?` : t`Archive ${articles(count)}?`),
      list: t`Goes to the archive; readers will no longer find what they find now`,
      verb: (count) => (count === 1 ? t`Archive` : t`Archive ${articles(count)}`),
    },
  }
  return all[action]
}
