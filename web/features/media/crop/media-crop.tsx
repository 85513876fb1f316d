import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCrop } from '@tabler/icons-react'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog, { ahead: false })

type Props = {
  media: Media
  /** Saves what was typed about the picture; false where that failed. */
  saveTexts: () => Promise<boolean>
}

/** Crops and turns a picture, in its place or as a new one; the dialog is loaded when it is opened. */
export function MediaCrop({ media, saveTexts }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCrop size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <Trans>Crop and rotate</Trans>
      </Button>
      {isOpen && <CropDialog media={media} saveTexts={saveTexts} onClose={() => setOpen(false)} />}
    </>
  )
}
