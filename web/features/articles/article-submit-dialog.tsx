import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import type { useFormActions } from './article-form-actions.ts'

type Props = { ofChanges: boolean; run: ReturnType<typeof useFormActions>['run']; onClose: () => void }

/** Submits for review, with a few words to whoever reviews it. */
export function SubmitDialog({ ofChanges, run, onClose }: Props) {
  const { t } = useLingui()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: React.FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const done = await run('submit', { message })
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={ofChanges ? t`Submit the changes for review` : t`Submit for review`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack>
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy}>
              <Trans>Submit</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
