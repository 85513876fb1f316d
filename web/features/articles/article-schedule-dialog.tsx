import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { TimeShortcutButtons } from '../../ui/time-shortcut-buttons.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { WorthChecking } from './article-checklist.tsx'
import type { useFormActions } from './article-form-actions.ts'
import { useArticle, useFields } from './article-form-context.ts'

type Props = {
  run: ReturnType<typeof useFormActions>['run']
  jumpTo: (fieldId: string) => void
  onClose: () => void
}

/** When the article goes out, on the clocks of the person's own time zone. */
export function ScheduleDialog({ run, jumpTo, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { fields } = useFields('title', 'publishAt')
  const zone = useTimeZone()
  const article = useArticle()
  /** When it goes out now, if it is scheduled. */
  const planned = article?.status === 'scheduled' ? article.publishAt : null
  const [publishAt, setPublishAt] = useState<string | null>(() => firstProposal(fields.publishAt).toISOString())
  const [opened] = useState(() => Date.now())
  const [error, setError] = useState<string>()
  const moment = publishAt === null ? undefined : new Date(publishAt)
  const title = fields.title || t`Untitled`
  const isToCome = moment !== undefined && moment.getTime() > opened

  const choose = (next: string | null | undefined) => {
    setPublishAt(next ?? null)
    setError(undefined)
  }
  const schedule = async () => {
    if (moment && isToCome) return run('schedule', { publishAt: moment.toISOString() })
    setError(t`Choose a time in the future.`)
    return false
  }

  return (
    <FormDialog
      title={planned ? t`Change the time of “${title}”` : t`Schedule “${title}”`}
      submitLabel={planned ? <Trans>Change the time</Trans> : <Trans>Schedule</Trans>}
      onSubmit={schedule}
      onClose={onClose}
    >
      {planned && (
        <Text size="sm">
          <Trans>It is scheduled for {exactWords(new Date(planned), i18n.locale, zone)}.</Trans>
        </Text>
      )}
      <DateTimeField
        label={t`Publish at`}
        description={<Trans>Time zone: {zone}</Trans>}
        value={publishAt}
        error={error}
        startsFocused
        required
        earliest={new Date(opened)}
        onChange={choose}
      />
      <TimeShortcutButtons onPick={choose} />
      {isToCome && moment && moment.toISOString() !== planned && (
        <Text size="sm" c="dimmed">
          <Trans>Readers will see it on {exactWords(moment, i18n.locale, zone)}.</Trans>
        </Text>
      )}
      <WorthChecking jumpTo={jumpTo} onJump={onClose} />
    </FormDialog>
  )
}

/** The planned time where there is one, else tomorrow at this hour. */
export function firstProposal(planned: string | null): Date {
  const time = planned ? new Date(planned) : undefined
  if (time && time.getTime() > Date.now()) return time
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  tomorrow.setMinutes(0, 0, 0)
  return tomorrow
}
