import { useInViewport } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useTrashedPreview } from './media-api.ts'
import classes from './thumb.module.css'

type Look = { alt?: string; /** As small as in a row of a report. */ small?: boolean }
type Props = Look & { media: Pick<Media, 'id' | 'thumb' | 'deletedAt'> }

/** A small version of a picture, in the trash too; a sign in its place when it cannot be shown. */
export function Thumb({ media: { id, thumb, deletedAt }, ...look }: Props) {
  const [failed, setFailed] = useState<string>()
  if (deletedAt !== null) return <TrashedPicture id={id} size="thumb" {...look} />
  if (failed === thumb) return <NoPicture {...look} />
  const { alt = '', small } = look
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

/** A picture that has no public address any more, as the server shows it to who may restore it; fetched when in sight. */
export function TrashedPicture({ id, size, alt = '', small }: Look & { id: string; size: 'thumb' | '1280' }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const { data, isError } = useTrashedPreview(id, size, inViewport)
  if (isError) return <NoPicture alt={alt} small={Boolean(small)} />
  if (data) return <img className={small ? classes.small : undefined} src={data} alt={alt} decoding="async" />
  return <span ref={ref} className={classes.noThumb} data-small={small} />
}

function NoPicture({ alt, small }: Look) {
  return (
    <span className={classes.noThumb} data-small={small} {...(alt && { role: 'img', 'aria-label': alt })}>
      <IconPhotoOff size={20} stroke={1.4} aria-hidden />
    </span>
  )
}
