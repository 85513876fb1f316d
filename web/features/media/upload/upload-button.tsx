import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { imageTypes } from '#contract/media.ts'

type Props = Pick<ButtonProps, 'variant' | 'size' | 'h' | 'px'> & {
  onFiles: (files: File[]) => void
  /** “Upload”, unless said otherwise. */
  label?: ReactNode
}

/** Opens the system's file dialog for pictures. */
export function UploadButton({ onFiles, label, ...look }: Props) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      accept={imageTypes.join(',')}
      resetRef={reset}
      onChange={(files) => {
        onFiles(files)
        // So that the same file can be chosen again.
        reset.current?.()
      }}
    >
      {(button) => (
        <Button {...button} {...look} leftSection={<IconUpload size={16} aria-hidden />}>
          {label ?? <Trans>Upload</Trans>}
        </Button>
      )}
    </FileButton>
  )
}
