import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { useFormActions } from './article-form-actions.ts'

type Props = { ofChanges: boolean; run: ReturnType<typeof useFormActions>['run']; onClose: () => void }

/** Submits for review, with a few words to whoever reviews it. */
export function SubmitDialog({ ofChanges, run, onClose }: Props) {
  const { t } = useLingui()
  const [message, setMessage] = useState('')
  return (
    <FormDialog
      title={ofChanges ? t`Submit the changes for review` : t`Submit for review`}
      submitLabel={<Trans>Submit</Trans>}
      onSubmit={() => run('submit', { message })}
      onClose={onClose}
    >
      <Textarea
        label={t`Message to the editors`}
        description={t`What changed, or what to look at. Optional.`}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={ARTICLE_LIMITS.note}
        value={message}
        data-autofocus
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
