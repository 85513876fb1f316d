import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import classes from './media.module.css'

/** A small version of a picture; a sign in its place when its address does not answer, as in the trash. */
export function Thumb({ media: { thumb }, alt = '' }: { media: Pick<Media, 'thumb'>; alt?: string }) {
  const [failed, setFailed] = useState<string>()
  if (failed === thumb)
    return (
      <span className={classes.noThumb} {...(alt && { role: 'img', 'aria-label': alt })}>
        <IconPhotoOff size={20} stroke={1.4} aria-hidden />
      </span>
    )
  return <img src={thumb} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(thumb)} />
}
