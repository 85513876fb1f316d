import { Trans } from '@lingui/react/macro'
import { Button, type ButtonVariant, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { imageTypes } from '#contract/media.ts'

/** Opens the system's file dialog for pictures. */
export function UploadButton(props: { onFiles: (files: File[]) => void; variant?: ButtonVariant }) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      accept={imageTypes.join(',')}
      resetRef={reset}
      onChange={(files) => {
        props.onFiles(files)
        // So that the same file can be chosen again.
        reset.current?.()
      }}
    >
      {(button) => (
        <Button {...button} variant={props.variant ?? 'filled'} leftSection={<IconUpload size={16} aria-hidden />}>
          <Trans>Upload</Trans>
        </Button>
      )}
    </FileButton>
  )
}
