import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import type { useFormActions } from './article-form-actions.ts'
import { useFields } from './article-form-context.ts'

type Props = { run: ReturnType<typeof useFormActions>['run']; onClose: () => void }

/** Back to the writer, with what should change. */
export function ReturnDialog({ run, onClose }: Props) {
  const { t } = useLingui()
  const { fields } = useFields('title')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (event: React.FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return setError(t`Say what should change, so that the writer can go on.`)
    setBusy(true)
    const done = await run('return', { note })
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Return “${fields.title || t`Untitled`}” to the writer`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack>
          <Textarea
            label={t`What should change`}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={ARTICLE_LIMITS.note}
            value={note}
            error={error}
            required
            data-autofocus
            onChange={(event) => {
              setNote(event.currentTarget.value)
              setError(undefined)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy}>
              <Trans>Return to the writer</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
