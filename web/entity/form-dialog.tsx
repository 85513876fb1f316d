import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useProblemText } from '../api/problem-text.tsx'
import { useOpenerFocus } from '../ui/opener-focus.ts'
import classes from './form-dialog.module.css'
import { SentenceGap } from '../ui/sentence-gap.tsx'

/** Nothing or true: done, the dialog closes. A sentence is shown in it. False: it stays, as its fields or a toast say why. */
export type FormOutcome = string | boolean | void

type Props = {
  title: ReactNode
  /** The verb of the title. Leave out where there is nothing to submit. */
  submitLabel?: ReactNode
  /** Runs once at a time. What it throws is said in the dialog, and what was typed stays. */
  onSubmit: () => FormOutcome | Promise<FormOutcome>
  onClose: () => void
  /** Closes without submitting, where that is more than `onClose`. */
  onCancel?: () => void
  cancelLabel?: ReactNode
  /** The focus starts at Cancel: nothing is typed here. */
  cancelFirst?: boolean
  /** False while it cannot be submitted yet. */
  ready?: boolean
  danger?: boolean
  /** Shows what cannot be shown again: a click beside it does not close it. */
  showsOnce?: boolean
  size?: 'sm' | 'md' | 'lg'
  /** A failure of something else in the dialog, in words; one of submitting takes its place. */
  failure?: string | undefined
  children: ReactNode
}

/** A form in a dialog: the same focus, pending state, failure and keys everywhere; on a phone it fills the screen. */
export function FormDialog(props: Props) {
  const { title, submitLabel, onSubmit, onClose, onCancel = onClose, cancelLabel, ready = true, children } = props
  const { t } = useLingui()
  const problemText = useProblemText()
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  useOpenerFocus()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ sentence: string; requestId?: string | undefined }>()
  const failure = said ?? (props.failure ? { sentence: props.failure, requestId: undefined } : undefined)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    // A dialog inside another one is not part of its form.
    event.stopPropagation()
    if (!ready || running.current) return
    running.current = true
    setBusy(true)
    setSaid(undefined)
    try {
      const outcome = await onSubmit()
      if (typeof outcome === 'string') setSaid({ sentence: outcome })
      else if (outcome !== false) onClose()
    } catch (error) {
      const { sentence, fields, requestId } = problemText(error)
      setSaid({ sentence: Object.values(fields)[0] ?? sentence, requestId })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const form = useRef<HTMLFormElement>(null)
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={title}
      size={props.size ?? 'md'}
      centered={props.size === 'sm'}
      fullScreen={isPhone}
      closeOnClickOutside={!props.showsOnce}
      closeButtonProps={{ 'aria-label': t`Close` }}
      onKeyDown={submitByKey}
    >
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        // What is typed while it is being sent is not sent, and would be gone with the dialog.
        onBeforeInput={(event) => busy && event.preventDefault()}
        ref={form}
        aria-busy={busy}
        className={classes.form}
      >
        <Stack gap="md">
          {children}
          {failure && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failure.sentence}
              <SentenceGap />
              {failure.requestId && (
                <Trans>
                  Request <code>{failure.requestId}</code>
                </Trans>
              )}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              disabled={busy}
              onClick={onCancel}
              data-autofocus={props.cancelFirst || undefined}
            >
              {cancelLabel ?? <Trans>Cancel</Trans>}
            </Button>
            {submitLabel !== undefined && (
              <Button
                type="submit"
                disabled={!ready}
                loading={busy}
                maw="100%"
                // Only the text of a block is cut with an ellipsis.
                styles={{ label: { display: 'block', height: 'auto', paddingBlock: 4, textOverflow: 'ellipsis' } }}
                {...(props.danger && { color: 'red.9' })}
              >
                {submitLabel}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
