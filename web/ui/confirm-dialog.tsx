import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useOpensAfterMount } from './drop-anchor.tsx'

export type ConfirmProps = {
  opened: boolean
  /** Names the item: “Delete “Spring menu” permanently?” */
  title: string
  /** What will happen, and what cannot be undone. */
  children: ReactNode
  /** The verb of the title. */
  confirmLabel: string
  danger?: boolean
  /** False while what will happen is not known yet. */
  ready?: boolean
  /** The dialog stays open and busy until this is done, and shows the sentence that it returns. */
  onConfirm: () => Promise<string | undefined | void>
  onClose: () => void
}

/** The dialog of `Confirm`, which loads it. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  danger,
  ready = true,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const leave = () => {
    if (busy) return
    setFailure(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    try {
      const sentence = await onConfirm()
      setFailure(sentence ?? undefined)
      if (!sentence) onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={useOpensAfterMount(opened)}
      onClose={leave}
      title={title}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        {failure && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button {...(danger && { color: 'red.9' })} disabled={!ready} loading={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
