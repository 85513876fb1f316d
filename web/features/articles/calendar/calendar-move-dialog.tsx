import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import { FormDialog } from '../../../entity/form-dialog.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { TimeShortcutButtons } from '../../../ui/time-shortcut-buttons.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { firstProposal } from '../article-schedule-dialog.tsx'

type Props = {
  article: ArticleSummary
  /** What is proposed first; left out: as everywhere. */
  proposed?: string | undefined
  /** Resolves to why it was not moved. */
  onMove: (publishAt: string) => Promise<string | undefined>
  onClose: () => void
}

/** Another date for one article, typed or chosen: for who has no mouse to drag it with, or wants another time of day. */
export function CalendarMoveDialog({ article, proposed, onMove, onClose }: Props) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const [opened] = useState(() => new Date())
  const [publishAt, setPublishAt] = useState<string | null>(
    () => proposed ?? firstProposal(article.publishAt).toISOString(),
  )
  const [error, setError] = useState<string>()
  const isScheduled = article.status === 'scheduled'
  const title = article.title || t`Untitled`
  const choose = (next: string | null | undefined) => {
    setPublishAt(next ?? null)
    setError(undefined)
  }
  const move = async () => {
    if (publishAt !== null && new Date(publishAt) > new Date()) return onMove(publishAt)
    setError(t`Choose a time in the future.`)
    return false
  }
  return (
    <FormDialog
      title={isScheduled ? t`Change the time of “${title}”` : t`Plan “${title}”`}
      submitLabel={isScheduled ? <Trans>Change the time</Trans> : <Trans>Plan</Trans>}
      onSubmit={move}
      onClose={onClose}
    >
      <DateTimeField
        label={isScheduled ? t`Publish at` : t`Planned for`}
        description={<Trans>Time zone: {zone}</Trans>}
        value={publishAt}
        error={error}
        startsFocused
        required
        earliest={opened}
        onChange={choose}
      />
      <TimeShortcutButtons onPick={choose} />
      {!isScheduled && (
        <Text size="sm" c="dimmed">
          <Trans>
            It is not published at that time by itself: it keeps its state until it is scheduled or published.
          </Trans>
        </Text>
      )}
    </FormDialog>
  )
}
