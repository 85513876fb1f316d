import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useAllowed } from '../../session/session-api.ts'
import { useCrop } from './use-crop.tsx'

type Props = {
  id: string
  /** Names the button: “Cover”. */
  label: string
  /** It is about to be cropped, so what was known of it may soon be out of date. */
  onOpen: () => void
  /** A new picture was made of it, to be shown in its place. */
  onMade: (media: Media) => void
  /** The picture itself must stay as it is. */
  newOnly: boolean
}

/** Crops a picture where it is used: in its place everywhere, or as a new picture for this place. */
export function PictureCrop({ id, label, onOpen, onMade, newOnly }: Props) {
  const { t } = useLingui()
  const mayUpload = useAllowed('media.write') === true
  const [busy, setBusy] = useState(false)
  const { open, dialog } = useCrop({ onMade, newOnly })
  if (!mayUpload) return null

  const begin = async () => {
    setBusy(true)
    if (await open(id)) onOpen()
    setBusy(false)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`${label}: crop and rotate the picture`}
        aria-busy={busy}
        onClick={() => busy || void begin()}
      >
        <Trans>Crop</Trans>
      </Button>
      {dialog}
    </>
  )
}
