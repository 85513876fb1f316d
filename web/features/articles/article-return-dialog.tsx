import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { useDialogText } from '../../entity/drafts/dialog-text.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { useFormActions } from './article-form-actions.ts'
import { useArticle, useFields } from './article-form-context.ts'

type Props = { run: ReturnType<typeof useFormActions>['run']; onClose: () => void }

/** Back to the writer, with what should change. */
export function ReturnDialog({ run, onClose }: Props) {
  const { t } = useLingui()
  const { fields } = useFields('title')
  const label = t`What should change`
  const { text: note, setText, notices, drop } = useDialogText(`article/${useArticle()?.id}/return`, label)
  const [error, setError] = useState<string>()
  const send = async () => {
    if (note.trim() === '') {
      setError(t`Say what should change, so that the writer can go on.`)
      return false
    }
    const isDone = await run('return', { note })
    if (isDone) drop()
    return isDone
  }
  return (
    <FormDialog
      title={t`Return “${fields.title || t`Untitled`}” to the writer`}
      submitLabel={<Trans>Return to the writer</Trans>}
      onSubmit={send}
      onClose={onClose}
      onCancel={() => {
        drop()
        onClose()
      }}
    >
      {notices}
      <Textarea
        label={label}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={ARTICLE_LIMITS.note}
        value={note}
        error={error}
        required
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
