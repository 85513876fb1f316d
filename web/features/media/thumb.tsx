import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import classes from './thumb.module.css'

type Props = { media: Pick<Media, 'thumb'>; alt?: string; /** As small as in a row of a report. */ small?: boolean }

/** A small version of a picture; a sign in its place when its address does not answer, as in the trash. */
export function Thumb({ media: { thumb }, alt = '', small }: Props) {
  const [failed, setFailed] = useState<string>()
  if (failed === thumb)
    return (
      <span className={classes.noThumb} data-small={small} {...(alt && { role: 'img', 'aria-label': alt })}>
        <IconPhotoOff size={20} stroke={1.4} aria-hidden />
      </span>
    )
  return (
    <img
      className={small ? classes.small : undefined}
      src={thumb}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(thumb)}
    />
  )
}
