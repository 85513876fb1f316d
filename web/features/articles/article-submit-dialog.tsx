import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { useDialogText } from '../../entity/drafts/dialog-text.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { useFormActions } from './article-form-actions.ts'
import { useArticle } from './article-form-context.ts'

type Props = { ofChanges: boolean; run: ReturnType<typeof useFormActions>['run']; onClose: () => void }

/** Submits for review, with a few words to whoever reviews it. */
export function SubmitDialog({ ofChanges, run, onClose }: Props) {
  const { t } = useLingui()
  const label = t`Message to the editors`
  const draftKey = `article/${useArticle()?.id ?? 'new'}/submit`
  const { text: message, setText, notices, drop } = useDialogText(draftKey, label)
  return (
    <FormDialog
      title={ofChanges ? t`Submit the changes for review` : t`Submit for review`}
      submitLabel={<Trans>Submit</Trans>}
      onSubmit={async () => {
        const isDone = await run('submit', { message })
        if (isDone) drop()
        return isDone
      }}
      onClose={onClose}
      onCancel={() => {
        drop()
        onClose()
      }}
    >
      {notices}
      <Textarea
        label={label}
        description={t`What changed, or what to look at. Optional.`}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={ARTICLE_LIMITS.note}
        value={message}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
